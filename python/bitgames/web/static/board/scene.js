/** What a scene says in words, and its parts. */

import { t } from "../i18n.js";

/** @import {BoardScene, GridScene, LayerData, Scene, TableScene} from "../../types" */

/** @type {Record<string, {name: string, sign: string}>} */
export const SUITS = {
  S: { name: "spades", sign: "\u2660" },
  H: { name: "hearts", sign: "\u2665" },
  D: { name: "diamonds", sign: "\u2666" },
  C: { name: "clubs", sign: "\u2663" },
};

/**
 * Whether a scene comes soon after the one on the screen: quick players move twice in one frame.
 * @param {Scene} scene @param {Scene | null} shown
 */
export const follows = (scene, shown) =>
  shown !== null && shown.game === scene.game && scene.ply > shown.ply && scene.ply <= shown.ply + 3;

/** @param {Scene} scene @returns {scene is GridScene} */
export const falls = (scene) => scene.kind === "grid" && scene.falls;

/** The look of a board. @param {Scene} scene @returns {string} */
export const kindOf = (scene) => (falls(scene) ? "plate" : scene.players[0].shape === "dark" ? "discs" : scene.kind);

/** @param {BoardScene} scene @returns {LayerData[]} the layers, the ground first */
export function layersOf(scene) {
  return scene.kind === "pyramid" ? scene.layers : [{ level: 0, width: scene.width, first: 0 }];
}

/** @param {BoardScene} scene @param {LayerData} layer @returns {number} */
export const depthOf = (scene, layer) => (scene.kind === "pyramid" ? layer.width : scene.height);

/**
 * The names of the cells of a board, which are also the texts of its moves.
 * @param {BoardScene} scene
 * @returns {string[]}
 */
export function cellNames(scene) {
  /** @type {string[]} */
  const names = [];
  for (const layer of layersOf(scene))
    for (let at = 0; at < layer.width * depthOf(scene, layer); at++)
      names[layer.first + at] =
        (layer.level || "") +
        scene.columns[at % layer.width] +
        scene.rows[Math.floor(at / layer.width)];
  return names;
}

/** The text of a card as it is read: `S A`, `H 10`. @param {string} card */
export const cardName = (card) => `${card[0]} ${card[1] === "T" ? "10" : card[1]}`;

/** A bid with the sign of its suit: `2\u2660`, `4\u2665x`. @param {string} bid */
export const bidText = (bid) => bid.replace(/^(\d)([SHDC])/, (_, level, suit) => level + SUITS[suit].sign);

/**
 * Whose turn it is, or the result, in a line.
 * @param {Scene} scene
 */
export function standing(scene) {
  const { turn, outcome, players } = scene;
  if (scene.kind === "table" || outcome !== null || turn === null) return scene.caption;
  if (scene.kind === "pyramid" && scene.choosing !== null) {
    const left = Math.min(players[scene.choosing].left ?? 1, scene.offered.length);
    return t(left === 1 ? "{0} chooses {1} cell" : "{0} chooses {1} cells", t(players[scene.choosing].name), left);
  }
  return t("{0} to move", t(players[turn].name));
}

/**
 * What the last move was and did, in a line; empty without a last move.
 * @param {Scene | null} before
 * @param {Scene} scene
 */
export function lastMove(before, scene) {
  if (scene.last === null) return "";
  let seat = before !== null && before.ply === scene.ply - 1 ? before.turn : null;
  let text = t(scene.last.text);
  let effect = "";
  if (scene.kind === "table") {
    if (scene.last.card !== null) text = cardName(scene.last.card);
  } else {
    if (scene.last.cell !== null) seat = parseInt(scene.owners[scene.last.cell], 10);
    const names = cellNames(scene);
    const cells = scene.waves.flat();
    if (cells.length > 0)
      effect =
        scene.kind === "grid"
          ? t(", flips {0}", cells.length)
          : t(", chain: {0}", cells.map((cell) => names[cell]).join(", "));
  }
  const name = seat === null || Number.isNaN(seat) ? "" : `${t(scene.players[seat].name)} `;
  return name + text + effect;
}

/** What there is to say of a seat at the table. @param {TableScene} scene @returns {string[]} @param {number} seat */
export function aboutSeat(scene, seat) {
  const { phase, contract } = scene;
  const tricks = scene.tricks[seat];
  return [
    scene.declarer === seat && contract !== null ? t("declarer, {0}", bidText(contract)) : "",
    phase === "play" || phase === "over" ? t(tricks === 1 ? "{0} trick" : "{0} tricks", tricks) : "",
    scene.dealer === seat && phase === "auction" ? t("dealer") : "",
    scene.vulnerable[seat] ? t("vulnerable") : "",
  ].filter(Boolean);
}
