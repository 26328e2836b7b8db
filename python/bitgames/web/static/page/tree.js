/** The tree of all moves: small boards below the position, joined by curves, coloured by their value. */

import { miniature } from "../board/pieces.js";
import { signed } from "../board/values.js";
import { drawn, element } from "../dom.js";
import { say, t } from "../i18n.js";
import { waitWords, warnOfSolve } from "./analysis.js";
import { button, later, row } from "./controls.js";
import { ask, store, view } from "./store.js";

/** @import {BoardScene, Branch, Explorer, Subtree} from "../../types" */

/** A second row of boards: for few moves, on wide panels, once nobody steps on; a server takes few messages a second. */
const MOST_TWIGS = 6;
const MOST_LEAVES = 6;
const WIDE = 500;
const LEAVES_MS = 700;

/** @type {Explorer} */
const explorer = { path: [], merge: true, page: null, wish: 0 };

/** @type {Record<string, HTMLElement>} */
const shape = {};

/** @param {HTMLElement} panel */
export function buildTree(panel) {
  const merge = element("input", { type: "checkbox", checked: true, change: () => {
    explorer.merge = merge.checked;
    browse(here());
  } });
  shape.crumbs = element("nav.crumbs", { "aria-label": t("Path in the tree") });
  shape.worth = element("p");
  shape.root = element("div.root", { "aria-hidden": "true" });
  shape.curves = element("div.curves", { "aria-hidden": "true" });
  // One listener for each kind of event serves all moves.
  shape.children = element("ul", { role: "tree", "aria-label": t("Moves from here"), click: (/** @type {Event} */ event) => descend(itemOf(event)), keydown: browseKey });
  shape.pages = element("div.row");
  shape.legend = element("p.legend");
  shape.body = element("div", {},
    element("div.drawing", {}, shape.root, shape.curves, shape.children),
    shape.pages,
    shape.legend,
    row(
      element("label.check", {}, merge, t("join symmetric positions")),
      button(t("Solve this position"), () => browse(here(), 0, { solve: true, warn: true })),
      button(t("Follow best play"), followBest),
      button(t("Show on the board"), () => explorer.path.length > 0 && ask({ do: "goto", node: here() }))));
  panel.replaceChildren(shape.crumbs, shape.worth, shape.body);
  new ResizeObserver(drawCurves).observe(shape.children);
}

/** @param {Event} event @returns {number} the place in the list; -1 outside of it */
function itemOf(event) {
  const item = /** @type {Element} */ (event.target).closest("[role=treeitem]");
  return item === null ? -1 : [...shape.children.children].indexOf(item);
}

/** The node that is browsed. */
const here = () => explorer.path.at(-1)?.n ?? store.state?.node ?? 0;

export function openTree() {
  if (store.state === null) return;
  explorer.path = [];
  browse(here());
}

/** @param {number} node @param {number} [offset] @param {{solve?: boolean, warn?: boolean}} [more] @param {() => void} [then] */
function browse(node, offset = 0, more = {}, then = () => {}) {
  const wish = ++explorer.wish;
  ask({ do: "tree", node, offset, merge: explorer.merge, ...more }, (answer) => {
    if (wish !== explorer.wish) return;
    if (answer.is === "note") refuse(say(answer));
    else if (answer.is === "queue") shape.worth.textContent = waitWords(answer.before);
    else if (answer.is === "effort") warnOfSolve(answer, () => browse(node, offset, { solve: true }));
    else if (answer.is === "tree") {
      explorer.page = answer;
      showTree(answer);
      if (answer.final) then();
    }
  });
}

/** Whether the server shows the tree of this game now: not while cards are hidden. */
export const hasTree = () => store.state?.can.includes("tree") ?? false;

/** Say why something is not done; where there is no tree, nothing of another one stays. @param {string} text */
function refuse(text) {
  shape.worth.textContent = text;
  shape.body.hidden = !hasTree();
  if (shape.body.hidden) shape.crumbs.replaceChildren();
}

/** The side that a value is good for: the first team, the other one, nobody. @param {number | null} value */
const kindOfValue = (value) => (value === null ? "unknown" : value > 0 ? "plus" : value < 0 ? "minus" : "even");

/** A value for team 0 as sign and number. @param {number | null} value */
function worthOf(value) {
  if (value === null) return element("span.worth", {}, "?");
  const sign = value > 0 ? "+" : value < 0 ? "\u2212" : "=";
  const size = Math.abs(value);
  return element("span", { class: `worth ${kindOfValue(value)}` }, `${sign}${size > 1 ? ` ${size}` : ""}`);
}

/** @param {Subtree} page */
function showTree(page) {
  const { state } = store;
  if (state === null || page.node !== here()) return;
  const { scene } = state;
  shape.body.hidden = false;
  const had = shape.children.contains(document.activeElement);
  const ahead = explorer.path.map((step, at) =>
    button(t(step.text), () => ((explorer.path = explorer.path.slice(0, at + 1)), browse(here())), { "aria-current": at === explorer.path.length - 1 ? "step" : null }));
  shape.crumbs.replaceChildren(button(t("Game"), openTree), ...ahead);
  const name = t(scene.players[0].name);
  const words = page.turn === null ? t("the game is over here") : t("{0} to move", t(scene.players[page.turn].name));
  const [low, high] = page.bounds ?? [null, null];
  const isResult = page.unit === "half points";
  const known = page.value !== null && isResult ? t([": {0} loses", ": a draw", ": {0} wins"][Math.sign(page.value) + 1], name) : page.value !== null ? t(", worth {0} for {1}", `${signed(page.value)} ${t(page.unit)}`, name) : low !== null && high !== null && low !== high ? t(", worth {0} to {1} for {2}", low, high, name) : page.final ? "" : t(", solving\u2026");
  shape.worth.textContent = words + known;
  const other = scene.players.find((player) => player.team !== scene.players[0].team)?.name ?? "";
  shape.legend.replaceChildren(...[["plus", t("{0} wins", name)], ["", t("draw")], ["minus", t("{0} wins", t(other))], ["best", t("best")]].map(([kind, words]) =>
    element("span", {}, element("i", { class: kind }), words)));
  const keys = page.children.map((child) => child.key);
  const board = scene.kind === "table" ? null : scene;
  const isSmall = board !== null && page.children.length <= 24;
  const owners = explorer.path.length === 0 ? board?.owners : explorer.path.at(-1)?.owners;
  shape.root.replaceChildren(...(isSmall && owners ? [element("span", { class: `box ${kindOfValue(page.value)}` }, miniature(board, owners))] : []));
  shape.children.classList.toggle("twigs", isSmall);
  shape.children.replaceChildren(...page.children.map((child, at) => {
    const twin = keys.indexOf(child.key);
    const notes = [
      child.moves.length > 1 ? t("also {0}", child.moves.slice(1, 8).join(" ")) : "",
      twin < at ? t("same position as {0}", page.children[twin].text) : "",
      child.over ? t("ends the game") : "",
    ].filter(Boolean).join(", ");
    const label = [t(child.text), child.value === null ? t("not solved") : t("worth {0}", signed(child.value)), child.best ? t("best") : "", notes].filter(Boolean).join(", ");
    return element("li", { role: "treeitem", "aria-level": explorer.path.length + 1, tabindex: at === 0 ? 0 : -1, class: `${kindOfValue(child.value)} ${child.best ? "best" : ""}`, "aria-label": label },
      isSmall && child.owners !== null ? miniature(board, child.owners) : null,
      element("span", {}, t(child.text)), worthOf(child.value), notes ? element("small", {}, notes) : null);
  }));
  if (page.children.length === 0) shape.children.replaceChildren(element("li", { role: "treeitem", tabindex: 0, "aria-level": 1 }, t("no moves")));
  const { offset, total } = page;
  /** @param {string} text @param {number} to */
  const turn = (text, to) => to >= 0 && to < total ? button(text, () => browse(here(), to)) : null;
  const turns = [turn(t("Earlier moves"), offset - 50), turn(t("More moves"), offset + 50)].filter((each) => each !== null);
  shape.pages.replaceChildren(...(total > 50 ? [t("{0} to {1} of {2}", offset + 1, offset + page.children.length, total), ...turns] : []));
  if (had) /** @type {HTMLElement | null} */ (shape.children.firstElementChild)?.focus();
  drawCurves();
  if (board !== null && page.final && page.children.length <= MOST_TWIGS) later("leaves", () => grow(page, board), LEAVES_MS);
}

/** Draw the moves below the moves, too, where there is room and nobody has gone on. @param {Subtree} page @param {BoardScene} board */
function grow(page, board) {
  if (store.tab !== "tree" || shape.children.clientWidth < WIDE) return;
  page.children.forEach((child, at) => {
    if (child.over) return;
    ask({ do: "tree", node: child.n, offset: 0, merge: explorer.merge }, (answer) => {
      const item = shape.children.children[at];
      if (explorer.page !== page || answer.is !== "tree" || !answer.final || !item || item.querySelector(".leaves")) return;
      const leaves = answer.children.slice(0, MOST_LEAVES).flatMap(({ owners, value, best }) =>
        owners === null ? [] : [element("span", { class: `${kindOfValue(value)} ${best ? "best" : ""}` }, miniature(board, owners))]);
      item.append(element("span.leaves", { "aria-hidden": "true" }, ...leaves));
    });
  });
}

/** Curves from the position to the first row of moves, the best ones in gold. */
function drawCurves() {
  const { curves, children, root } = shape;
  const items = /** @type {HTMLElement[]} */ ([...children.children]);
  const wide = children.clientWidth;
  curves.replaceChildren();
  if (!root.firstChild || wide === 0) return;
  const top = items[0].offsetTop;
  const svg = drawn("svg", { viewBox: `0 0 ${wide} 40`, width: wide, height: 40 });
  for (const item of items.filter((each) => each.offsetTop === top).sort((a, b) => Number(a.classList.contains("best")) - Number(b.classList.contains("best")))) {
    const x = item.offsetLeft - children.offsetLeft + item.offsetWidth / 2;
    svg.append(drawn("path", { d: `M${wide / 2} 0C${wide / 2} 26 ${x} 8 ${x} 40`, class: item.className }));
  }
  curves.append(svg);
}

/** @param {Branch} child */
const stepOf = (child) => ({ n: child.n, i: child.i, text: child.text, owners: child.owners });

/** @param {number} at */
function descend(at) {
  const child = explorer.page?.children[at];
  if (child === undefined || child.over) return;
  explorer.path.push(stepOf(child));
  browse(here());
}

/** @param {KeyboardEvent} event */
function browseKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const at = itemOf(event);
  const items = /** @type {HTMLElement[]} */ ([...shape.children.children]);
  if (event.key === "ArrowLeft") {
    if (explorer.path.pop()) browse(here());
  } else if (event.key === "ArrowRight" || event.key === "Enter" || event.key === " ") descend(at);
  else if (/^[1-9]$/.test(event.key)) descend(Number(event.key) - 1);
  else if (event.key === "ArrowUp" || event.key === "ArrowDown") {
    const next = items[at + (event.key === "ArrowUp" ? -1 : 1)];
    if (next) {
      for (const item of items) item.tabIndex = item === next ? 0 : -1;
      next.focus();
    }
  } else return;
  event.preventDefault();
  event.stopPropagation();
}

/** Go on with best moves, as far as they are known. */
function followBest() {
  const next = () => {
    const child = explorer.page?.children.find((each) => each.best);
    if (child === undefined || view() !== "play" || store.tab !== "tree" || child.over) return;
    explorer.path.push(stepOf(child));
    browse(here(), 0, {}, () => setTimeout(next, 150));
  };
  next();
}
