/** Values of moves: in a table, on the board, and the work that finds them. */

import { graded } from "../board/values.js";
import { element } from "../dom.js";
import { say, t } from "../i18n.js";
import { button, byId, cells, field, heads, row, select } from "./controls.js";
import { showGraph } from "./graph.js";
import { ask, emit, model, on, setting, settings, store, view } from "./store.js";
import { note, showBanner } from "./tell.js";

/** @import {EffortFound, HintMove, LineStep, MoveData, Sent} from "../../types" */

/** @type {Record<string, HTMLElement>} */
const study = {};
/** Shows the panel. */
let toPanel = () => {};

/** @param {HTMLElement} panel @param {() => void} shows */
export function buildAnalysis(panel, shows) {
  toPanel = shows;
  const loss = select([["", t("for the player to move")], ["loss", t("loss to the best move")]], settings.loss ? "loss" : "", () => {
    setting("loss", loss.value === "loss");
    showValues();
  });
  const show = select([["both", t("numbers and colours")], ["colours", t("colours")]], settings.show === "colours" ? "colours" : "both", () => setting("show", show.value));
  study.progress = element("p.progress");
  study.values = element("table.values");
  study.graph = element("div.graph");
  study.cancel = button(t("Stop analysis"), stopAnalysis);
  study.solve = button(t("Solve"), () => solve());
  panel.replaceChildren(
    row(study.solve, button(t("Graph of the game"), startGraph, { id: "graph-button" }), study.cancel),
    study.progress,
    study.graph,
    study.values,
    row(field(t("Values"), loss), field(t("On the board"), show)),
  );
}

export function toggleAnalysis() {
  if (store.isAnalyzing) stopAnalysis();
  else {
    store.isAnalyzing = true;
    if (store.tab !== "analysis") toPanel();
    analyze();
  }
  emit("shown");
}

/** Ask for the values of the moves at the node shown. */
export function analyze() {
  if (!store.isAnalyzing || store.state === null || document.hidden) return;
  startJob({ do: "analyze", node: store.state.node });
}

/** Solve the position; what is out of reach only when asked for again. */
function solve(warn = true) {
  store.isAnalyzing = true;
  emit("shown");
  startJob(warn ? { do: "solve", warn } : { do: "solve" });
}

/** How much work comes before an analysis that waits. @param {number} before */
export const waitWords = (before) =>
  before === 1 ? t("waits: one other before this one") : t("waits: {0} others before this one", before);

/** Say what a solve would take; begin it if that is wanted. @param {EffortFound} answer @param {() => void} begin */
export function warnOfSolve(answer, begin) {
  if (!answer.is_begun) showBanner(t("{0}.", say(answer)), [[t("Solve anyway"), begin], [t("Cancel"), () => {}]]);
}

/** One study at a time: the graph takes the place of the values. */
function startGraph() {
  stopAnalysis();
  store.graph = null;
  showGraph(study.graph);
  startJob({ do: "graph" });
  showProgress(t("the graph is being computed\u2026"));
}

/** @param {Sent} message */
function startJob(message) {
  store.progress = null;
  ask(message, (answer) => {
    if (answer.is !== "note") return emit(answer.is, answer);
    store.job = null;
    showProgress(say(answer));
    if (answer.code !== "failed" && store.isAnalyzing) note(say(answer));
  });
}

/** End the work that runs, and take its values away. */
export function stopAnalysis() {
  if (store.job !== null) ask({ do: "stop", job: store.job });
  store.job = null;
  store.isAnalyzing = false;
  clearValues();
  emit("shown");
}

/** Values are of one position: they go with it. */
export function clearValues() {
  store.values = null;
  store.progress = null;
  store.hinted = null;
  model.set("ghosts", null);
  showValues();
}

export function showValues() {
  const { values } = store;
  model.set("values", values === null ? null : { ...values });
  const shown = graded(values, settings);
  const moves = values?.moves ?? [];
  const rows = [...moves].sort((a, b) => b.value - a.value).map((move) => {
    const { text, grade } = shown.get(move.i) ?? { text: "", grade: "" };
    const line = lineOf(move);
    const show = () => model.set("ghosts", line);
    const hide = () => model.set("ghosts", null);
    const words = textOf(line.slice(1, 5));
    return element("tr", { class: grade, pointerenter: show, pointerleave: hide, focusin: show, focusout: hide },
      element("td", {}, button(t(move.text), () => addBranch(line), { title: t("keep as a branch: {0}", textOf(line)) })),
      ...cells(text, values?.isBare ? t("hint") : howSure(move), element("span.line", {}, words)));
  });
  const at = study.values.contains(document.activeElement) ? document.activeElement?.textContent : null;
  study.values.hidden = values === null;
  study.values.replaceChildren(element("caption", {}, t("Values in {0}", t(values?.unit ?? "points"))), element("thead", {}, heads(t("move"), t("value"), t("how sure"), t("best line"))), element("tbody", {}, ...rows));
  if (at) [...study.values.querySelectorAll("button")].find((each) => each.textContent === at)?.focus();
  showProgress();
  showBalance();
}

/** The bar beside the board: who is ahead, by the best move. */
function showBalance() {
  const { values, state } = store;
  const bar = byId("balance");
  const best = values?.isBare || !values?.moves?.length || state === null ? null : Math.max(...values.moves.map((move) => move.value));
  bar.hidden = best === null || state?.turn === null || state?.scene.kind === "table";
  if (best === null || state === null || state.turn === null) return;
  const [first, second] = [0, state.scene.players.findIndex((player) => player.team !== state.scene.players[0].team)];
  const value = state.scene.players[state.turn].team === state.scene.players[0].team ? best : -best;
  const share = 50 + 50 * (values?.is_result ? value : Math.tanh(value / 16));
  /** @param {number} seat @param {number} size */
  const part = (seat, size) => {
    const made = element("span", { class: `p${seat} ${state.scene.players[seat].shape ?? ""}` });
    made.style.flexGrow = String(Math.max(2, size));
    return made;
  };
  bar.replaceChildren(part(second, 100 - share), part(first, share));
}

/** The best line with its cells, which a hint does not have. @param {HintMove | MoveData} move @returns {LineStep[]} */
const lineOf = ({ line }) => line.flatMap((step) => (typeof step === "string" ? [] : [step]));

/** @param {LineStep[]} line */
const textOf = (line) => line.map(({ text }) => t(text)).join(" ");

/** How a value was found. @param {HintMove | MoveData} move */
function howSure(move) {
  const { exact, depth, error } = move;
  const certainty = "certainty" in move ? move.certainty : 100;
  if (exact) return t("exact");
  if (depth) return certainty < 100 ? t("depth {0}, {1} %", depth, certainty) : t("depth {0}", depth);
  return error ? `\u00b1 ${error.toFixed(0)}` : t("estimate");
}

/** The line of the move that the pointer or the focus is on. @param {number} i */
export function showLine(i) {
  const move = store.values?.isBare ? undefined : store.values?.moves?.find((each) => each.i === i);
  const line = move === undefined ? [] : lineOf(move);
  model.set("ghosts", line.length > 1 ? line : null);
}

/** Keep a line as a branch below this node. @param {LineStep[]} line */
function addBranch(line) {
  if (store.state === null || line.length === 0) return;
  ask({ do: "branch", node: store.state.node, moves: line.map((step) => step.i) });
}

/** @param {string} [words] */
function showProgress(words) {
  const { values, progress } = store;
  const work = values !== null && "nodes" in values ? values : null;
  const nodes = progress?.done ?? work?.nodes;
  const seconds = work?.seconds;
  const isDone = values?.final ?? false;
  const language = document.documentElement.lang;
  const text = words ?? [
    store.isAnalyzing ? (isDone ? t("finished") : t("thinking")) : "",
    nodes ? t("{0} nodes", nodes.toLocaleString(language)) : "",
    seconds ? t("{0} s", seconds.toFixed(1)) : "",
  ].filter(Boolean).join(", ");
  study.progress.textContent = text || (values === null ? t("Analyse shows what every move is worth.") : "");
  study.cancel.hidden = store.job === null && (!store.isAnalyzing || isDone);
}

on("hint", (answer) => {
  if (answer.node !== store.state?.node) return;
  // The move first; its value and the reason when asked again.
  const isAgain = store.hinted === answer.node;
  store.values = { ...answer, isBare: !isAgain };
  showValues();
  if (!answer.final) return;
  store.hinted = answer.node;
  note(isAgain ? say({ text: answer.words, said: answer.said }) : t("hint: {0}", t(answer.moves[0].text)));
});
let isDue = false;
on("values", (answer) => {
  // Values may still be on their way when the analysis is off.
  if (!store.isAnalyzing || answer.node !== store.state?.node) return;
  store.values = answer;
  store.job = answer.final ? null : (answer.job ?? store.job);
  store.progress = null;
  // What comes within one frame is drawn once.
  if (!isDue) requestAnimationFrame(() => {
    isDue = false;
    showValues();
  });
  isDue = true;
});
on("effort", (answer) => {
  if (answer.is_begun) return;
  stopAnalysis();
  warnOfSolve(answer, () => solve(false));
});
on("queue", (answer) => {
  store.job = answer.job;
  showProgress(waitWords(answer.before));
});
on("progress", (answer) => {
  store.progress = answer;
  showProgress();
});
on("graph", (answer) => {
  store.graph = answer;
  store.job = answer.final ? null : answer.job;
  showGraph(study.graph);
  showProgress(answer.final ? "" : t("the graph is being computed\u2026"));
});
on("moved", () => {
  clearValues();
  if (store.graph !== null) showGraph(study.graph);
});
on("other game", () => {
  store.graph = null;
  showGraph(study.graph);
  clearValues();
});
on("leave", stopAnalysis);
document.addEventListener("visibilitychange", () => {
  if (document.hidden) {
    if (store.job !== null) ask({ do: "stop", job: store.job });
    store.job = null;
  } else if (view() === "play") analyze();
});
