/** The moves of a game in a line, and the ways along it: a list and a slider. The page and a notebook have them. */

import { element } from "../dom.js";
import { t } from "../i18n.js";

/** The slider waits this long for where it goes next: each place is a question to the game. */
const SLIDE_MS = 80;

/** @param {HTMLElement} list of moves, in which the present one comes into sight */
function showHere(list) {
  const here = /** @type {HTMLElement | null} */ (list.querySelector(".here"));
  list.scrollTop = here === null ? 0 : here.offsetTop - list.offsetTop - list.clientHeight / 2;
}

/** A list for the moves. */
export function moveList() {
  const list = element("ol.moves", { "aria-label": t("Moves") });
  // Nothing is in sight before the list has a size.
  new ResizeObserver(() => showHere(list)).observe(list);
  return list;
}

/**
 * Show the moves in a list; a press on one goes to the position after it.
 * @param {HTMLElement} list @param {{text: string}[]} line
 * @param {number} at how many of them are played in the position shown
 * @param {((ply: number) => void) | null} go
 * @param {(ply: number) => (Node | null)[]} [more] what stands behind a move
 */
export function listMoves(list, line, at, go, more = () => []) {
  const focused = [...list.children].findIndex((item) => item.contains(document.activeElement));
  list.replaceChildren(...line.map((move, before) =>
    element("li", { class: before === at - 1 ? "here" : before >= at ? "ahead" : "" },
      element("button", {
        type: "button", click: () => go?.(before + 1), "aria-current": before === at - 1 ? "step" : null,
        "aria-disabled": go === null ? "true" : null,
      }, t(move.text)),
      ...more(before + 1))));
  list.children[Math.min(focused, line.length - 1)]?.querySelector("button")?.focus({ preventScroll: true });
  showHere(list);
}

/** A slider along the moves, and what shows a place on it. @param {(ply: number) => void} go */
export function moveSlider(go) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let wait;
  const slider = element("input", { type: "range", min: 0, "aria-label": t("Move number"), input: () => {
    wait ??= setTimeout(() => {
      wait = undefined;
      go(Number(slider.value));
    }, SLIDE_MS);
  } });
  /** @param {number} at @param {number} count */
  const slideTo = (at, count) => {
    slider.max = String(count);
    // It is the hand's while it moves.
    if (wait === undefined && !slider.matches(":active")) slider.value = String(at);
  };
  return { slider, slideTo };
}
