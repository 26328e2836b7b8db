/** A game in a file of its own: the board with buttons that replay it. */

import { render } from "../../web/static/board/board.js";
import { PageModel } from "../../web/static/board/model.js";
import { lastMove, standing } from "../../web/static/board/scene.js";
import { drawn, element } from "../../web/static/dom.js";
import { analysisOf } from "./still.js";

/** The data after a change, as `bitgames.play.report.shrink.difference` writes it. @param {any} old @param {any} change @returns {any} */
function changed(old, change) {
  if ("=" in change) return change["="];
  if (typeof old === "string") return [...old].map((letter, at) => change[at] ?? letter).join("");
  const made = Array.isArray(old) ? [...old] : { ...old };
  for (const key of Object.keys(change)) made[key] = changed(old[key], change[key]);
  return made;
}

function replay() {
  /** @param {string} id */
  const find = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
  const data = JSON.parse(find("data").textContent ?? "");
  const scenes = [data.first];
  for (const step of data.steps) scenes.push(changed(scenes[scenes.length - 1], step));
  const last = scenes.length - 1;
  const view = /** @type {"isometric" | "plan"} */ (Object.keys(data.geometry)[0]);
  const model = new PageModel({ scene: scenes[last], geometry: data.geometry, options: { animate: true, suits: "SHCD" }, playable: false, view }, () => {});
  for (const id of ["board", "bar", "status"]) find(id).hidden = false;
  find("last").hidden = true;
  document.body.classList.add("scripted");

  /** @type {ReturnType<typeof setInterval> | undefined} */
  let timer;
  let at = -1;
  const stop = () => {
    clearInterval(timer);
    timer = undefined;
    play.textContent = "Play";
  };
  /** @param {string} text @param {string} label @param {() => number} act */
  const button = (text, label, act) =>
    element("button", { type: "button", "aria-label": label, click: () => (stop(), go(act())) }, text);
  const back = [button("|\u25c0\ufe0e", "Start", () => 0), button("\u25c0\ufe0e", "Back", () => at - 1)];
  const ahead = [button("\u25b6\ufe0e", "Forward", () => at + 1), button("\u25b6\ufe0e|", "End", () => last)];
  const play = element("button", { type: "button", click: () => {
    if (timer !== undefined) return stop();
    if (at === last) go(0);
    play.textContent = "Pause";
    timer = setInterval(() => (at < last ? go(at + 1) : stop()), 1000);
  } }, "Play");
  const slider = element("input", { type: "range", min: 0, max: last, "aria-label": "Moves played", input: () => (stop(), go(Number(slider.value))) });
  find("bar").append(...back, play, ...ahead, slider);
  const analyse = analysisOf(model);

  const curve = document.querySelector("#curve svg");
  const points = curve === null ? [] : [...curve.querySelectorAll(":scope > circle, :scope > use")];
  const mark = curve === null ? null : drawn("line", { class: "here", y1: 40, y2: 280 });
  if (mark !== null) curve?.append(mark);
  curve?.addEventListener("click", (event) => {
    const { clientX } = /** @type {MouseEvent} */ (event);
    const x = points.map((point) => Math.abs(point.getBoundingClientRect().x - clientX));
    stop();
    go(data.curve + x.indexOf(Math.min(...x)));
  });

  /** @param {number} to */
  function go(to) {
    const next = Math.min(Math.max(to, 0), last);
    if (next === at) return;
    const before = at;
    at = next;
    model.set("scene", scenes[at]);
    const words = [lastMove(at === before + 1 ? scenes[before] : (scenes[at - 1] ?? null), scenes[at]), standing(scenes[at])];
    find("status").textContent = words.filter(Boolean).join(". ");
    slider.value = String(at);
    analyse(at);
    for (const each of back) each.disabled = at === 0;
    for (const each of ahead) each.disabled = at === last;
    document.querySelector("li.here")?.classList.remove("here");
    // The start has none.
    const item = find(`m${at}`);
    item?.classList.add("here");
    const list = item?.parentElement;
    if (list && list.scrollHeight > list.clientHeight)
      list.scrollTop = item.offsetTop - list.clientHeight / 2;
    const point = points[at - data.curve];
    if (mark !== null) mark.style.display = point ? "" : "none";
    const x = point?.getAttribute("cx") ?? point?.getAttribute("x");
    if (x) for (const end of ["x1", "x2"]) mark?.setAttribute(end, x);
  }

  document.addEventListener("click", (event) => {
    const move = /** @type {Element} */ (event.target).closest("li a");
    if (!(move instanceof HTMLAnchorElement)) return;
    event.preventDefault();
    stop();
    go(Number(move.hash.slice(2)));
  });
  document.addEventListener("keydown", (event) => {
    const target = /** @type {Element} */ (event.target);
    if (event.ctrlKey || event.metaKey || event.altKey || target.closest("input, [role=grid]")) return;
    const places = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: last };
    const to = places[/** @type {keyof typeof places} */ (event.key)];
    if (to === undefined) return;
    event.preventDefault();
    stop();
    go(to);
  });
  const asked = /^#m(\d+)$/.exec(location.hash);
  go(asked ? Number(asked[1]) : last);
  render({ model, el: find("board") });
}

replay();
