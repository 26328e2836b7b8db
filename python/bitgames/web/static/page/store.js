/** The one store: what the page knows, who is told of changes, and the way to ask the server. */

import { PageModel } from "../board/model.js";
import { t } from "../i18n.js";
import { newLink } from "./link.js";

/** @import {Events, Heard, Sent, Settings, Store} from "../../types" */

const SETTINGS = "bitgames settings";

/**
 * `phase` is `idle` without a game, `asking` while one is on its way, `joined` in a game.
 * @type {Store}
 */
export const store = {
  phase: "idle",
  asks: null,
  after: null,
  welcome: null,
  state: null,
  line: [],
  played: [],
  goes: null,
  values: null,
  progress: null,
  isAnalyzing: false,
  job: null,
  graph: null,
  hinted: null,
  tab: "moves",
  hasChosenTab: false,
  viewerSeat: null,
};

export const link = newLink();

// Events: answers of the server by their kind, and what the page tells itself.

/** Those of an event take its data alone. @type {Map<keyof Events, ((data: never) => void)[]>} */
const listeners = new Map();

/** @template {keyof Events} Name @param {Name} event @param {(data: Events[Name]) => void} listener */
export function on(event, listener) {
  listeners.set(event, [...(listeners.get(event) ?? []), listener]);
}

/** @template {keyof Events} Name @param {Name} event @param {Events[Name]} [data] */
export function emit(event, data) {
  for (const listener of listeners.get(event) ?? []) listener(/** @type {never} */ (data));
}

/** The model of the board at which is played. */
export const model = new PageModel({}, (message) => void (message.do === "play" ? ask(message) : link.send(message)));

// Asking.

/** @type {Map<string | number, (answer: Heard) => void>} */
const waiting = new Map();

/** Send a message, and call `then` with the answers to it. @param {Sent} message @param {(answer: Heard) => void} [then] */
export function ask(message, then) {
  const { node: at, serial } = store.state ?? {};
  const id = link.send(message.do === "play" ? { ...message, at, ...(serial !== undefined && { serial }) } : message);
  if (id === null) {
    emit("tell", t("not connected: the server does not answer"));
    return null;
  }
  if (then) {
    waiting.set(id, then);
    if (waiting.size > 64) waiting.delete(waiting.keys().next().value ?? "");
  }
  return id;
}

/** Send a message that opens a game in a room of its own. @param {Sent} message @param {() => void} [then] */
export function open(message, then) {
  emit("leave");
  store.after = then ?? null;
  link.room = null;
  expect(ask(message, (answer) => {
    store.asks = null;
    store.phase = store.state === null ? "idle" : "joined";
    emit(answer.is, answer);
  }));
}

/** Wait for a game: the answer with this id, or any that a job brings. @param {string | null} id */
export function expect(id) {
  store.asks = id;
  store.hasChosenTab = false;
  if (id !== null) store.phase = "asking";
}

link.receive = (answer) => {
  const waits = answer.re === undefined ? undefined : waiting.get(answer.re);
  if (waits && answer.is !== "state" && answer.is !== "played") waits(answer);
  else if (answer.is === "geometry" || answer.is === "preview") model.fire("msg:custom", answer);
  else emit(answer.is, answer);
};

link.changed = (isOpen) => {
  document.body.classList.toggle("offline", !isOpen);
  if (isOpen) {
    store.asks = null;
    model.fire("msg:custom", { is: "connected" });
  }
  emit("connection", isOpen);
};

/** Whether this page is that of a guest or spectator. */
export const isGuest = () => store.state !== null && store.welcome !== null && store.welcome.role !== "owner";

/** @returns {string} the view that is shown */
export const view = () => document.body.dataset.view ?? "";

// Settings, which stay in this browser.

/** @type {Settings} */
export const settings = {
  theme: "system",
  language: "",
  show: "both",
  loss: false,
  animate: true,
  pace: true,
  sound: false,
  tap_twice: false,
  suits: "SHCD",
  two_colours: false,
  letters: true,
  confirm_pass: false,
};

export function readSettings() {
  try {
    Object.assign(settings, JSON.parse(localStorage.getItem(SETTINGS) ?? "{}"));
  } catch {
    // Not ours: the usual settings hold.
  }
  useSettings();
}

function useSettings() {
  const root = document.documentElement;
  if (settings.theme === "system") delete root.dataset.theme;
  else root.dataset.theme = settings.theme;
  root.toggleAttribute("data-two-colours", settings.two_colours);
  const { show, loss, animate, tap_twice, suits } = settings;
  model.set("options", { show, loss, animate, tap_twice, suits });
  try {
    localStorage.setItem(SETTINGS, JSON.stringify(settings));
  } catch {
    // They last as long as the page.
  }
}

/** @param {string} name @param {unknown} value */
export function setting(name, value) {
  Object.assign(settings, { [name]: value });
  useSettings();
}
