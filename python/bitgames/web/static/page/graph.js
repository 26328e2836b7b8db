/** The course of the game: a curve of values, with the moves that lost most. */

import { MISTAKES, signed } from "../board/values.js";
import { drawn, element } from "../dom.js";
import { t } from "../i18n.js";
import { button, table } from "./controls.js";
import { goTo } from "./moves.js";
import { store } from "./store.js";

const [WIDTH, HEIGHT, LEFT, LOW] = [480, 150, 34, 18];

/** The text of a move of the line on the board, from 1 on. @param {number} ply */
export function moveAt(ply) {
  const move = store.line[ply - 1];
  return move === undefined ? "" : t(move.text);
}

/** @param {HTMLElement} place */
export function showGraph(place) {
  const { graph, state } = store;
  const points = graph?.points ?? [];
  if (points.length === 0 || graph === null || state === null) {
    place.replaceChildren();
    return;
  }
  const known = points.flatMap(({ value, grade, loss = 0, ...point }, at) => (value === null ? [] : [{ ...point, at, value, loss, grade: grade ?? "" }]));
  const most = Math.max(1, ...known.map((point) => Math.abs(point.value)));
  const middle = (HEIGHT - LOW) / 2;
  /** @param {number} at */
  const x = (at) => LEFT + (at / Math.max(1, points.length - 1)) * (WIDTH - LEFT - 10);
  /** @param {number} value */
  const y = (value) => middle - (value / most) * (middle - 10);
  const svg = drawn("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, "aria-hidden": "true" });
  /** @param {string} words @param {number} left @param {number} top @param {string} kind */
  const text = (words, left, top, kind) => svg.append(drawn("text", { x: left, y: top, class: kind }, words));
  const curve = known.map((point, at) => `${at ? "L" : "M"}${x(point.at)} ${y(point.value)}`).join("");
  if (known.length > 1)
    svg.append(drawn("path", { d: `${curve}L${x(known[known.length - 1].at)} ${middle}L${x(known[0].at)} ${middle}Z`, class: "area" }));
  svg.append(drawn("path", { d: `M${LEFT} ${middle}H${WIDTH}`, class: "axis" }), drawn("path", { d: curve, class: "curve" }));
  text(signed(most), LEFT - 4, 14, "end");
  text("0", LEFT - 4, middle + 4, "end");
  text(signed(-most), LEFT - 4, HEIGHT - LOW, "end");
  text(t("{0} is ahead above the line", t(state.scene.players[0].name)), LEFT, HEIGHT - 3, "");
  const here = points.findIndex((point) => point.ply === state.path.length);
  if (here >= 0) svg.append(drawn("path", { d: `M${x(here)} 4V${HEIGHT - LOW}`, class: "cursor" }));
  for (const point of known) {
    const { grade } = point;
    const isMistake = MISTAKES.includes(grade);
    const dot = drawn("circle", { cx: x(point.at), cy: y(point.value), r: isMistake ? 4.5 : 2.5, class: isMistake ? grade : "point" },
      drawn("title", {}, `${point.ply}. ${moveAt(point.ply)} ${signed(point.value)}`));
    svg.append(dot);
  }
  svg.addEventListener("click", (event) => {
    const box = svg.getBoundingClientRect();
    const at = ((event.clientX - box.left) / box.width) * WIDTH;
    goTo(points[Math.max(0, Math.min(points.length - 1, Math.round(((at - LEFT) / (WIDTH - LEFT - 10)) * (points.length - 1))))].ply);
  });
  const mistakes = known
    .filter((point) => MISTAKES.includes(point.grade))
    .sort((a, b) => b.loss - a.loss).slice(0, 12)
    .map((point) => {
      const move = `${point.ply}. ${moveAt(point.ply)}`;
      const loss = signed(point.loss).slice(1);
      return element("li", {}, button(point.best ? t("{0} loses {1}, {2} was best", move, loss, point.best) : t("{0} loses {1}", move, loss), () => goTo(point.ply)));
    });
  const totals = graph.totals.map(({ seat, moves, best, loss, blunders }) =>
    [t(state.scene.players[seat].name), moves, best, signed(loss).replace("+", ""), blunders]);
  place.replaceChildren(element("h3", {}, t("Course of the game")), svg,
    mistakes.length ? element("ul.mistakes", { "aria-label": t("Mistakes") }, ...mistakes) : "",
    totals.length ? table([[t("player"), t("moves"), t("best"), t("lost {0}", t(graph.unit)), t("blunders")], ...totals]) : "");
}
