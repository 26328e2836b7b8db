/** What is drawn over pieces and cells: the last move, values, previews, lines that won. */

import { drawn } from "../dom.js";

/** @import {Mark, Scene, Spot} from "../../types" */

/**
 * @param {Spot} spot
 * @param {Mark} mark what there is to show
 * @param {{kind: string, isPile: boolean, rise: number, scene: Scene}} look of the board
 * @returns {SVGElement[]}
 */
export function marksOf(spot, mark, { kind, isPile, rise, scene }) {
  const { x, rx } = spot;
  const flat = isPile ? spot.ry / rx : 1;
  const y = isPile && mark.filled ? spot.y - rise : spot.y;
  /** @type {SVGElement[]} */
  const found = [];
  /** @param {number} r @param {string} kind */
  const oval = (r, kind, more = {}) =>
    found.push(drawn("ellipse", { cx: x, cy: y, rx: rx * r, ry: rx * r * flat, class: kind, ...more }));
  /** @param {string} text @param {number} size @param {number} up */
  const word = (text, size, up, kind = "") =>
    found.push(drawn("text", { x, y: y + size * 0.36 - up, "font-size": size, class: `word ${kind}` }, text));
  if (mark.flipped) oval(isPile ? 1 : 0.86, "flipped");
  if (mark.last) {
    if (isPile) oval(0.93, "last back"), oval(0.93, "last front");
    else if (kind !== scene.kind) oval(0.2, "last dot");
    else found.push(drawn("rect", { x: x - rx * 0.93, y: y - rx * 0.93, width: rx * 1.86, height: rx * 1.86, rx: rx * 0.15, class: "last frame" }));
  }
  if (mark.ghost) {
    oval(0.66, `ghost p${mark.ghost.seat}`);
    word(String(mark.ghost.number), rx * 0.62, 0);
  } else if (mark.effect) {
    oval(0.62, "effect");
    if (kind !== "discs") word(String(mark.effect), rx * 0.6, 0);
  } else if (mark.value) {
    const { grade, short, weight, shallow } = mark.value;
    if (short === "" || mark.show === "colours") oval(0.5, `grade ${grade}`, { "fill-opacity": weight });
    else {
      oval(0.72, `pill ${grade}`, { "fill-opacity": weight });
      word(short, rx * (short.length > 4 ? 0.42 : short.length > 3 ? 0.5 : 0.6), 0, `${shallow ? "shallow" : ""} ${weight < 0.5 ? "faint" : ""}`);
    }
    if (grade === "best") oval(0.78, "best");
  } else if (mark.offered) {
    oval(0.85, "offer");
    word("?", rx * 0.8, 0);
  } else if (mark.legal && mark.lands && mark.dot) oval(0.22, "dot");
  if (mark.aim && mark.lands) oval(0.8, `aim p${scene.turn}`);
  return found;
}

/** Strikes through the lines that won. @param {number[][]} lines @param {(Spot | undefined)[]} spots */
export function strikesOf(lines, spots) {
  const group = drawn("g", { class: "strike" });
  for (const line of lines) {
    const [from, to] = [spots[line[0]], spots[line[line.length - 1]]];
    if (!from || !to) continue;
    const [dx, dy] = [Math.sign(to.x - from.x), Math.sign(to.y - from.y)].map((sign) => sign * from.rx * 0.7);
    group.append(drawn("path", { d: `M${from.x - dx} ${from.y - dy}L${to.x + dx} ${to.y + dy}`, "stroke-width": from.rx * 0.16 }));
  }
  return group;
}
