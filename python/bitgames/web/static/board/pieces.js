/** Drawing pieces on cells, on the board and in small pictures. */

import { drawn } from "../dom.js";
import { depthOf, kindOf, layersOf } from "./scene.js";

/** @import {BoardScene, Geometry, Place, Scene} from "../../types" */

/** @type {Record<string, string>} Symbols in a circle of radius 1. */
export const SYMBOLS = {
  circle: "M.5 0A.5 .5 0 1 1 -.5 0A.5 .5 0 1 1 .5 0Z",
  cross: "M-.42 -.42L.42 .42M-.42 .42L.42 -.42",
  red: "M-.42 -.42L.42 .42M-.42 .42L.42 -.42",
  triangle: "M0 -.62L.537 .31L-.537 .31Z",
  square: "M-.44 -.44H.44V.44H-.44Z",
  neutral: "M-.3 0H.3M0 -.3V.3",
};
/** @type {Record<string, string>} */
const BANDS = { cross: "none", triangle: "1 5", square: "9 5" };

/**
 * The piece of an owner on a cell.
 * @param {Scene} scene @param {Place} place
 * @param {number} wave the wave of a chain that brought it, or 0
 * @param {{rise: number, isHidden: boolean} | null} pile how high discs are, if they are piled
 * @returns {SVGElement[]}
 * @param {string} owner
 */
export function pieceOf(scene, place, owner, wave, pile) {
  const shape = owner === "*" ? "neutral" : scene.players[Number(owner)].shape ?? "circle";
  const player = owner === "*" ? "neutral" : `p${owner}`;
  const { x, y, rx, ry } = place;
  if (pile !== null) return piled(place, shape, player, wave, pile);
  const r = rx * 0.8;
  if (shape === "ring") return [drawn("circle", { cx: x, cy: y, r: r * 0.72, class: `ring ${player}`, "stroke-width": r * 0.26 })];
  if (scene.kind === "grid" && shape === "cross") {
    const a = r * 0.62;
    const d = `M${x - a} ${y - a}L${x + a} ${y + a}M${x - a} ${y + a}L${x + a} ${y - a}`;
    return [drawn("path", { d, class: `strokes ${player}`, "stroke-width": r * 0.27 })];
  }
  if (shape === "dark" || shape === "light")
    return [
      drawn("ellipse", { cx: x + rx * 0.03, cy: y + ry * 0.07, rx: r, ry: r, class: "shadow" }),
      drawn("circle", { cx: x, cy: y, r, class: `disc ${shape}` }),
      drawn("path", { d: `M${x - r * 0.68} ${y - r * 0.4}A${r * 0.79} ${r * 0.79} 0 0 1 ${x + r * 0.68} ${y - r * 0.4}`, class: "gleam", "stroke-width": r * 0.1 }),
    ];
  return [
    drawn("circle", { cx: x, cy: y, r, class: `disc ${player}` }),
    ...symbolOf(shape, x, y, r * 0.85, 1, wave),
  ];
}

/** A symbol, around a number if a wave brought the piece. @param {string} shape @param {number} x @param {number} y @param {number} r @param {number} flat @param {number} wave */
function symbolOf(shape, x, y, r, flat, wave) {
  const around = wave ? r * 1.35 : r;
  const found = [
    drawn("path", {
      d: SYMBOLS[shape] ?? SYMBOLS.circle,
      class: shape === "neutral" ? "symbol plain" : "symbol",
      transform: `translate(${x.toFixed(2)} ${y.toFixed(2)}) scale(${around.toFixed(2)} ${(around * flat).toFixed(2)})`,
    }),
  ];
  if (wave) {
    const size = r * 0.85 * (0.4 + 0.6 * flat);
    found.push(
      drawn("ellipse", { cx: x, cy: y, rx: r * 0.5, ry: r * 0.5 * flat, class: "patch" }),
      drawn("text", { x, y: y + size * 0.36, "font-size": size, class: "number" }, String(wave)),
    );
  }
  return found;
}

/** A disc of the pile. @param {Place} place @param {string} shape @param {string} player @param {number} wave @param {{rise: number, isHidden: boolean}} pile @param {string} shape */
function piled({ x, y, rx, ry }, shape, player, wave, { rise, isHidden }) {
  const top = y - rise;
  const arc = `A${rx.toFixed(2)} ${ry.toFixed(2)} 0 0 0 `;
  const side = `M${x - rx} ${top}V${y}${arc}${x + rx} ${y}V${top}Z`;
  const found = [
    drawn("ellipse", { cx: x + 3, cy: y + 4, rx, ry, class: "shadow" }),
    drawn("path", { d: side, class: `wall ${player}` }),
    drawn("path", { d: side, class: "shade" }),
  ];
  if (shape in BANDS) {
    const middle = (y + top) / 2;
    const d = `M${x - rx} ${middle}${arc}${x + rx} ${middle}`;
    found.push(drawn("path", { d, class: "band", "stroke-dasharray": BANDS[shape] }));
  }
  found.push(drawn("ellipse", { cx: x, cy: top, rx, ry, class: `disc ${player}` }));
  if (!isHidden) found.push(...symbolOf(shape, x, top, rx * 0.8, ry / rx, wave));
  return found;
}

/**
 * A small picture of a board without coordinates; a pyramid is seen from above.
 * @param {BoardScene} scene
 * @param {string} owners
 */
export function miniature(scene, owners) {
  const size = scene.kind === "grid" ? [scene.width, scene.height] : [scene.size, scene.size];
  const kind = kindOf(scene);
  const picture = drawn("svg", {
    viewBox: `-0.1 -0.1 ${size[0] + 0.2} ${size[1] + 0.2}`,
    class: `mini ${kind}`,
    "aria-hidden": "true",
  });
  let lines = "";
  if (scene.kind === "grid" && kind !== "plate") {
    for (let at = 1; at < size[0]; at++) lines += `M${at} 0V${size[1]}`;
    for (let at = 1; at < size[1]; at++) lines += `M0 ${at}H${size[0]}`;
    picture.append(drawn("path", { d: lines, class: "lines" }));
  }
  // One path for the pieces of a player on a layer: a page of the tree stays small.
  for (const layer of layersOf(scene)) {
    /** @type {Map<string, string>} */
    const paths = new Map();
    for (let at = 0; at < layer.width * depthOf(scene, layer); at++) {
      const owner = owners[layer.first + at];
      if (owner === "." && kind !== "plate") continue;
      const shift = Math.max(layer.level - 1, 0) / 2 + 0.5;
      const [x, y] = [(at % layer.width) + shift, Math.floor(at / layer.width) + shift];
      const isCross = scene.kind === "grid" && owner !== "." && scene.players[Number(owner)].shape === "cross";
      const d = isCross ? `M${x - 0.25} ${y - 0.25}l.5 .5m0 -.5l-.5 .5` : `M${x - 0.38} ${y}a.38 .38 0 1 0 .76 0a.38 .38 0 1 0 -.76 0`;
      paths.set(owner, (paths.get(owner) ?? "") + d);
    }
    for (const [owner, d] of paths)
      picture.append(drawn("path", { d, class: owner === "." ? "hole" : owner === "*" ? "neutral" : `p${owner} ${scene.players[Number(owner)].shape}` }));
  }
  return picture;
}

/**
 * A picture of a pyramid as a pile, without words.
 * @param {BoardScene} scene @param {Geometry} geometry
 */
export function pileOf(scene, geometry) {
  const { table, cells, height: rise, slab } = geometry;
  const [left, near, right, far] = table;
  const [bottom, tip] = [near[1] + slab, Math.min(far[1], ...cells.map((cell) => cell[1] - cell[3] - rise))];
  const picture = drawn("svg", { viewBox: `${left[0]} ${tip} ${right[0] - left[0]} ${bottom - tip}`, class: "pile", "aria-hidden": "true" });
  picture.append(...tableOf(geometry));
  cells.forEach(([x, y, rx, ry], cell) => {
    const owner = scene.owners[cell];
    if (owner !== ".") picture.append(...pieceOf(scene, { x, y, rx, ry }, owner, 0, { rise, isHidden: false }));
  });
  return picture;
}

/** The table under a pile. @param {Geometry} geometry */
export function tableOf({ table, slab }) {
  /** @param {number[][]} points */
  const path = (points) => `M${points.map((pair) => pair.map((side) => side.toFixed(1)).join(" ")).join("L")}Z`;
  /** @param {number[]} point */
  const lower = (point) => [point[0], point[1] + slab];
  const [left, near, right] = table;
  return [
    drawn("path", { d: path([left, near, lower(near), lower(left)]), class: "slab left" }),
    drawn("path", { d: path([near, right, lower(right), lower(near)]), class: "slab right" }),
    drawn("path", { d: path(table), class: "slab" }),
  ];
}
