/** Copies of games in this browser, the newest first. */

import { t } from "../i18n.js";
import { titleOf } from "./setup.js";
import { ask, link, open, store } from "./store.js";
import { captionOf, note } from "./tell.js";

/** @import {Saved} from "../../types" */

const SAVED = "bitgames games";
/** Games that are kept. */
const MOST_GAMES = 6;

/** The game of a room is kept under one name, also when it is opened again. */
let current = { room: /** @type {string | null} */ (null), name: "" };
let isFull = false;

/** Keep the game that is shown. */
export function keep() {
  ask({ do: "export", format: "tree" }, (answer) => {
    const { state } = store;
    if (answer.is !== "file" || state === null) return;
    if (current.room !== link.room) current = { room: link.room, name: link.room ?? "" };
    // A picture needs no moves.
    const { moves, ...drawn } = state.scene;
    const scene = /** @type {Saved["scene"]} */ (/** @type {unknown} */ (drawn));
    const seats = state.seats.map((seat) => seat.player);
    const { name } = current;
    const copy = { name, game: state.game, seats, tree: answer.data, title: titleOf(state.scene), words: captionOf(state), scene };
    writeAll([copy, ...kept().filter((each) => each.name !== name)]);
  });
}

/** Where there is no room, older games go. @param {Saved[]} games */
function writeAll(games) {
  try {
    localStorage.setItem(SAVED, JSON.stringify(games.slice(0, MOST_GAMES)));
  } catch {
    if (games.length > 1) return writeAll(games.slice(0, -1));
    if (!isFull) note(t("No room for a copy of the game in this browser: download it."));
    isFull = true;
  }
}

/** @returns {Saved[]} */
export function kept() {
  try {
    return JSON.parse(localStorage.getItem(SAVED) ?? "[]").filter((/** @type {Saved} */ { game, tree, seats }) => game && tree && seats);
  } catch {
    return [];
  }
}

/** Go on with a game. @param {Saved} saved */
export function restore(saved) {
  open({ do: "import", format: "tree", data: saved.tree }, () => {
    current = { room: link.room, name: saved.name };
    saved.seats.forEach((player, seat) => {
      if (player !== "human") ask({ do: "sit", seat, player });
    });
  });
}
