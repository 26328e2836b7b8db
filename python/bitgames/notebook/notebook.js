/**
 * The board in a notebook, with its players, a few tools, the moves and a line of words.
 */

import { render } from "../web/static/board/board.js";
import { listMoves, moveList, moveSlider } from "../web/static/board/line.js";
import { lastMove, standing } from "../web/static/board/scene.js";
import { computerName, seatLines, sides } from "../web/static/board/seats.js";
import { element } from "../web/static/dom.js";
import { t } from "../web/static/i18n.js";
import { tool } from "../web/static/page/controls.js";

/** @import {Model, NotebookSent, NotebookShown, Scene} from "../web/types" */

/** A kernel that is busy hears nothing: after this time the viewer is told so. */
const BUSY_MS = 500;
const QUIET = ["preview", "geometry", "hello", "bye"];
const AROUND = ["scene", "words", "can", "thinks", "analysis", "seats", "turn", "line", "played"];

/** @param {{model: Model<NotebookSent, NotebookShown>, el: HTMLElement}} host @returns {() => void} */
function show({ model, el }) {
  const far = element("ul.players", { "aria-label": t("Players") });
  const place = element("div");
  const near = element("ul.players", { "aria-label": t("Player below") });
  const bar = element("div.bar", { role: "toolbar", "aria-label": t("Game") });
  const list = moveList();
  const lines = element("div.lines", { role: "status" });
  const busy = element("p.busy", { role: "alert", hidden: true });
  const frame = element("div", { class: "bitgames notebook", "data-lm-suppress-shortcuts": "true" }, far, place, near, bar, list, lines, busy);
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

  const line = () => model.get("line") ?? [];
  const played = () => model.get("played") ?? 0;
  /** @param {number} ply */
  const goTo = (ply) => send({ do: "goto", node: ply === 0 ? 0 : line()[ply - 1].n });
  /** @param {number} by */
  const step = (by) => goTo(played() + by);
  const steps = { class: "tool step" };
  const back = tool(t("Back"), "back", () => step(-1), steps);
  const { slider, slideTo } = moveSlider(goTo);
  const forward = tool(t("Forward"), "forward", () => step(1), steps);
  const go = tool(t("Continue"), "play", () => send({ do: "go" }));
  const undo = tool(t("Undo"), "undo", () => send({ do: "undo" }));
  const redo = tool(t("Redo"), "redo", () => send({ do: "redo" }));
  const analyse = tool(t("Analyse"), "analyse", () => send({ do: "analysis", on: !model.get("analysis") }));
  bar.append(back, slider, forward, go, undo, redo, analyse);

  /** @param {Scene} scene */
  const showSeats = (scene) => {
    const seats = model.get("seats") ?? [];
    const seated = { scene, seats, turn: model.get("turn") ?? null };
    const all = seatLines(seated, (at) => {
      const { player, yours, named } = seats[at];
      return yours ? t("You") : player === "human" ? t("Other player") : computerName(player, named);
    });
    [far, near].forEach((side, at) => side.replaceChildren(...sides(seated)[at].map((seat) => all[seat])));
  };
  const showLine = () => {
    const can = model.get("can") ?? [];
    const at = played();
    const count = line().length;
    const goes = can.includes("goto");
    for (const [each, isAble] of /** @type {[HTMLElement, boolean][]} */ ([[back, goes && at > 0], [forward, goes && at < count], [undo, can.includes("undo")], [redo, can.includes("redo")]]))
      each.setAttribute("aria-disabled", String(!isAble));
    slider.disabled = !goes || count === 0;
    slideTo(at, count);
    go.hidden = !can.includes("go");
    list.hidden = count === 0;
    listMoves(list, line(), at, goes ? goTo : null);
  };

  /** @type {Scene | null} */
  let before = null;
  let told = "";
  /** @param {Scene} scene */
  const showWords = (scene) => {
    if (scene !== before) told = lastMove(before, scene);
    before = scene;
    const turn = standing(scene) + (model.get("thinks") ? " (the computer thinks)" : "");
    const texts = [told, ...(model.get("words") ?? []), turn].filter(Boolean);
    if (lines.innerText !== texts.join("\n"))
      lines.replaceChildren(...texts.map((text) => element("p", {}, text)));
  };
  let isAsked = false;
  let isGone = false;
  // Changes that come together are one update, which nobody sees half done.
  const update = () => {
    isAsked = false;
    const scene = model.get("scene");
    if (isGone || !scene) return;
    const isOn = Boolean(model.get("analysis"));
    analyse.setAttribute("aria-pressed", String(isOn));
    analyse.setAttribute("aria-disabled", String(!isOn && !model.get("can")?.includes("analyze")));
    showSeats(scene);
    showLine();
    showWords(scene);
  };
  const later = () => {
    if (!isAsked) queueMicrotask(update);
    isAsked = true;
  };

  for (const name of AROUND) model.on(`change:${name}`, later);
  model.on("msg:custom", receive);
  const away = render({
    model: { get: (name) => model.get(name), on: (...data) => model.on(...data), off: (...data) => model.off(...data), send },
    el: place,
  });
  update();
  send({ do: "hello" });
  return () => {
    isGone = true;
    clearTimeout(wait);
    for (const name of AROUND) model.off(`change:${name}`, later);
    model.off("msg:custom", receive);
    away();
    frame.remove();
    send({ do: "bye" });
  };
}

export default { render: show };
