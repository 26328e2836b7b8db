/** Matches between two players. */

import { element } from "../dom.js";
import { say, t } from "../i18n.js";
import { button, byId, field, row, seedField, select, table } from "./controls.js";
import { boardText } from "./setup.js";
import { ask, on, store } from "./store.js";
import { replaceGame } from "./tell.js";
import { showTournament } from "./tournament.js";

/** @import {Heard, MatchState} from "../../types" */

/** What was last told of a match. @type {MatchState | null} */
let matchTold = null;
/** @type {HTMLElement} */
const score = element("div");

export function buildMatch() {
  const place = byId("match");
  if (store.welcome === null) return;
  const game = select(store.welcome.games.flatMap((game) => game.sizes.map((size) => [size, boardText(game, size)])));
  const names = element("datalist", { id: "players" });
  /** @param {string} value */
  const player = (value) => element("input", { value, list: "players", autocomplete: "off", required: true });
  const [one, two] = [player("level:club"), player("level:casual")];
  const fill = () => {
    const chosen = store.welcome?.games.find((each) => each.sizes.includes(game.value));
    names.replaceChildren(...[...Object.keys(chosen?.players ?? {}), ...(store.welcome?.players ?? [])].map((value) => element("option", { value })));
  };
  game.addEventListener("change", fill);
  fill();
  const games = element("input", { type: "number", min: 2, max: 10000, value: 20 });
  const seeding = seedField();
  const form = element("form.card", {},
    element("div.fields", {}, field(t("Game"), game), field(t("First player"), one), field(t("Second player"), two), field(t("Games"), games), seeding),
    names,
    element("button", { type: "submit", class: "main" }, t("Play the match")));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const seed = seeding.querySelector("input")?.value;
    ask({ do: "match", a: one.value.trim(), b: two.value.trim(), game: game.value, games: Number(games.value), ...(seed && { seed: Number(seed) }) }, showMatch);
  });
  place.replaceChildren(element("h2", { id: "match-title" }, t("A match of two computers")), form, score);
  if (matchTold !== null) showMatch(matchTold);
}

/** @param {Heard} answer */
function showMatch(answer) {
  if (answer.is === "note") {
    score.replaceChildren(element("p", {}, say(answer)));
    return;
  }
  if (answer.is !== "match") return;
  const { job, done, total, standings, text, final } = answer;
  matchTold = answer;
  // What can be pressed stays, as the answers come fast.
  if (score.dataset.job !== `${job}` || !score.firstChild) {
    score.dataset.job = String(job);
    const number = element("input", { type: "number", min: 1, value: 1 });
    score.replaceChildren(
      element("div"),
      row(
        button(t("Stop the match"), () => ask({ do: "stop", job })),
        field(t("Game number"), number),
        button(t("Show the game"), () => replaceGame({ do: "show", job, game: Number(number.value) - 1 }, t("Show the game"), true))),
    );
  }
  const [shown, tools] = score.children;
  shown.replaceChildren(
    element("p", {}, `${t("{0} of {1} games", done, total)}${final ? "" : "\u2026"}`),
    element("progress", { max: total, value: done, "aria-label": t("Games played") }),
    element("div.wide", {}, table([[t("player"), t("won"), t("drawn"), t("lost")], ...standings.slice(1)])),
    text ? element("pre", { tabindex: 0, "aria-label": t("Result") }, text) : "",
  );
  /** @type {HTMLElement} */ (tools.firstChild).hidden = final;
}

on("match", (answer) => (answer.tournament ? showTournament(answer) : showMatch(answer)));
