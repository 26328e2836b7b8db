/**
 * The link to an engine in this browser, in the place of a server. One worker keeps the room, a second
 * one does its work; messages and answers are those of any link.
 */

import { t } from "../i18n.js";
import { firstAnswer } from "./firsts.js";

/** @import {First, Heard, Offer, Sent} from "../../page" */

/** @typedef {{job: number, task: {kind: string, line: {start: string}}}} Job */
/** @typedef {{heard?: {answers: (Heard | Job & {is: "job" | "end"})[], rests: number | null} | {format: string}, ready?: unknown, job?: number, found?: object, final?: boolean, error?: string, broken?: boolean}} Told by a worker */
/**
 * Where the parts of an engine are.
 * @typedef {object} Source
 * @property {(scriptAt: (path: string) => string) => Worker} worker its scripts are named by the function
 * @property {() => Promise<WebAssembly.Module>} module
 * @property {() => Promise<Offer>} offer what a welcome offers
 * @property {(language: string) => Promise<[string[], string[]]>} texts
 * @property {() => Promise<Record<string, ArrayBuffer>>} [files] data of games, where the workers do not fetch them
 */

/** Scripts of this page's own, where it takes no others. */
const trusted = /** @type {{ trustedTypes?: { createPolicy: (name: string, rules: object) => { createScriptURL: (path: string) => unknown } } }} */ (globalThis)
  .trustedTypes?.createPolicy("engine", { createScriptURL: (/** @type {string} */ path) => path });

/** @param {string} path @returns {string} */
const scriptAt = (path) => /** @type {string} */ (trusted?.createScriptURL(path) ?? path);

/** Between the moves of a game that one watches. */
const WATCHED_MS = 600;
/** An engine that breaks so early will break again. */
const HOPELESS_MS = 5000;

/** Files of a folder beside the page. @type {Source} */
const FOLDER = {
  worker: (scriptAt) => new Worker(scriptAt("engine/worker.js"), { type: "module" }),
  module: async () => WebAssembly.compileStreaming(await found("engine/engine.wasm")),
  offer: async () => (await found("games.json")).json(),
  texts: async (language) => (await found(`${language}.json`)).json(),
};

/** @param {string} path */
async function found(path) {
  const answer = await fetch(path);
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer;
}

/** The secrets of seats, of which there are none. @returns {Record<string, string>} */
export const ownSeats = () => ({});

/** Where a page that is loaded anew finds the game of its tab. */
const KEPT = "bitgames room";

class WorkerLink {
  /** @param {Source} source */
  constructor(source) {
    this.source = source;
    this.token = "here";
    /** True once there is an offer; messages wait for the engine. */
    this.isOpen = false;
    this.isRefused = false;
    this.count = 0;
    /** Nobody else comes here. */
    this.hasOthers = false;
    /** The name of the game that is open: another one has another name. @type {string | null} */
    this.room = null;
    /** The message that opens a game. @type {string | null} */
    this.opens = null;
    /** The name of the game that the engine has. */
    this.name = "";
    /** Boards to show before it has come. @type {Record<string, First>} */
    this.firsts = {};
    /** Messages that wait for the engine. @type {[object, string[]][]} */
    this.early = [];
    /** @type {WebAssembly.Module | null} */
    this.module = null;
    /** @type {Record<string, ArrayBuffer> | undefined} */
    this.files = undefined;
    /** @type {Worker | null} */
    this.keeper = null;
    this.isReady = false;
    this.startedAt = 0;
    /** @type {Worker | null} */
    this.worker = null;
    /** Jobs that wait, and the one that is done. @type {Job[]} */
    this.jobs = [];
    /** @type {Job | null} */
    this.job = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    /** Whether the room is on its way into the storage of this tab, and as it is now. */
    this.isKeeping = false;
    this.isKept = true;
    /** @type {(answer: Heard) => void} */
    this.receive = () => {};
    /** @type {(isOpen: boolean) => void} */
    this.changed = () => {};
  }

  connect() {
    if (this.isOpen || this.isRefused) return;
    this.open().catch((error) => this.refuse(reasonOf(error)));
  }

  async open() {
    const module = this.source.module();
    // It may fail before its turn to be waited for.
    module.catch(() => {});
    const kept = keptRoom();
    const { firsts, ...offer } = await this.source.offer();
    this.firsts = firsts;
    this.welcome = { v: 1, is: "welcome", role: "owner", seat: null, seats: [], ...offer };
    if (kept !== null) this.room = this.name = kept.name;
    this.isOpen = true;
    this.changed(true);
    this.receive(/** @type {Heard} */ ({ ...this.welcome, ...(kept !== null && { room: this.room }) }));
    this.module = await module;
    this.files = await this.source.files?.();
    this.start();
  }

  /** Start the engine; it goes on with the game of this tab. */
  start() {
    this.startedAt = performance.now();
    this.keeper = this.newWorker((told) => this.keep(told), (why) => this.recover(why));
    this.worker = this.newJobs();
    const [seed] = crypto.getRandomValues(new Uint32Array(1));
    const kept = keptRoom();
    this.post({ room: "open", seed, pace: WATCHED_MS, ...(kept !== null && { kept: kept.room }) }, kept === null ? [] : [kept.room.start]);
  }

  /** An engine that has broken is replaced, unless it breaks at once. @param {string} why */
  recover(why) {
    const isHopeless = performance.now() - this.startedAt < HOPELESS_MS;
    this.keeper?.terminate();
    this.worker?.terminate();
    this.jobs = [];
    this.job = null;
    // What it was to hand out does not come any more.
    this.isReady = this.isKeeping = false;
    if (isHopeless) this.refuse(why);
    else this.start();
  }

  /** The page has no engine. @param {string} why */
  refuse(why) {
    this.isRefused = true;
    this.isOpen = false;
    this.changed(false);
    this.receive(/** @type {Heard} */ ({ v: 1, is: "note", code: "failed", text: why }));
  }

  /** Nothing is lost without a network. */
  wake() {}

  /** No address has the key to another seat. */
  restart() {}

  /** @param {(told: Told) => void} hear @param {(why: string) => void} fail @returns {Worker} */
  newWorker(hear, fail) {
    const worker = this.source.worker(scriptAt);
    worker.onmessage = ({ data }) => (data.broken ? fail(data.error) : hear(data));
    worker.onerror = () => fail(t("The engine has stopped."));
    worker.postMessage({ start: { module: this.module, files: this.files } });
    return worker;
  }

  // Messages.

  /** Send a message. @returns {string | null} its id; null without an engine @param {Sent} message */
  send(message) {
    if (!this.isOpen) return null;
    const id = `m${++this.count}`;
    if (message.do === "hello") {
      this.receive(/** @type {Heard} */ ({ ...this.welcome, re: id }));
      return id;
    }
    // The game that was here stays in the memory of this browser: there is one room.
    const replaces = this.room === null && ["new", "import"].includes(message.do);
    if (replaces) this.opens = id;
    const first = this.isReady ? null : firstAnswer(message, this.firsts);
    // The page waits for the answer once it knows the id.
    if (first !== null) setTimeout(() => this.isReady || this.take({ ...first, re: id }));
    this.ask({ room: "message", message: { ...message, id, ...(replaces && { confirm: true }) } }, gamesOf(message));
    return id;
  }

  /** Ask the engine, when it is there. @param {object} request @param {string[]} games whose files it needs */
  ask(request, games = []) {
    if (this.isReady) this.post(request, games);
    else this.early.push([request, games]);
  }

  /** @param {object} request @param {string[]} games */
  post(request, games) {
    this.keeper?.postMessage({ request: { do: "room", now: performance.now(), ask: request }, games });
  }

  /** @param {Told} told by the worker that keeps the room */
  keep({ heard, error }) {
    if (error !== undefined) this.receive(/** @type {Heard} */ ({ v: 1, is: "note", code: "failed", text: error }));
    if (heard === undefined) return;
    if ("format" in heard) return this.keepRoom(heard);
    clearTimeout(this.timer);
    if (heard.rests !== null) this.timer = setTimeout(() => this.ask({ room: "tick" }), heard.rests);
    for (const answer of heard.answers) {
      if (answer.is === "job") this.jobs.push(/** @type {Job} */ (answer));
      else if (answer.is === "end") this.end(/** @type {Job} */ (answer).job);
      else this.take(/** @type {Heard} */ (answer));
    }
    if (!this.isReady) {
      this.isReady = true;
      stay();
      for (const [request, games] of this.early.splice(0)) this.post(request, games);
    }
    this.next();
  }

  /** Keep the room while the page is loaded anew: it has all cards, and no other tab can read it. @param {object} room */
  keepRoom(room) {
    this.isKeeping = false;
    try {
      sessionStorage.setItem(KEPT, JSON.stringify({ name: this.name, room }));
    } catch {
      // No room to store it: what is there is an older state.
      forgetRoom();
    }
    if (this.isKept) return;
    this.isKept = this.isKeeping = true;
    this.ask({ room: "keep" });
  }

  /** @param {Heard} answer */
  take(answer) {
    if (answer.is !== "state") return this.receive(answer);
    if (this.opens !== null && answer.re === this.opens) {
      this.opens = null;
      this.name = crypto.getRandomValues(new Uint32Array(2)).join("-");
    }
    if (!this.isKeeping) this.ask({ room: "keep" });
    this.isKept = !this.isKeeping;
    this.isKeeping = true;
    this.receive({ ...answer, room: this.name });
  }

  // Work.

  /** Begin the next job: a player's move before all values. */
  next() {
    if (this.job !== null || this.jobs.length === 0) return;
    const at = Math.max(this.jobs.findIndex(({ task }) => task.kind === "think"), 0);
    [this.job] = this.jobs.splice(at, 1);
    const { job, task } = this.job;
    this.worker?.postMessage({ job, task, games: [task.line.start] });
  }

  newJobs() {
    return this.newWorker((told) => this.work(told), (why) => {
      // What it did is not known; another one does the next job.
      const { job } = this;
      this.worker = this.newJobs();
      if (job !== null) this.work({ job: job.job, error: why });
    });
  }

  /** Nobody waits for a job any more. @param {number} job */
  end(job) {
    this.jobs = this.jobs.filter((each) => each.job !== job);
    if (this.job?.job !== job) return;
    // What it does hears nothing: another one takes its place.
    this.worker?.terminate();
    this.worker = this.newJobs();
    this.job = null;
  }

  /** @param {Told} told by the worker that does the jobs */
  work({ job, found, final = false, error }) {
    if (job === undefined || job !== this.job?.job) return;
    const isLast = final || error !== undefined;
    if (isLast) this.job = null;
    this.ask({ room: "report", job, found, error, final: isLast });
    if (isLast) this.next();
  }
}

/** Why there is no engine, for people. @param {Error} error */
function reasonOf(error) {
  if (typeof WebAssembly === "undefined") return t("The engine cannot start: {0}", "no WebAssembly");
  if (error instanceof WebAssembly.CompileError) return t("The engine did not come whole: load the page again.");
  return t("The engine cannot start: {0}", error.message);
}

function forgetRoom() {
  try {
    sessionStorage.removeItem(KEPT);
  } catch {
    // There is no storage at all.
  }
}

/** @returns {{ name: string, room: { start: string } } | null} */
function keptRoom() {
  try {
    const found = JSON.parse(sessionStorage.getItem(KEPT) ?? "null");
    return typeof found?.room?.start === "string" ? found : null;
  } catch {
    return null;
  }
}

/** The games that a message is about, whose files have to be there. @param {Sent} message */
function gamesOf(message) {
  if (message.do === "new") return [message.start ?? message.game].filter((game) => game !== undefined);
  return [];
}

// A single file brings its parts itself.
const SOURCE = /** @type {{ bitgamesSource?: Source }} */ (globalThis).bitgamesSource ?? FOLDER;

export const newLink = () => new WorkerLink(SOURCE);

/** The texts of a language; null if they do not come. @param {string} language @returns {Promise<[string[], string[]] | null>} */
export const textsOf = (language) => SOURCE.texts(language).catch(() => null);

/** Keep the page for the next visit, also without a network; one from a disk or a mail has no place for that. */
function stay() {
  if (SOURCE === FOLDER && "serviceWorker" in navigator && location.protocol !== "file:")
    navigator.serviceWorker.register(scriptAt("sw.js")).catch(() => {});
}
