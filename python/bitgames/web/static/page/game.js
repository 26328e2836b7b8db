/** The states of the game as they come: what is shown follows the server, which alone decides. */

import { lastMove } from "../board/scene.js";
import { element, isStill } from "../dom.js";
import { say, sayEach, t } from "../i18n.js";
import { analyze, stopAnalysis } from "./analysis.js";
import { byId, button, later } from "./controls.js";
import { keep, kept, restore } from "./keeping.js";
import { parts, showGame, showTab } from "./play.js";
import { soundOf } from "./sound.js";
import { emit, link, model, on, settings, store, view } from "./store.js";
import { showBanner, tell } from "./tell.js";
import { openTree } from "./tree.js";

/** @import {State} from "../../types" */

/** The computer answers no sooner than this after the move before. */
const PACE_MS = 350;

/** Answers that wait for their turn on the screen. @type {(() => void)[]} */
const queue = [];
let shownAt = 0;

/** Show a state, or what goes with it, in order, and a computer's move not before its time. @param {() => void} act */
function inTurn(act, wait = 0) {
  if (queue.length === 0 && wait <= 0) return act();
  queue.push(act);
  if (queue.length === 1) setTimeout(drain, wait);
}

function drain() {
  for (const act of queue.splice(0)) act();
}

/** How long a state has to wait, in milliseconds. @param {State} state */
function waitFor(state) {
  const before = store.state;
  const last = state.path.at(-1);
  if (!settings.pace || !settings.animate || isStill() || before === null || last === undefined) return 0;
  const isNext = before.room === state.room && before.number === state.number && state.path.length === before.path.length + 1;
  return isNext && !state.seats[last.seat]?.yours && !state.tournament ? PACE_MS - (performance.now() - shownAt) : 0;
}

/** @param {State} state */
function takeState(state) {
  const before = store.state;
  const isAsked = store.asks !== null && (store.asks === "any" || state.re === store.asks);
  // The game that was left may still have answers on their way.
  if (!isAsked && (store.asks !== null ? store.asks !== "any" : before !== null && before.room !== state.room)) return;
  link.room = state.room ?? null;
  const isOther = before?.room !== state.room;
  const isNew = before === null || isOther || before.number !== state.number || before.game !== state.game;
  const moved = isNew || before.node !== state.node;
  if (moved) shownAt = performance.now();
  store.state = state;
  store.phase = "joined";
  // Undone moves leave the list, though the server keeps them as a branch.
  const isBack = store.goes === "undo" || !state.can.includes("goto") || (!moved && store.line.length === state.path.length);
  store.line = isBack ? state.path : [...state.path, ...state.ahead];
  store.goes = null;
  model.set("playable", state.can.includes("play"));
  model.set("scene", state.scene);
  if (isNew) emit("other game");
  else if (moved) emit("moved");
  const words = store.played.splice(0).flatMap(({ by, seat, words, said }) => {
    const lines = sayEach(words, said);
    return by === "pass" ? [t("{0} has no move and passes", t(state.scene.players[seat].name)), ...lines] : lines;
  });
  if (settings.confirm_pass && state.ended === null && words.length > 0) showBanner(words[0], [[t("OK"), () => {}]]);
  if (isOther) {
    byId("tab-standings").hidden = !state.tournament;
    parts.standings.replaceChildren();
    if (state.tournament) showTab("standings");
    else if (!store.hasChosenTab || store.tab === "standings") showTab("moves");
  }
  if (isAsked || (isOther && state.tournament)) {
    store.asks = null;
    emit("go", "play");
    const act = store.after;
    store.after = null;
    act?.();
  }
  cover(state);
  showGame();
  if (moved || before?.ended !== state.ended) {
    const last = moved && !isNew ? lastMove(before?.scene ?? null, state.scene) : "";
    tell([last, ...words, isNew && state.notice ? say(state.notice) : ""]);
  }
  if (moved && !isNew && view() === "play") soundOf(state);
  if (moved && store.isAnalyzing) later("analyze", analyze, 150);
  if (moved && store.tab === "tree" && view() === "play") later("tree", openTree, 150);
  if (state.can.includes("export") && state.path.length > 0 && state.scene.kind !== "table") later("keep", keep, 1000);
  if (view() === "start") emit("route");
}

/** Two people at one screen: hide the cards before they are shown to the other. @param {State} state */
function cover(state) {
  const { scene } = state;
  const place = byId("cover");
  /** @param {boolean} isHidden */
  const hide = (isHidden) => {
    place.hidden = !isHidden;
    byId("board").hidden = isHidden;
  };
  if (scene.kind !== "table" || scene.viewer === null) return hide(false);
  const own = state.seats.filter((seat) => seat.yours).length;
  const name = t(scene.players[scene.viewer].name);
  if (own > 1 && store.viewerSeat !== null && store.viewerSeat !== scene.viewer) {
    place.replaceChildren(
      element("p", {}, t("Pass the device to {0}.", name)),
      button(t("Show the hand of {0}", name), () => {
        hide(false);
        byId("board").querySelector("button")?.focus();
      }),
    );
    hide(true);
  }
  store.viewerSeat = scene.viewer;
}

/** The game on the screen is gone: say so, and offer what this browser has kept. */
export function leaveGame() {
  stopAnalysis();
  link.room = null;
  store.state = null;
  store.line = [];
  store.phase = "idle";
  model.set("scene", null);
  emit("go", "start");
  const [copy] = kept();
  showBanner(t("The server has closed this game."), copy ? [[t("Continue from the copy in this browser"), () => restore(copy)]] : []);
}

on("state", (state) => inTurn(() => takeState(state), queue.length ? 0 : waitFor(state)));
on("played", (answer) => inTurn(() => store.played.push(answer)));
