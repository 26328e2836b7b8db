/** Beside the table of cards: the auction and the score sheet; and what is claimed, before it is sent. */

import { callsTable } from "../board/auction.js";
import { signed } from "../board/values.js";
import { element } from "../dom.js";
import { t } from "../i18n.js";
import { button, cells, field, heads, isSame, row, select } from "./controls.js";
import { ask, store } from "./store.js";

/** @import {State, TableScene} from "../../types" */

/** What points are for, by their kind in a scene. */
const POINTS = /** @type {Record<string, string>} */ ({
  tricks: "trick score",
  overtricks: "overtricks",
  undertricks: "undertricks",
  insult: "doubled and made",
  slam: "slam",
  "part score": "part score",
  game: "game",
  honours: "honours",
  rubber: "rubber",
});

/** @param {State} state @param {HTMLElement} place */
export function showSheet(state, place) {
  const { scene, series } = state;
  place.hidden = scene.kind !== "table";
  if (scene.kind !== "table" || isSame("sheet", [scene.auction, scene.dealer, scene.phase, scene.vulnerable, scene.score, scene.outcome, series, state.conditions])) return;
  // While it goes on, the auction stands at the table.
  const isCalled = scene.phase !== "auction" && scene.auction.calls.length > 0;
  place.replaceChildren(state.conditions ? element("p", {}, t("Conditions on the deal"), ": ", state.conditions) : "", ...(isCalled ? [callsTable(scene, t("Auction"))] : []), scoreTable(scene, series));
}

/** @param {TableScene} scene @param {State["series"]} series */
function scoreTable({ players, vulnerable, score, outcome }, series) {
  const names = heads(...players.map(({ name }) => t(name)));
  names.prepend(element("td"));
  const made = element("table.points", {}, element("caption", {}, t("Score sheet")), names);
  /** @param {string} name @param {(string | number)[]} pair */
  const add = (name, pair, kind = "") => made.append(element("tr", { class: kind }, element("th", { scope: "row" }, name), ...cells(...pair)));
  add(t("vulnerable"), vulnerable.map((is) => (is ? t("yes") : t("no"))));
  for (const { kind, seat, points } of score) add(t(POINTS[kind] ?? kind), players.map((_, at) => (at === seat ? points : "")));
  if (outcome !== null) add(t("this deal"), outcome.scores.map(signed), "sum");
  const rubber = series?.rubber;
  if (rubber) {
    add(t("above the line"), rubber.above);
    add(t("below the line"), rubber.part_scores, "line");
    add(t("games"), rubber.games);
    add(t("total"), rubber.totals, "sum");
    if (!rubber.is_finished && String(rubber.settled) !== String(rubber.totals)) add(t("if it ended here"), rubber.settled);
    if (rubber.winner !== null) made.append(element("tr.sum", {}, element("td", { colspan: 3 }, t("{0} wins the rubber", t(players[rubber.winner].name)))));
  } else if (series && series.games > (outcome === null ? 0 : 1)) add(t(series.games === 1 ? "{0} deal" : "{0} deals", series.games), series.scores.map(signed), "sum");
  return made;
}

/** Ask how many tricks are claimed; the button says what it sends. */
export function askClaim() {
  const left = store.state?.claims ?? 0;
  if (left === 0) return;
  const dialog = element("dialog", { "aria-label": t("Claim"), close: () => dialog.remove() });
  const words = () => t("Claim {0} of the {1} tricks left", count.value, left);
  const count = select(Array.from({ length: left + 1 }, (_, at) => [String(left - at), String(left - at)]), String(left), () => (send.textContent = words()));
  const send = button(words(), () => {
    ask({ do: "claim", tricks: Number(count.value) });
    dialog.close();
  }, { class: "main" });
  dialog.append(
    element("h2", {}, t("Claim")),
    element("p", {}, t("It is granted if best play takes as many against any defence; then the rest is played out.")),
    field(t("Tricks"), count),
    row(send, button(t("Cancel"), () => dialog.close())),
  );
  document.body.append(dialog);
  dialog.showModal();
}
