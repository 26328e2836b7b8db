/**
 * The board in a notebook, with a line of words and a few buttons.
 */

import { render } from "../web/static/board/board.js";
import { lastMove, standing } from "../web/static/board/scene.js";
import { element } from "../web/static/dom.js";

/** @import {Model, NotebookSent, NotebookShown, Scene} from "../web/types" */

/** A kernel that is busy hears nothing: after this time the viewer is told so. */
const BUSY_MS = 500;
const QUIET = ["preview", "geometry", "hello", "bye"];
const AROUND = ["scene", "words", "can", "thinks", "analysis"];

/** @param {{model: Model<NotebookSent, NotebookShown>, el: HTMLElement}} host @returns {() => void} */
function show({ model, el }) {
  const place = element("div");
  const lines = element("div.lines", { role: "status" });
  const busy = element("p.busy", { role: "alert", hidden: true });
  const bar = element("div.bar");
  const frame = element("div", { class: "bitgames notebook", "data-lm-suppress-shortcuts": "true" }, place, bar, lines, busy);
  el.append(frame);
  // JupyterLab asks the element with the focus before those around it.
  frame.addEventListener("focusin", (event) =>
    /** @type {HTMLElement} */ (event.target).setAttribute("data-lm-suppress-shortcuts", "true"),
  );

  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let wait;
  const heard = () => {
    clearTimeout(wait);
    wait = undefined;
    busy.hidden = true;
  };
  /** @param {NotebookSent} message */
  const send = (message) => {
    if (!QUIET.includes(message.do))
      wait ??= setTimeout(() => {
        busy.textContent = "The kernel does not answer: it is busy, and will take this when it is done, or it does not run.";
        busy.hidden = false;
      }, BUSY_MS);
    // A second click that a busy kernel reads after the first one is for another position.
    model.send(message.do === "play" ? { ...message, at: model.get("node") } : message);
  };
  /** @param {{is: string}} message */
  const receive = (message) => {
    if (message.is === "heard") heard();
  };

  /** @param {string} text @param {() => void} act */
  const button = (text, act) => {
    const made = element("button", {
      type: "button",
      click: () => {
        if (made.getAttribute("aria-disabled") !== "true") act();
      },
    }, text);
    bar.append(made);
    return made;
  };
  const undo = button("Undo", () => send({ do: "undo" }));
  const redo = button("Redo", () => send({ do: "redo" }));
  const analyze = button("Analyze", () => send({ do: "analysis", on: !model.get("analysis") }));

  /** @type {Scene | null} */
  let before = null;
  let told = "";
  const update = () => {
    const scene = model.get("scene");
    if (!scene) return;
    const can = model.get("can") ?? [];
    const isOn = Boolean(model.get("analysis"));
    undo.setAttribute("aria-disabled", String(!can.includes("undo")));
    redo.setAttribute("aria-disabled", String(!can.includes("redo")));
    analyze.setAttribute("aria-pressed", String(isOn));
    analyze.setAttribute("aria-disabled", String(!isOn && !can.includes("analyze")));
    if (scene !== before) told = lastMove(before, scene);
    before = scene;
    const turn = standing(scene) + (model.get("thinks") ? " (the computer thinks)" : "");
    const texts = [told, ...(model.get("words") ?? []), turn].filter(Boolean);
    if (lines.innerText !== texts.join("\n"))
      lines.replaceChildren(...texts.map((text) => element("p", {}, text)));
  };

  for (const name of AROUND) model.on(`change:${name}`, update);
  model.on("msg:custom", receive);
  const away = render({
    model: { get: (name) => model.get(name), on: (...data) => model.on(...data), off: (...data) => model.off(...data), send },
    el: place,
  });
  update();
  send({ do: "hello" });
  return () => {
    clearTimeout(wait);
    for (const name of AROUND) model.off(`change:${name}`, update);
    model.off("msg:custom", receive);
    away();
    frame.remove();
    send({ do: "bye" });
  };
}

export default { render: show };
