/** The copy of an open game in this browser. */

import { titleOf } from "./setup.js";
import { ask, open, store } from "./store.js";
import { captionOf } from "./tell.js";

/** @import {Saved} from "../../types" */

const SAVED = "bitgames game";

/** Keep the game that is shown. */
export function keep() {
  ask({ do: "export", format: "tree" }, (answer) => {
    const { state } = store;
    if (answer.is !== "file" || state === null) return;
    const { moves, ...scene } = state.scene;
    const seats = state.seats.map((seat) => seat.player);
    const saved = { game: state.game, seats, tree: answer.data, title: titleOf(state.scene), words: captionOf(state), scene };
    try {
      localStorage.setItem(SAVED, JSON.stringify(saved));
    } catch {
      // No room to store it.
    }
  });
}

/** @returns {Saved | null} */
export function kept() {
  try {
    return JSON.parse(localStorage.getItem(SAVED) ?? "null");
  } catch {
    return null;
  }
}

export function restore() {
  const saved = kept();
  if (saved === null) return;
  open({ do: "import", format: "tree", data: saved.tree }, () => {
    saved.seats.forEach((player, seat) => {
      if (player !== "human") ask({ do: "sit", seat, player });
    });
  });
}
