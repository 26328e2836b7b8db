/** Building the board: pictures with buttons over them, once for each board, view and side. */

import { drawn, element } from "../dom.js";
import { t } from "../i18n.js";
import { tableOf } from "./pieces.js";
import { depthOf, falls, kindOf, layersOf } from "./scene.js";

/** @import {CellBoard} from "./cells.js" */
/** @import {BoardScene, Geometry, LayerData, PyramidScene} from "../../types" */

/** The border around a flat board, in cells: coordinates stand in it. */
export const BORDER = 0.36;
/** The place of the name of a layer, in cells. */
const HEAD = 0.95;

/**
 * One picture with buttons over it.
 * @param {CellBoard} board
 * @param {LayerData[]} layers
 * @param {(slot: number) => number[]} place
 * @returns {{pane: HTMLElement, under: SVGElement, front: SVGElement}} `front` hides the pieces
 * @param {number[]} box
 * @param {boolean} flip
 */
function paneOf(board, box, layers, flip, place) {
  const { scene } = board;
  const [left, top, width, height] = box;
  const [under, pieces, front, over] = [0, 1, 2, 3].map(() => drawn("g"));
  const viewBox = box.map((side) => side.toFixed(2)).join(" ");
  const picture = drawn("svg", { viewBox, "aria-hidden": "true" }, under, pieces, front, over);
  const pane = element("div.pane", {}, picture);
  pane.style.aspectRatio = `${width} / ${height}`;
  pane.style.setProperty("--aspect", String(width / height));
  for (const layer of layers) {
    const label = layer.level ? t("Board, layer {0}", layer.level) : t("Board");
    const grid = element("div", { role: "grid", "aria-label": label });
    const count = layer.width * depthOf(scene, layer);
    for (let at = 0; at < count; at++) {
      if (at % layer.width === 0) grid.append(element("div", { role: "row" }));
      const slot = layer.first + at;
      const cell = flip ? layer.first + count - 1 - at : slot;
      const [x, y, rx, ry] = place(slot);
      const button = element("button", { type: "button", tabindex: -1, "data-cell": cell });
      Object.assign(button.style, {
        left: `${((x - rx - left) / width) * 100}%`,
        top: `${((y - ry - top) / height) * 100}%`,
        width: `${((2 * rx) / width) * 100}%`,
        height: `${((2 * ry) / height) * 100}%`,
      });
      grid.lastElementChild?.append(element("div", { role: "gridcell" }, button));
      const spot = { group: drawn("g"), over: drawn("g"), button, square: null, piece: "", marks: "" };
      pieces.append(spot.group);
      over.append(spot.over);
      board.spots[cell] = { ...spot, x, y, rx, ry };
    }
    pane.append(grid);
  }
  board.panes.append(pane);
  return { pane, under, front };
}

/** A flat board, or a layer of a pyramid. @param {CellBoard} board @param {Geometry} geometry @param {LayerData} layer @param {boolean} flip */
export function layFlat(board, geometry, layer, flip) {
  const { scene } = board;
  const kind = kindOf(scene);
  const places = geometry.cells;
  const ground = layersOf(scene)[0];
  const pitch = ground.width > 1 ? places[ground.first + 1][0] - places[ground.first][0] : 2 * places[0][2];
  const half = pitch / 2;
  const height = depthOf(scene, layer);
  const count = layer.width * height;
  const [x0, y0] = places[layer.first].map((side) => side - half);
  const isLayer = layer.level > 0;
  const [margin, head] = [pitch * BORDER, pitch * (isLayer ? HEAD : BORDER)];
  const box = [x0 - margin, y0 - head, layer.width * pitch + 2 * margin, height * pitch + head + margin];
  const { pane, under, front } = paneOf(board, box, [layer], flip, (slot) => [places[slot][0], places[slot][1], half, half]);
  pane.style.setProperty("--across", String(box[2] / pitch));
  pane.style.setProperty("--down", String(box[3] / pitch));
  if (!isLayer)
    under.append(drawn("rect", { x: box[0], y: box[1], width: box[2], height: box[3], rx: pitch * 0.16, class: "frame" }));
  /** @param {string} text @param {number} x @param {number} y */
  const word = (text, x, y) =>
    drawn("text", { x, y: y + pitch * 0.075, "font-size": pitch * (layer.width > 9 ? 0.3 : 0.21), class: "label" }, text);
  if (isLayer) under.append(word(t("layer {0}", layer.level), x0 + (layer.width * pitch) / 2, y0 - pitch * 0.72));
  for (let at = 0; at < layer.width; at++) {
    const column = scene.columns[flip ? layer.width - 1 - at : at];
    under.append(word(column, x0 + (at + 0.5) * pitch, y0 - margin / 2));
  }
  for (let at = 0; at < height; at++) {
    const row = scene.rows[flip ? height - 1 - at : at];
    under.append(word(row, x0 - margin / 2, y0 + (at + 0.5) * pitch));
  }
  const r = half * 0.8;
  for (let at = 0; at < count; at++) {
    const [x, y] = places[layer.first + at];
    let d = `M${x - half} ${y - half}h${pitch}v${pitch}h${-pitch}z`;
    if (falls(scene)) d += `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;
    const square = drawn("path", { d });
    (falls(scene) ? front : under).append(square);
    const spot = board.spots[layer.first + (flip ? count - 1 - at : at)];
    if (!spot) continue;
    spot.square = square;
    spot.group.style.setProperty("--fall", `${Math.floor(at / layer.width) + 1}`);
  }
  if (kind !== "plate") {
    let d = "";
    for (let at = 1; at < layer.width; at++) d += `M${x0 + at * pitch} ${y0}v${height * pitch}`;
    for (let at = 1; at < height; at++) d += `M${x0} ${y0 + at * pitch}h${layer.width * pitch}`;
    under.append(drawn("path", { d, class: "lines", "stroke-width": pitch * (kind === "grid" && layer.width < 6 ? 0.045 : 0.03) }));
  }
  if (scene.kind === "grid" && scene.width === 8 && kind === "discs")
    for (const slot of [18, 22, 50, 54]) {
      const [x, y] = places[slot];
      under.append(drawn("circle", { cx: x - half, cy: y - half, r: pitch * 0.06, class: "point" }));
    }
}

/**
 * A pyramid from above its front corner. Flipped, the cells of each layer change places.
 * @param {CellBoard} board @param {Geometry} geometry @param {LayerData[]} layers @param {boolean} flip
 */
export function pileUp(board, geometry, layers, flip) {
  const scene = /** @type {PyramidScene} */ (board.scene);
  const { under } = paneOf(board, geometry.box, layers, flip, (slot) => geometry.cells[slot]);
  board.rise = geometry.height;
  under.append(...tableOf(geometry));
  /** @param {string} text */
  const other = (text) => {
    const names = scene.columns.includes(text) ? scene.columns : scene.rows;
    return flip ? names[names.length - 1 - names.indexOf(text)] : text;
  };
  for (const { text, x, y } of geometry.labels)
    under.append(drawn("text", { x, y, "font-size": 15, class: "label" }, other(text)));
  for (let at = 0; at < scene.size ** 2; at++) {
    const [x, y, rx, ry] = geometry.cells[layers[0].first + at];
    under.append(drawn("ellipse", { cx: x, cy: y, rx, ry, class: "hollow" }));
  }
}
