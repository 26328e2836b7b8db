/** The auction: the calls so far, and what can be called, a bid by its level and then its suit. */

import { element } from "../dom.js";
import { t } from "../i18n.js";
import { SUITS } from "./scene.js";
import { graded } from "./values.js";

/** @import {TableScene} from "../../types" */
/** @import {TableBoard} from "./cards.js" */

const STRAINS = ["C", "D", "H", "S", "NT"];

/** A call as it is shown: `2` and the sign of its suit. @param {string} text */
function faceOf(text) {
  const sign = text.length === 2 ? SUITS[text[1]]?.sign : undefined;
  return sign ? [`${text[0]} `, element("span", { "data-suit": text[1] }, sign)] : [t(text)];
}

/** The calls by the two seats, the dealer first; `?` stands for the next one. @param {TableScene} scene @param {string} title */
export function callsTable(scene, title) {
  const { calls } = scene.auction;
  const table = element("table.calls", {}, element("caption", {}, title));
  const order = [scene.dealer, 1 - scene.dealer];
  const isOpen = scene.phase === "auction";
  table.append(element("tr", {}, ...order.map((seat) => element("th", { scope: "col" }, t(scene.players[seat].name)))));
  for (let at = 0; at < calls.length + (isOpen ? 1 : 0); at += 2)
    table.append(element("tr", {}, ...[0, 1].map((more) => {
      const call = calls[at + more];
      return element("td", {}, ...(call ? faceOf(call) : [isOpen && at + more === calls.length ? "?" : ""]));
    })));
  return table;
}

/** @param {TableBoard} board @returns {Node[]} */
export function auctionOf(board) {
  const { scene } = board;
  if (scene.phase === "auction") return [callsTable(scene, t("Calls")), boxOf(board)];
  if (scene.auction.calls.length === 0) return [];
  return [element("details", {}, element("summary", {}, t("Auction")), callsTable(scene, t("Calls")))];
}

/** The bidding box: levels, strains, calls. @param {TableBoard} board */
function boxOf(board) {
  const { scene, model } = board;
  const playable = Boolean(model.get("playable"));
  const values = graded(model.get("values"), board.options);
  /** @param {string} text */
  const moveOf = (text) => (playable ? scene.moves.text.indexOf(text) : -1);
  const lowest = [1, 2, 3, 4, 5, 6, 7].find((level) => STRAINS.some((strain) => moveOf(`${level}${strain}`) >= 0)) ?? 0;
  const level = Math.max(board.level, lowest);
  /** A button of a call. @param {string} text @param {boolean} first @param {...(Node | string)} shown */
  const call = (text, first, ...shown) => {
    const at = moveOf(text);
    const value = at >= 0 ? values.get(scene.moves.index[at]) : undefined;
    return element("button", {
      type: "button", "aria-label": t(text), "aria-disabled": String(at < 0), class: "call",
      "data-i": at >= 0 ? scene.moves.index[at] : null,
      title: at >= 0 ? value?.text || null : playable ? t("not possible now") : t("it is not your turn"),
      tabindex: first ? 0 : -1,
    }, ...shown, value ? element("em", { class: `grade ${value.grade}`, "aria-hidden": "true" }, value.short || "\u25ce") : null);
  };
  const levels = element("div.levels", { role: "group", "aria-label": t("Level") }, ...[1, 2, 3, 4, 5, 6, 7].map((each) =>
    element("button", {
      type: "button", class: "call", "aria-pressed": String(each === level),
      "aria-disabled": STRAINS.some((strain) => moveOf(`${each}${strain}`) >= 0) ? null : "true", tabindex: each === Math.max(level, 1) ? 0 : -1,
      click: (/** @type {{currentTarget: HTMLElement}} */ { currentTarget }) => {
        if (currentTarget.getAttribute("aria-disabled") === "true") return;
        board.level = each;
        board.update();
      },
    }, String(each))));
  const bids = element("div.bids", { role: "group", "aria-label": t("Bids") },
    ...STRAINS.map((strain, at) => {
      const text = `${Math.max(level, 1)}${strain}`;
      return call(text, at === 0, element("span", { "aria-hidden": "true" }, ...faceOf(text)));
    }));
  const others = element("div.others", { role: "group", "aria-label": t("Calls") },
    ...["pass", "double", "redouble"].filter((text) => text === "pass" || moveOf(text) >= 0).map((text, at) => call(text, at === 0, t(text))));
  return element("div.calling", {}, others, levels, bids);
}
