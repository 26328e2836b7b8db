/**
 * The board: draws the scene of a position and takes moves by mouse, touch and keyboard.
 *
 * An anywidget front-end module, on the page and in a notebook. It knows no rules: legal moves, chains
 * and flips come with the scene, the places of cells with `geometry`.
 */

import { element } from "../dom.js";
import { TableBoard } from "./cards.js";
import { CellBoard } from "./cells.js";

/** @import {Model, ToBoard} from "../../types" */

const WATCHED = ["scene", "values", "ghosts", "view", "flip", "playable", "options", "geometry", "zoom", "height", "tall"];

/**
 * Draw the board of a model into an element; the function that is returned takes it away.
 * @param {{model: Model, el: HTMLElement}} host
 * @returns {() => void}
 */
export function render({ model, el }) {
  // Keys in the board are for the board, not for the notebook around it.
  const root = element("div.bitgames", { "data-lm-suppress-shortcuts": "true" });
  el.append(root);
  /** @type {CellBoard | TableBoard | null} */
  let board = null;
  let isTable = false;
  let isAsked = false;
  let isGone = false;
  const update = () => {
    isAsked = false;
    const scene = model.get("scene");
    // What is not shown has no width yet, on which the view depends.
    if (isGone || !scene || root.clientWidth === 0) return;
    if (board === null || isTable !== (scene.kind === "table")) {
      board?.destroy();
      root.replaceChildren();
      isTable = scene.kind === "table";
      board = isTable ? new TableBoard(root, model) : new CellBoard(root, model);
    }
    board.update();
  };
  // Changes that come together are one update, which nobody sees half done.
  const later = () => {
    if (!isAsked) queueMicrotask(update);
    isAsked = true;
  };
  /** @param {ToBoard} message */
  const receive = (message) =>
    message.is === "connected" ? (board?.reset(), later()) : board?.receive(message);
  const skip = () => board?.skip();
  let width = 0;
  const observer = new ResizeObserver(() => {
    if (root.clientWidth !== width) {
      width = root.clientWidth;
      requestAnimationFrame(update);
    }
  });
  observer.observe(root);
  for (const name of WATCHED) model.on(`change:${name}`, later);
  model.on("msg:custom", receive);
  addEventListener("keydown", skip, true);
  update();
  return () => {
    isGone = true;
    observer.disconnect();
    for (const name of WATCHED) model.off(`change:${name}`, later);
    model.off("msg:custom", receive);
    removeEventListener("keydown", skip, true);
    board?.destroy();
    root.remove();
  };
}

export default { render };