/** Who plays: a line for each seat, with its count and a mark whose turn it is. The page and a notebook have it. */

import { breaking, element } from "../dom.js";
import { t } from "../i18n.js";
import { aboutSeat } from "./scene.js";

/** @import {PlayerData, Seated} from "../../types" */

const MARKS = /** @type {Record<string, string>} */ ({
  ring: "\u25cb", cross: "\u2715", circle: "\u25cf", triangle: "\u25b2", square: "\u25a0",
});

/** The mark of a player beside words. @param {PlayerData} player @param {number} at */
export const markOf = (player, at) =>
  element("span", { class: `mark p${at} ${player.shape ?? "none"}`, "aria-hidden": "true" }, MARKS[player.shape ?? ""] ?? "");

/** A computer player in words. @param {string} player @param {boolean} isNamed whether it has a name of its own */
export const computerName = (player, isNamed) =>
  isNamed ? player : t("Computer, {0}", player.startsWith("level:") ? t(player.slice(6)) : player);

/** The seats above and below the board. @param {Seated} game @returns {number[][]} */
export function sides({ scene, seats }) {
  const all = seats.map((_, at) => at);
  const own = all.filter((at) => seats[at].yours);
  const viewer = scene.viewer;
  const near = viewer !== null && viewer >= 0 ? viewer : own.length > 0 && own.length < all.length ? own[0] : 0;
  return [all.filter((at) => at !== near), [near]];
}

/**
 * The lines of all seats in their order.
 * @param {Seated} game @param {(at: number) => string} who sits at a seat, in words
 * @param {(at: number) => (Node | null)[]} [more] what stands before the count
 */
export function seatLines({ scene, seats, turn }, who, more = () => []) {
  const isTeams = new Set(scene.players.map((player) => player.team)).size < scene.players.length;
  const own = seats.filter((seat) => seat.yours).length;
  const acts = turn !== null && scene.kind === "pyramid" && scene.choosing !== null ? scene.choosing : turn;
  return seats.map((seat, at) => {
    const player = scene.players[at];
    const isTurn = acts === at;
    const [count, words] = player.left !== null ? [player.left, t("{0} left", player.left)] : player.score !== null ? [player.score, ""] : [null, ""];
    const about = [isTeams ? t("team {0}", player.team + 1) : "", ...(scene.kind === "table" ? aboutSeat(scene, at) : [])];
    // A viewer with several seats sees the name of each, not "You" at all of them.
    const isNamed = own > 1 && seat.yours;
    const small = [isNamed ? "" : t(player.name), ...about].filter(Boolean).join(", ");
    return element("li", { class: isTurn ? "turn" : "", "aria-current": isTurn ? "true" : null, "data-team": isTeams ? player.team : null },
      markOf(player, at),
      element("span.who", {}, element("b", {}, ...breaking(isNamed ? t(player.name) : who(at))), element("small", {}, small)),
      isTurn ? element("span", { class: seat.thinking ? "pill thinks" : "pill" }, seat.thinking ? t("thinks\u2026") : seat.yours && own === 1 ? t("your turn") : t("to move")) : null,
      ...more(at),
      count !== null ? element("span.count", words ? { title: words } : {}, String(count)) : null,
    );
  });
}
