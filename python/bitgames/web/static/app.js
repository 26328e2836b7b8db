/**
 * The page: its views around the board of `board.js`, and the connection to the server.
 *
 * The server alone decides: the page shows the last state that it sent, and never a move of its own.
 */

import { drawn, element, graded, lastMove, miniature, render, signed, standing } from "./board.js";

/** @import {App, Explorer, Game, LineStep, Settings, State, TreePage, Welcome} from "../types" */

const PROTOCOL = 1;
const TOKEN = /^#([A-Za-z0-9_-]{20,})$/;
const RETRY_MS = [500, 8000];
const PROBE_MS = 3000;
const SETTINGS = "bitgames settings";
const SAVED = "bitgames game";
const SEATS = "bitgames seats";

const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** @param {() => void} click @param {Record<string, any>} [more] */
const button = (text, click, more = {}) =>
  element("button", { type: "button", click, ...more }, text);

/** A control with its label, which is its whole name. @param {HTMLElement} control */
function field(label, control) {
  control.setAttribute("aria-label", label);
  return element("label.field", {}, element("span", {}, label), control);
}

/** @param {string[][]} choices @param {string} [chosen] @param {(event: any) => void} [change] */
const select = (choices, chosen, change) =>
  element("select", { change }, ...choices.map(([value, text]) => element("option", { value, selected: value === chosen }, text)));

/** @param {(Node | string)[]} children */
const row = (...children) => element("div.row", {}, ...children);

const heads = (...names) => element("tr", {}, ...names.map((name) => element("th", { scope: "col" }, name)));

/** @param {(Node | string | number)[]} values */
const cells = (...values) => values.map((value) => element("td", {}, typeof value === "number" ? String(value) : value));

/** A table; its first row has the heads. @param {(string | number)[][]} rows */
const table = ([names, ...rows]) =>
  element("table.score", {}, heads(...names), ...rows.map((row) => element("tr", {}, ...cells(...row))));

const seedField = () =>
  field("Seed", element("input", { inputmode: "numeric", pattern: "[0-9]*", placeholder: "chosen by chance", autocomplete: "off" }));

// The connection.

/** The model of the board, fed by a WebSocket: what anywidget's model is in a notebook. */
class Link {
  constructor() {
    /** @type {Map<string, any>} */
    this.values = new Map();
    /** @type {Map<string, Set<(...data: any[]) => void>>} */
    this.listeners = new Map();
    /** @type {WebSocket | null} */
    this.socket = null;
    this.isOpen = false;
    this.wait = RETRY_MS[0];
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.probe = undefined;
    /** Different in each page, so that the ids of two pages differ. */
    this.name = Math.random().toString(36).slice(2, 8);
    this.count = 0;
    /** The last move sent, until the server has answered. @type {any} */
    this.unsure = null;
    this.isRefused = false;
    /** @type {(answer: any) => void} */
    this.receive = () => {};
    /** @type {(isOpen: boolean) => void} */
    this.changed = () => {};
  }

  get(name) {
    return this.values.get(name);
  }

  set(name, value) {
    if (this.values.get(name) === value) return;
    this.values.set(name, value);
    this.fire(`change:${name}`);
  }

  /** @param {(...data: any[]) => void} listener */
  on(name, listener) {
    const known = this.listeners.get(name) ?? new Set();
    this.listeners.set(name, known.add(listener));
  }

  /** @param {(...data: any[]) => void} [listener] */
  off(name, listener) {
    if (listener) this.listeners.get(name)?.delete(listener);
  }

  fire(name, data = {}) {
    for (const listener of this.listeners.get(name) ?? []) listener(data);
  }

  get token() {
    return sessionStorage.getItem("token");
  }

  connect() {
    clearTimeout(this.timer);
    if (this.socket && this.socket.readyState < WebSocket.CLOSING) return;
    if (!this.token || this.isRefused) return;
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    if (this.unsure !== null) this.unsure.sent = false;
    const socket = new WebSocket(`${scheme}://${location.host}/ws`);
    this.socket = socket;
    socket.onopen = () => {
      const room = sessionStorage.getItem("room");
      socket.send(JSON.stringify({ do: "hello", token: this.token, v: PROTOCOL, ...(room && { room }) }));
    };
    socket.onmessage = (event) => {
      if (this.socket === socket) this.take(JSON.parse(event.data));
    };
    socket.onclose = () => {
      if (this.socket !== socket) return;
      this.socket = null;
      if (this.isOpen) {
        this.isOpen = false;
        this.wait = RETRY_MS[0];
      }
      this.changed(false);
      if (this.isRefused) return;
      this.timer = setTimeout(() => this.connect(), this.wait * (0.5 + Math.random()));
      this.wait = Math.min(this.wait * 2, RETRY_MS[1]);
    };
  }

  /** Connect at once; an open connection may be lost: it is tried. */
  wake() {
    this.wait = RETRY_MS[0];
    if (!this.isOpen) this.connect();
    else if (sessionStorage.getItem("room")) {
      clearTimeout(this.probe);
      this.probe = setTimeout(() => this.restart(), PROBE_MS);
      this.send({ do: "hello" });
    }
  }

  /** Begin again with the token of another link. */
  restart() {
    this.isRefused = false;
    const socket = this.socket;
    this.socket = null;
    this.isOpen = false;
    socket?.close();
    this.changed(false);
    this.connect();
  }

  take(answer) {
    clearTimeout(this.probe);
    // Another welcome is the answer to a hello on the way into another room.
    if (answer.is === "welcome" && !this.isOpen) {
      this.isOpen = true;
      this.wait = RETRY_MS[0];
      // An invitation counts once; from now on a secret of its own lets this page in.
      if (answer.token) {
        keepSeat(this.token ?? "", answer.token);
        sessionStorage.setItem("token", answer.token);
      }
      this.fire("msg:custom", { is: "connected" });
      this.changed(true);
    } else if (answer.is === "note" && !this.isOpen) {
      // The answer to hello.
      if (answer.code === "denied" || answer.code === "unsupported") this.isRefused = true;
    }
    if (this.unsure !== null && answer.re === this.unsure.id) this.unsure = null;
    if (answer.is === "geometry" || answer.is === "preview") this.fire("msg:custom", answer);
    else this.receive(answer);
    if (answer.is === "state" && this.unsure !== null && !this.unsure.sent) {
      // Its id, and the position that it answers, keep a move that was on its way from counting twice.
      this.unsure.sent = true;
      if (answer.room === this.unsure.message.room) this.post(this.unsure.message);
      else this.unsure = null;
    }
  }

  /** @returns {string | null} its id; null if there is no connection */
  send(message) {
    if (!this.isOpen) return null;
    const id = `${this.name}${++this.count}`;
    const room = sessionStorage.getItem("room");
    const whole = { ...message, id, ...(room && message.do !== "new" && { room }) };
    if (message.do === "play") {
      whole.at = app.state?.node;
      whole.serial = app.state?.serial;
      this.unsure = { id, message: whole, sent: true };
    }
    this.post(whole);
    return id;
  }

  post(message) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }
}

const link = new Link();

// What stays in this browser.

function stored(name) {
  try {
    return JSON.parse(localStorage.getItem(name) ?? "null");
  } catch {
    return null;
  }
}

function store(name, value) {
  try {
    localStorage.setItem(name, JSON.stringify(value));
  } catch {
    // No room, or not allowed: it lasts as long as the page.
  }
}

/** The same link opens the seat again here, by the secret that came for it. */
function keepSeat(invitation, secret) {
  const seats = Object.entries({ ...stored(SEATS), [invitation]: secret });
  store(SEATS, Object.fromEntries(seats.slice(-32)));
}

// Settings, which stay in this browser.

/** @type {Settings} */
const usual = {
  theme: "system",
  show: "both",
  loss: false,
  animate: true,
  tap_twice: false,
  suits: "SHCD",
  letters: true,
  confirm_pass: false,
};
const settings = { ...usual, ...stored(SETTINGS) };

function useSettings() {
  const root = document.documentElement;
  if (settings.theme === "system") delete root.dataset.theme;
  else root.dataset.theme = settings.theme;
  const { show, loss, animate, tap_twice, suits } = settings;
  link.set("options", { show, loss, animate, tap_twice, suits });
  store(SETTINGS, settings);
}

function setting(name, value) {
  Object.assign(settings, { [name]: value });
  useSettings();
}

/** What the page knows. @type {App} */
const app = {
  welcome: null,
  state: null,
  line: [],
  played: [],
  values: null,
  progress: null,
  isAnalyzing: false,
  job: null,
  graph: null,
  hinted: null,
  tab: "moves",
  waiting: new Map(),
  viewerSeat: null,
};

/** Send a message, and call `then` with the answers to it. @param {(answer: any) => void} [then] */
function ask(message, then) {
  stays = 0;
  const id = link.send(message);
  if (id === null) {
    tell(["not connected: the server does not answer"]);
    return null;
  }
  if (then) {
    app.waiting.set(id, then);
    if (app.waiting.size > 64) app.waiting.delete(app.waiting.keys().next().value ?? "");
  }
  return id;
}

let stays = 0;

/** Announce lines, a refusal for `ms`: live moves follow at once. */
function tell(lines, ms = 0) {
  if (ms < stays - Date.now()) return;
  stays = Date.now() + ms;
  const status = byId("status");
  const all = (app.state === null || view() !== "play" ? lines : [...lines, turnLine(app.state)]).filter(Boolean);
  if (status.innerText !== all.join("\n"))
    status.replaceChildren(...all.map((line) => element("p", {}, line)));
}

/** Whose turn it is, or the result. @param {State} state */
function turnLine({ ended, scene }) {
  if (ended === null) return standing(scene);
  const loser = ended.seat === null ? undefined : scene.players[ended.seat];
  if (loser === undefined) return scene.caption;
  const winners = scene.players.filter((player) => player.team !== loser.team).map((player) => player.name);
  return `${ended.text}: ${winners.join(" and ")} win${winners.length > 1 ? "" : "s"}`;
}

/** @type {{close: () => void} | null} */
let banner = null;

/** Show a line with buttons across the page. @param {[string, () => void][]} choices */
function showBanner(text, choices = [], kind = "info") {
  const place = byId("banner");
  const close = () => {
    place.hidden = true;
    banner = null;
  };
  place.className = kind;
  place.replaceChildren(
    element("span", {}, text),
    ...choices.map(([name, act]) => button(name, () => (close(), act()))),
  );
  place.hidden = false;
  banner = { close };
}

// Answers.

/** @type {Record<string, (answer: any) => void>} */
const answers = {
  welcome(answer) {
    app.welcome = answer;
    if (banner && byId("banner").className === "offline") banner.close();
    if (!answer.room && (answer.rooms || app.state === null)) {
      // The owner, in no room: the one that was here has ended with the server.
      sessionStorage.removeItem("room");
      if (app.state !== null) leaveGame();
    }
    if (view() === "start") buildStart();
    route();
  },
  state: takeState,
  played: (answer) => void app.played.push(answer),
  note(answer) {
    if (!link.isOpen) showBanner(answer.text, [], "error");
    else if (answer.code !== "stale" || answer.re) tell([answer.text], 4e3);
    if (answer.code === "stale" && answer.text === "this game has ended") leaveGame();
  },
  ask(answer) {
    const reply = (yes) => () => ask({ do: "answer", ask: answer.ask, yes });
    showBanner(`The other player asks: ${answer.text}`, [["Yes", reply(true)], ["No", reply(false)]]);
  },
  hint(answer) {
    if (answer.node !== app.state?.node) return;
    // The move first; its value and the reason when asked again.
    const isAgain = app.hinted === answer.node;
    app.values = { ...answer, isBare: !isAgain };
    showValues();
    if (!answer.final) return;
    app.hinted = answer.node;
    tell([isAgain ? answer.words : `hint: ${answer.moves[0].text}`]);
  },
  values(answer) {
    // Values may still be on their way when the analysis is off.
    if (!app.isAnalyzing || answer.node !== app.state?.node) return;
    app.values = answer;
    app.job = answer.final ? null : (answer.job ?? app.job);
    app.progress = null;
    showValues();
  },
  progress(answer) {
    app.progress = answer;
    showProgress();
  },
  effort(answer) {
    if (answer.is_begun) return;
    stopAnalysis();
    showBanner(`${answer.text}.`, [["Solve anyway", () => solve(false)], ["Cancel", () => {}]]);
  },
  queue(answer) {
    app.job = answer.job;
    showProgress(waitWords(answer.before));
  },
  graph(answer) {
    app.graph = answer;
    app.job = answer.final ? null : answer.job;
    showGraph();
    showProgress(answer.final ? "" : "the graph is being computed\u2026");
  },
  match: showMatch,
  games: (answer) => (answer.job ? showResults(answer) : showList(answer)),
  file: download,
};

link.receive = (answer) => {
  const waits = answer.re === undefined ? undefined : app.waiting.get(answer.re);
  if (waits && answer.is !== "state" && answer.is !== "played") waits(answer);
  else answers[answer.is]?.(answer);
};

link.changed = (isOpen) => {
  document.body.classList.toggle("offline", !isOpen);
  if (isOpen) asks = null;
  if (isOpen || link.isRefused) return;
  showBanner("The connection is lost. Trying again\u2026", [["Try now", () => link.wake()]], "offline");
};

/** The game on the screen is gone: say so, and offer what this browser has kept. */
function leaveGame() {
  sessionStorage.removeItem("room");
  app.state = null;
  app.line = [];
  link.set("scene", null);
  go("start");
  showBanner("The server has closed this game.", kept() ? [["Continue from the copy in this browser", restore]] : []);
}

/** @param {State} state */
function takeState(state) {
  const before = app.state;
  const isAsked = asks !== null && (asks === "any" || state.re === asks);
  // The game that was left may still have answers on their way.
  if (!isAsked && (asks !== null ? asks !== "any" : before !== null && before.room !== state.room)) return;
  sessionStorage.setItem("room", state.room);
  const isOther = before?.room !== state.room;
  const isNew = before === null || isOther || before.number !== state.number || before.game !== state.game;
  const moved = isNew || before.node !== state.node;
  app.state = state;
  // Undone moves leave the list, though the server keeps them as a branch.
  const isBack = goes === "undo" || !state.can.includes("goto") || (!moved && app.line.length === state.path.length);
  app.line = isBack ? state.path : [...state.path, ...state.ahead];
  if (isNew) {
    app.line = [...state.path, ...state.ahead];
    app.viewerSeat = null;
    app.graph = null;
    if (before === null || before.game !== state.game) link.set("flip", false);
  }
  goes = null;
  if (moved) {
    app.values = null;
    app.hinted = app.job = null;
    link.set("ghosts", null);
    link.set("values", null);
  }
  link.set("playable", state.can.includes("play"));
  link.set("scene", state.scene);
  const words = app.played.splice(0).flatMap(({ by, seat, words }) => by === "pass" ? [`${state.scene.players[seat].name} has no move and passes`, ...words] : words);
  if (settings.confirm_pass && words[0]?.endsWith("passes")) showBanner(words[0], [["OK", () => {}]]);
  if (isOther) {
    byId("tab-standings").hidden = !state.tournament;
    parts.standings.replaceChildren();
    if (state.tournament) showTab("standings");
    else if (app.tab === "standings") showTab("moves");
  }
  if (isAsked || (isOther && state.tournament)) {
    asks = null;
    go("play");
    const act = after;
    after = null;
    act?.();
  }
  if (moved || before?.ended !== state.ended) {
    const last = moved && !isNew ? lastMove(before?.scene ?? null, state.scene) : "";
    tell([last, ...words, (isNew && state.notice?.text) || ""]);
  }
  cover(state);
  showGame();
  if (moved && app.isAnalyzing) later("analyze", analyze, 150);
  if (moved && app.tab === "tree" && view() === "play") later("tree", openTree, 150);
  if (state.can.includes("export") && state.path.length > 0 && state.scene.kind !== "table") later("keep", keep, 1000);
  if (view() === "start") route();
}

/** How the board leaves the node shown: an undo takes the moves off the list. @type {string | null} */
let goes = null;
/** The message that asked for the next game: its id, or `any` if a job brings it. @type {string | null} */
let asks = null;

/** @type {Map<string, ReturnType<typeof setTimeout>>} */
const timers = new Map();

/** Call soon, and once for many calls. @param {() => void} act */
function later(name, act, ms) {
  clearTimeout(timers.get(name));
  timers.set(name, setTimeout(act, ms));
}

/** Two people at one screen: hide the cards before they are shown to the other. @param {State} state */
function cover(state) {
  const { scene } = state;
  if (scene.kind !== "table" || scene.viewer === null) {
    byId("cover").hidden = true;
    return;
  }
  const own = state.seats.filter((seat) => seat.yours).length;
  const name = scene.players[scene.viewer].name;
  const place = byId("cover");
  if (own > 1 && app.viewerSeat !== null && app.viewerSeat !== scene.viewer) {
    place.replaceChildren(
      element("p", {}, `Pass the device to ${name}.`),
      button(`Show the hand of ${name}`, () => {
        place.hidden = true;
        byId("board").hidden = false;
        byId("board").querySelector("button")?.focus();
      }),
    );
    place.hidden = false;
    byId("board").hidden = true;
  }
  app.viewerSeat = scene.viewer;
}

// The copy of an open game in this browser.

function keep() {
  ask({ do: "export", format: "tree" }, (answer) => {
    if (answer.is !== "file" || app.state === null) return;
    const seats = app.state.seats.map((seat) => seat.player);
    store(SAVED, { game: app.state.game, seats, tree: answer.data, title: app.state.scene.title });
  });
}

/** @returns {{game: string, seats: string[], tree: string, title: string} | null} */
const kept = () => stored(SAVED);

function restore() {
  const saved = kept();
  if (saved === null) return;
  open({ do: "import", format: "tree", data: saved.tree }, () => {
    saved.seats.forEach((player, seat) => {
      if (player !== "human") ask({ do: "sit", seat, player });
    });
  });
}

// Views.

/** @returns {string} */
const view = () => document.body.dataset.view ?? "";

function go(name) {
  if (location.hash !== `#${name}`) location.hash = name;
  route();
}

function route() {
  const token = TOKEN.exec(location.hash);
  if (token && !["start", "play"].includes(token[1])) {
    sessionStorage.setItem("token", stored(SEATS)?.[token[1]] ?? token[1]);
    sessionStorage.removeItem("room");
    history.replaceState(null, "", "#start");
    app.state = null;
    link.restart();
    return;
  }
  if (location.hash.startsWith("#g=") || location.hash.startsWith("#s=")) {
    if (link.isOpen) openShared(new URLSearchParams(location.hash.slice(1)));
    return;
  }
  let name = location.hash.slice(1) || "start";
  if (name === "analyze" || name === "tree") app.tab = name === "tree" ? "tree" : "analysis";
  if (["play", "analyze", "tree"].includes(name)) name = app.state === null ? "start" : "play";
  if (name !== "match") name = name === "play" || isGuest() ? "play" : "start";
  if (name === "play" && app.state === null) name = "start";
  const before = view();
  document.body.dataset.view = name;
  // A hidden view has no controls: every label is that of one.
  if (before !== name && before !== "play" && before !== "") byId(before).replaceChildren();
  showImport();
  if (name === "start" && !byId("start").firstChild) buildStart();
  if (name === "match" && !byId("match").firstChild) buildMatch();
  for (const section of ["start", "play", "match"]) byId(section).hidden = section !== name;
  document.title = name === "play" && app.state ? `${app.state.scene.title} \u2013 bitgames` : "bitgames";
  if (before !== name) byId("status").replaceChildren();
  if (name === "play") {
    showGame();
    if (before !== name) tell([]);
  }
}

const isGuest = () => app.state !== null && app.welcome !== null && app.welcome.role !== "owner";

// The start view.

const choice = { title: "", size: "" };

/** The games by title: boards of any size of one game are one. @returns {Map<string, Game[]>} */
function titles() {
  const found = new Map();
  for (const game of app.welcome?.games ?? [])
    found.set(game.title, [...(found.get(game.title) ?? []), game]);
  return found;
}

/** @returns {Game | undefined} the game of the size that is chosen */
function chosenGame() {
  return titles().get(choice.title)?.find((game) => game.sizes.includes(choice.size));
}

function buildStart() {
  const place = byId("start");
  if (app.welcome === null) return;
  const games = titles();
  if (!games.has(choice.title)) choice.title = [...games.keys()][0] ?? "";
  const cards = element("div.cards", { role: "group", "aria-label": "Games" });
  const form = element("form.setup");
  const choose = (title) => {
    choice.title = title;
    const list = games.get(title) ?? [];
    if (!list.some((game) => game.sizes.includes(choice.size))) choice.size = list[0]?.sizes[0] ?? "";
    for (const card of cards.children)
      card.setAttribute("aria-pressed", String(card.getAttribute("aria-label") === title));
    buildSeats(form);
  };
  for (const [title, [{ aim }]] of games)
    cards.append(element("button", { type: "button", "aria-label": title, "aria-pressed": "false", click: () => choose(title) }, title, element("small", {}, aim)));
  const others = element("div.row");
  const way = (text, act) =>
    others.append(element("a", { href: "#play", click: (event) => (event.preventDefault(), act()) }, text));
  if (kept() !== null) way(`Continue ${kept()?.title}`, restore);
  for (const { room, game } of (app.welcome?.rooms ?? []).slice(-6))
    way(`Return to ${game}`, () => {
      sessionStorage.setItem("room", room);
      asks = link.send({ do: "hello" });
    });
  place.replaceChildren(
    element("h2", { id: "start-title" }, "Choose a game"),
    cards,
    form,
    others,
    importPart(),
  );
  choose(choice.title);
}

/** @param {HTMLFormElement} form */
function buildSeats(form) {
  const list = titles().get(choice.title) ?? [];
  const game = chosenGame();
  if (game === undefined) return;
  const size = select(list.flatMap((each) => each.sizes).map((size) => [size, size]), choice.size, () => {
    choice.size = size.value;
    buildSeats(form);
    form.querySelector("select")?.focus();
  });
  const levels = Object.entries(game.players);
  const own = app.welcome?.players ?? [];
  const seats = game.seats.map((name, at) => {
    const control = select([
      ["human", "You"],
      ["open", "A guest with a link"],
      ...levels.map(([spec, words]) => [spec, spec.startsWith("level:") ? `Computer, ${spec.slice(6)}: ${words}` : `${spec}: ${short(words)}`]),
      ...own.map((name) => [name, name]),
      ["other", "Another player\u2026"],
    ], at === 0 ? "human" : "level:club", () => (more.hidden = control.value !== "other"));
    const more = element("input", { "aria-label": `Player for ${name}`, placeholder: "alphabeta:depth=6", hidden: true, autocomplete: "off" });
    return { part: element("div.seat", {}, field(`Seat ${name}`, control), more), player: () => (control.value === "other" ? more.value.trim() : control.value) };
  });
  const clock = select([
    ["", "none"], ["60+1", "1 minute + 1 s a move"], ["300+3", "5 minutes + 3 s a move"],
    ["900+10", "15 minutes + 10 s a move"], ["=30", "30 s for each move"],
  ]);
  const seeding = seedField();
  form.replaceChildren(
    element("div.fields", {}, field("Variant", size), ...seats.map(({ part }) => part), field("Clock", clock), seeding),
    element("button", { type: "submit", class: "main" }, "Start"),
    element("details", {}, element("summary", {}, "Rules"), element("pre", { tabindex: 0, "aria-label": "Rules" }, game.rules)),
  );
  form.onsubmit = (event) => {
    event.preventDefault();
    const seed = seeding.querySelector("input")?.value;
    const [main, increment] = clock.value.split("+").map(Number);
    open({
      do: "new",
      game: choice.size,
      seats: seats.map(({ player }) => player()),
      ...(seed && { seed: Number(seed) }),
      ...(clock.value && { clock: clock.value[0] === "=" ? { move: Number(clock.value.slice(1)) } : { main, increment } }),
    });
  };
}

const short = (words) => (words.length > 60 ? `${words.slice(0, 57)}\u2026` : words);

/** Send a message that opens a game in a room of its own. @param {() => void} [then] */
function open(message, then) {
  stopAnalysis();
  if (banner && byId("banner").className !== "offline") banner.close();
  after = then ?? null;
  sessionStorage.removeItem("room");
  const refused = (answer) => {
    asks = null;
    answers[answer.is]?.(answer);
  };
  asks = ask(message, refused);
}

/** What to do once the new game is there. @type {(() => void) | null} */
let after = null;

/** A place for games from files. */
function importPart() {
  const text = element("textarea", { rows: 3, placeholder: "A record, a transcript like f5d6c3, GGF, PBN, OBF, a position" });
  const file = element("input", { type: "file" });
  file.addEventListener("change", async () => {
    const chosen = file.files?.[0];
    if (chosen === undefined) return;
    const bytes = new Uint8Array(await chosen.arrayBuffer());
    file.value = "";
    try {
      importGame(new TextDecoder("utf-8", { fatal: true }).decode(bytes), false);
    } catch {
      let binary = "";
      for (const byte of bytes) binary += String.fromCharCode(byte);
      importGame(btoa(binary), true);
    }
  });
  const list = element("div.found");
  return element("details.import", {},
    element("summary", {}, "Import a game"),
    field("Game from a file", file),
    field("Game as text", text),
    button("Import", () => importGame(text.value, false)),
    list,
  );
}

/** @param {number} [index] */
function importGame(data, base64, index) {
  if (!data.trim()) return;
  const message = { do: "import", data, ...(base64 && { base64 }), ...(index !== undefined && { index }) };
  // The id and the room come on top.
  const most = (app.welcome?.limits.import ?? Infinity) - 256;
  if (new TextEncoder().encode(JSON.stringify(message)).length > most) {
    tell([`this file is too large: at most ${Math.floor(most / 1024)} KiB can be imported`], 4e3);
    return;
  }
  imported = { data, base64 };
  open(message);
}

/** The file whose games are listed. */
let imported = { data: "", base64: false };

/** Choose among the games of a file. */
function showList(answer) {
  for (const place of document.querySelectorAll(".found")) {
    const rows = /** @type {any[]} */ (answer.games).map(({ index, title, plies, moves }) =>
      element("li", {}, button(title, () => importGame(imported.data, imported.base64, index)), element("small", {}, ` ${plies} plies: ${moves}`)));
    const page = (text, offset) =>
      offset >= 0 && offset < answer.total
        ? button(text, () => ask({ do: "import", data: imported.data, ...(imported.base64 && { base64: true }), offset }))
        : "";
    place.replaceChildren(
      element("p", {}, `${answer.total} games`),
      element("ol", { start: answer.offset + 1 }, ...rows),
      row( page("Earlier games", answer.offset - 50), page("More games", answer.offset + 50)),
    );
  }
}

// The game.

/** @type {Record<string, HTMLElement>} */
const parts = {};

const MARKS = /** @type {Record<string, string>} */ ({
  ring: "\u25cb", cross: "\u2715", circle: "\u25cf", triangle: "\u25b2", square: "\u25a0",
});

function buildPlay() {
  const tools = element("div.tools", { role: "toolbar", "aria-label": "Game" });
  const tool = (name, act, more = {}) => {
    parts[name] = button(name, act, more);
    tools.append(parts[name]);
  };
  tool("Back", () => step(-1), { class: "narrow-first", "aria-label": "Back" });
  tool("Forward", () => step(1), { class: "narrow-first", "aria-label": "Forward" });
  [parts.Back.textContent, parts.Forward.textContent] = ["\u25c0\ufe0e", "\u25b6\ufe0e"];
  tool("Undo", () => ((goes = "undo"), ask({ do: "undo" })), { class: "narrow-first" });
  tool("Redo", () => ((goes = "redo"), ask({ do: "redo" })));
  tool("Hint", hint, { class: "narrow-first" });
  tool("Analyze", toggleAnalysis, { "aria-pressed": "false" });
  tool("Flip", () => link.set("flip", !link.get("flip")), { class: "narrow-first" });
  tool("View", toggleView);
  tool("Zoom", () => {
    link.set("zoom", link.get("zoom") === 2 ? 1 : 2);
    parts.Zoom.setAttribute("aria-pressed", String(link.get("zoom") === 2));
  }, { "aria-pressed": "false" });
  tool("Continue", () => ask({ do: "go" }));
  tool("Stop", () => app.state?.job !== null && ask({ do: "stop", job: app.state?.job }));
  tool("Claim", () => ask({ do: "claim" }));
  tool("Play forced moves", () => ask({ do: "forced" }));
  tool("Resign", resign);
  tool("Rematch", rematch);
  tool("New game", () => go("start"));
  tool("Menu", () => {
    parts.Menu.setAttribute("aria-expanded", String(tools.classList.toggle("open")));
  }, { class: "narrow-first menu", "aria-expanded": "false" });
  const input = element("input", { id: "move", autocomplete: "off", autocapitalize: "off", spellcheck: "false" });
  const submit = (event) => {
    event.preventDefault();
    if (typeMove(input.value.trim())) input.value = "";
  };
  const typed = element("form.typed", { submit }, element("label", { for: "move" }, "Move"), input, element("button", { type: "submit" }, "Play"));
  const tabs = element("div.tabs", { role: "tablist", "aria-label": "Panels" });
  const panels = element("div.panels");
  for (const name of ["Standings", "Moves", "Analysis", "Tree", "Files"]) {
    const id = name.toLowerCase();
    parts[id] = element("div", { id: `panel-${id}`, role: "tabpanel", "aria-labelledby": `tab-${id}`, tabindex: -1 });
    panels.append(parts[id]);
    tabs.append(element("button", { type: "button", id: `tab-${id}`, role: "tab", "aria-controls": `panel-${id}`, click: () => showTab(id) }, name));
  }
  tabs.addEventListener("keydown", (event) => {
    const all = [...tabs.querySelectorAll("button:not([hidden])")];
    const at = all.indexOf(/** @type {HTMLElement} */ (event.target));
    const next = /** @type {HTMLElement | undefined} */ (all[at + ({ ArrowRight: 1, ArrowLeft: -1 }[event.key] ?? 0)]);
    if (next && next !== event.target) {
      event.preventDefault();
      event.stopPropagation();
      next.click();
      next.focus();
    }
  });
  parts.players = element("ul.players", { "aria-label": "Players" });
  parts.invites = element("div.invites");
  parts.end = element("div.end");
  parts.tools = tools;
  parts.tabs = tabs;
  byId("play").replaceChildren(
    element("div.left", {},
      element("h2", { id: "game-title" }),
      parts.players,
      parts.invites,
      element("div", { id: "cover", hidden: true }),
      element("div", { id: "board" }),
      parts.end,
      typed,
      tools,
    ),
    element("div.right", {}, tabs, panels),
  );
  render({ model: link, el: byId("board") });
  byId("board").addEventListener("bitgames-aim", (event) => showLine(/** @type {CustomEvent} */ (event).detail));
  buildAnalysis();
  buildTree();
  buildFiles();
  showTab(app.tab);
}

function showTab(id) {
  app.tab = id;
  for (const tab of /** @type {Iterable<HTMLElement>} */ (parts.tabs.children)) {
    const isShown = tab.id === `tab-${id}`;
    tab.setAttribute("aria-selected", String(isShown));
    tab.tabIndex = isShown ? 0 : -1;
    parts[tab.id.slice(4)].hidden = !isShown;
  }
  if (id === "tree" && view() === "play") openTree();
  showImport();
}

function showGame() {
  const { state } = app;
  if (state === null || view() !== "play") return;
  const { scene, can } = state;
  byId("game-title").textContent = scene.title;
  const able = (name, can) => parts[name].setAttribute("aria-disabled", String(!can));
  const at = state.path.length;
  able("Back", at > 0 && can.includes("goto"));
  able("Forward", at < app.line.length && can.includes("goto"));
  for (const name of ["Undo", "Redo", "Hint", "Resign"]) able(name, can.includes(name.toLowerCase()));
  for (const [name, isShown] of /** @type {[string, boolean][]} */ ([
    ["View", scene.kind === "pyramid"],
    ["Zoom", scene.kind === "grid" && scene.width > 12],
    ["Continue", can.includes("go")],
    ["Play forced moves", can.includes("forced")],
    ["Flip", scene.kind !== "grid" || !scene.falls],
    ["Stop", can.includes("stop")],
    ["Claim", can.includes("claim")],
    ["Rematch", can.includes("rematch")],
    ["New game", can.includes("new")],
  ]))
    parts[name].hidden = !isShown;
  parts.Analyze.setAttribute("aria-pressed", String(app.isAnalyzing));
  showPlayers(state);
  showInvites(state);
  showEnd(state);
  showMoves(state);
  showShare(state);
}

/** @param {State} state */
function showPlayers(state) {
  const { scene, seats, clock } = state;
  tick(state);
  const shown = clock === null ? null : [clock.running, clock.left];
  if (isSame("players", [state.room, seats, scene.players, state.turn, state.ended, shown])) return;
  const isOwner = state.can.includes("new");
  const isTeams = new Set(scene.players.map((player) => player.team)).size < scene.players.length;
  const items = scene.players.map((player, at) => {
    const seat = seats[at];
    const turn = scene.kind === "pyramid" && scene.choosing !== null ? scene.choosing : state.turn;
    const count = player.left !== null ? `${player.left} left` : player.score !== null ? `${player.score}` : "";
    const who = seat.yours ? "you" : seat.player === "open" ? "waiting for a guest" : seat.player === "human" ? "guest" : seat.player;
    const item = element(
      "li",
      { class: [turn === at ? "turn" : "", isTeams ? `team${player.team}` : ""].join(" "), "aria-current": turn === at ? "true" : null },
      element("span", { class: `mark p${at} ${player.shape ?? "none"}`, "aria-hidden": "true" }, MARKS[player.shape ?? ""] ?? ""),
      element("span.who", {}, element("b", {}, player.name), element("small", {}, [isOwner ? "" : who, isTeams ? `team ${player.team + 1}` : ""].filter(Boolean).join(", "))),
      count ? element("span.count", {}, count) : null,
      clock ? element("span.clock", { "data-seat": at }, clockText(clock.left[at])) : null,
      element("span", { class: seat.online ? "dot on" : "dot", role: "img", "aria-label": seat.thinking ? "thinking" : seat.online ? "online" : "away" }, seat.thinking ? "\u2026" : ""),
    );
    if (seat.player === "open" && !seats.some((each) => each.yours) && isGuest())
      item.append(button("Take this seat", () => ask({ do: "sit", seat: at, player: "human" })));
    else if (isOwner) item.append(seatMenu(state, at));
    return item;
  });
  parts.players.replaceChildren(...items);
}

/** Change the player of a seat during the game. @param {State} state */
function seatMenu(state, at) {
  const seat = state.seats[at];
  const game = app.welcome?.games.find((each) => state.game.split(":")[0] === each.name);
  const levels = Object.keys(game?.players ?? {});
  const may = (name) => name === seat.player || seat.sits.includes(["human", "open"].includes(name) ? name : "computer");
  const names = [...new Set([seat.player, "human", "open", ...levels, ...(app.welcome?.players ?? [])])].filter(may);
  const words = /** @type {Record<string, string>} */ ({ human: seat.player === "human" ? seat.who : "you", open: "guest with a link" });
  const control = select(names.map((name) => [name, words[name] ?? name]), seat.player, () => ask({ do: "sit", seat: at, player: control.value }));
  control.setAttribute("aria-label", `Player of ${seat.name}`);
  return control;
}

/** @param {State} state */
function showInvites(state) {
  if (isSame("invites", [state.links, state.scene.players])) return;
  const links = Object.entries(state.links ?? {});
  const url = (token) => `${location.origin}/#${token}`;
  const rows = links
    .filter(([who]) => who !== "watch")
    .map(([who, token]) => linkRow(`Link for ${state.scene.players[Number(who)]?.name ?? who}`, url(token)));
  parts.invites.replaceChildren(...rows);
}

function linkRow(label, url) {
  const input = element("input", { readonly: true, value: url, focus: () => input.select() });
  return element("div.link", {}, field(label, input), button("Copy", async () => {
    try {
      await navigator.clipboard.writeText(url);
      tell(["copied"]);
    } catch {
      input.select();
    }
  }, { "aria-label": `Copy: ${label}` }));
}

/** @param {State} state */
function showEnd(state) {
  const { ended, series } = state;
  if (isSame("end", [ended, series, state.scene.caption])) return;
  if (ended === null) {
    parts.end.replaceChildren();
    return;
  }
  const rows = ended.summary.map((line) => {
    const [, name, words] = /^(.{0,10}?) {2,}(.*)$/.exec(line.padEnd(13)) ?? [null, "", line];
    return element("tr", {}, element("th", { scope: "row" }, name.trim()), element("td", {}, words.trim()));
  });
  parts.end.replaceChildren(
    element("h3", {}, turnLine(state)),
    rows.length ? element("table", {}, ...rows) : "",
    ended.tricks.length ? element("details", {}, element("summary", {}, "Tricks"), table(ended.tricks)) : "",
    series && series.games > 0 ? element("p", {}, series.text) : "",
  );
}

/** @param {number | null | undefined} seconds */
function clockText(seconds) {
  if (seconds === null || seconds === undefined) return "";
  const whole = Math.max(0, Math.ceil(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

/** Let the clock that runs run on the screen, too. @param {State} state */
function tick(state) {
  const { clock } = state;
  clearInterval(timers.get("clock"));
  if (!clock || clock.running === null || state.ended !== null) return;
  const seat = clock.running;
  const begun = performance.now();
  const begin = clock.left[seat] ?? 0;
  let told = begin;
  timers.set("clock", setInterval(() => {
    const left = begin - (performance.now() - begun) / 1000;
    const place = parts.players.querySelector(`.clock[data-seat="${seat}"]`);
    if (place) place.textContent = clockText(left);
    for (const mark of [60, 10]) if (told > mark && left <= mark) tell([`${state.scene.players[seat].name}: ${mark} seconds left`]);
    told = left;
  }, 250));
}

// Moves.

function step(by) {
  const { state } = app;
  if (state === null) return;
  goTo(state.path.length + by);
}

/** Go to a ply of the line. */
function goTo(ply) {
  const { state } = app;
  if (state === null || ply < 0 || ply > app.line.length || !state.can.includes("goto")) return;
  goes = "goto";
  ask({ do: "goto", node: ply === 0 ? 0 : app.line[ply - 1].n });
}

/** What the parts of the page show. @type {Map<string, string>} */
const seen = new Map();

function isSame(part, data) {
  const text = JSON.stringify(data);
  const same = seen.get(part) === text;
  seen.set(part, text);
  return same;
}

/** @param {State} state */
function showMoves(state) {
  const at = state.path.length;
  if (isSame("moves", [state.room, state.number, state.node, app.line, state.branches, state.comment, state.can])) return;
  const list = element("ol.moves");
  app.line.forEach((move, ply) => {
    const isHere = ply === at - 1;
    const item = element(
      "li",
      { class: isHere ? "here" : ply >= at ? "ahead" : "" },
      button(move.text, () => goTo(ply + 1), { "aria-current": isHere ? "step" : null }),
      move.ms ? element("small", {}, `${(move.ms / 1000).toFixed(1)} s`) : null,
      move.comment ? element("q", {}, move.comment) : null,
    );
    item.append(...branchButtons(move.others ?? []));
    list.append(item);
  });
  const comment = element("textarea", { rows: 2 });
  comment.value = state.comment;
  const slider = element("input", { type: "range", min: 0, max: app.line.length, value: at, change: () => goTo(Number(slider.value)) });
  const had = parts.moves.contains(document.activeElement) ? document.activeElement?.getAttribute("aria-label") ?? "" : null;
  parts.moves.replaceChildren(
    state.can.includes("goto") && app.line.length > 0 ? field("Ply", slider) : "",
    list,
    ...branchButtons(app.line.length === at ? state.branches : []),
    state.can.includes("branch")
      ? row(
          field("Comment", comment),
          button("Save comment", () => ask({ do: "comment", node: state.node, text: comment.value })),
          at > 0 ? button("Make this the main line", () => ask({ do: "promote", node: state.node })) : "",
          at > 0 ? button("Delete from here", () => confirmDelete(state)) : "",
        )
      : "",
  );
  if (had === "Ply") slider.focus();
  list.querySelector(".here")?.scrollIntoView?.({ block: "nearest" });
}

/** Other moves that were tried, in a line. @param {{n: number, text: string}[]} others */
function branchButtons(others) {
  if (others.length === 0) return [];
  return [element("span.branches", {}, "also: ", ...others.map(({ n, text }) => button(text, () => ask({ do: "goto", node: n }))))];
}

/** @param {State} state */
function confirmDelete(state) {
  showBanner("Delete this move and all that follow?", [["Delete", () => ((goes = "undo"), ask({ do: "delete", node: state.node }))], ["Keep", () => {}]]);
}

function rematch() {
  const begin = () => {
    asks = ask({ do: "rematch", confirm: true }, (answer) => {
      asks = null;
      answers[answer.is]?.(answer);
    });
  };
  if (app.state?.ended !== null || app.state.path.length === 0) begin();
  else showBanner("End this game and begin another one?", [["Rematch", begin], ["Go on", () => {}]]);
}

// Without a question: a resignation can be taken back.
function resign() {
  if (app.state?.can.includes("resign")) ask({ do: "resign" });
}

/** A move, or a word that asks for something. @returns {boolean} whether the field is done */
function typeMove(text) {
  const { state } = app;
  if (state === null || text === "") return false;
  const { scene } = state;
  const word = text.toLowerCase();
  if (word === "moves") tell([`moves: ${scene.moves.text.join(", ") || "none"}`]);
  else if (word === "last") tell([scene.last ? `last move: ${scene.last.text}` : "no move yet"]);
  else if (word === "score") tell([scene.caption]);
  else if (word === "clock") tell([state.clock ? scene.players.map((player, at) => `${player.name} ${clockText(state.clock?.left[at])}`).join(", ") : "no clock"]);
  else if (word.startsWith("row ") && scene.kind !== "table") {
    const row = /\d+$/.exec(word)?.[0];
    const names = [...byId("board").querySelectorAll("[role=grid] button")].map((each) => each.getAttribute("aria-label") ?? "");
    tell([names.filter((name) => /(\d+),/.exec(name)?.[1] === row).join("; ") || `there is no row ${row}`]);
  } else ask({ do: "play", text });
  return true;
}

function hint() {
  if (app.state?.can.includes("hint")) ask({ do: "hint", count: 1 });
}

function toggleView() {
  const shown = document.querySelector(".bitgames")?.getAttribute("data-view");
  link.set("view", shown === "isometric" ? "plan" : "isometric");
}

// Analysis.

function buildAnalysis() {
  const loss = select([["", "for the player to move"], ["loss", "loss to the best move"]], settings.loss ? "loss" : "", () => {
    setting("loss", loss.value === "loss");
    showValues();
  });
  const show = select([["both", "numbers and colours"], ["numbers", "numbers"], ["colours", "colours"]], settings.show, () => setting("show", show.value));
  parts.progress = element("p.progress");
  parts.values = element("table.values");
  parts.graph = element("div.graph");
  parts.cancel = button("Stop analysis", stopAnalysis);
  parts.analysis.replaceChildren(
    row(
      button("Solve", () => solve()),
      button("Graph of the game", startGraph),
      parts.cancel),
    parts.progress,
    row( field("Values", loss), field("On the board", show)),
    parts.values,
    parts.graph,
  );
}

function toggleAnalysis() {
  if (app.isAnalyzing) stopAnalysis();
  else {
    app.isAnalyzing = true;
    if (app.tab !== "analysis") showTab("analysis");
    analyze();
  }
  showGame();
}

function analyze() {
  if (!app.isAnalyzing || app.state === null) return;
  if (document.hidden) return;
  startJob({ do: "analyze", node: app.state.node });
}

/** Solve the position; what is out of reach only when asked for again. */
function solve(warn = true) {
  app.isAnalyzing = true;
  showGame();
  startJob(warn ? { do: "solve", warn } : { do: "solve" });
}

/** One study at a time: the graph takes the place of the values. */
function startGraph() {
  stopAnalysis();
  app.graph = null;
  startJob({ do: "graph" });
  showProgress("the graph is being computed\u2026");
}

function startJob(message) {
  app.progress = null;
  ask(message, takeJob);
}

function takeJob(answer) {
  if (answer.is !== "note") answers[answer.is]?.(answer);
  else {
    app.job = null;
    showProgress(answer.text);
    if (answer.code !== "failed" && app.isAnalyzing) tell([answer.text]);
  }
}

function stopAnalysis() {
  if (app.job !== null) ask({ do: "stop", job: app.job });
  app.job = null;
  app.isAnalyzing = false;
  app.values = null;
  app.progress = null;
  link.set("values", null);
  link.set("ghosts", null);
  if (parts.values) {
    showValues();
    showGame();
  }
}

function showValues() {
  const { values } = app;
  link.set("values", values === null ? null : { ...values });
  const shown = graded(values, settings);
  const moves = values?.moves ?? [];
  const texts = new Map((app.state?.scene.moves.index ?? []).map((i, at) => [i, app.state?.scene.moves.text[at] ?? ""]));
  const rows = [...moves].sort((a, b) => b.value - a.value).map((move) => {
    const { text, grade } = shown.get(move.i) ?? { text: "", grade: "" };
    const name = move.text ?? texts.get(move.i) ?? String(move.i);
    const how = values.isBare ? "hint" : move.exact ? "exact" : move.depth ? `depth ${move.depth}${move.certainty < 100 ? `, ${move.certainty} %` : ""}` : move.error ? `\u00b1 ${move.error.toFixed(0)}` : "estimate";
    /** @type {LineStep[]} */
    const line = typeof move.line?.[0] === "string" ? [] : (move.line ?? []);
    const on = () => link.set("ghosts", line);
    const off = () => link.set("ghosts", null);
    return element("tr", { class: grade, pointerenter: on, pointerleave: off, focusin: on, focusout: off },
      element("td", {}, button(name, () => addBranch(line), { title: `add as a branch: ${line.map((step) => step.text).join(" ")}` })),
      ...cells(text, how));
  });
  const at = parts.values.contains(document.activeElement) ? document.activeElement?.textContent : null;
  parts.values.replaceChildren(element("caption", {}, values === null ? "Press Analyze" : `Values in ${values.unit ?? "points"}`), element("thead", {}, heads("move", "value", "how")), element("tbody", {}, ...rows));
  if (at) [...parts.values.querySelectorAll("button")].find((each) => each.textContent === at)?.focus();
  showProgress();
}

/** The line of the move that the pointer or the focus is on. */
function showLine(i) {
  const move = app.values?.isBare ? undefined : app.values?.moves?.find((each) => each.i === i);
  const line = move?.line ?? [];
  link.set("ghosts", line.length > 1 ? line : null);
}

/** Keep a line as a branch below this node. @param {LineStep[]} line */
function addBranch(line) {
  if (app.state === null || line.length === 0) return;
  ask({ do: "branch", node: app.state.node, moves: line.map((step) => step.i) });
}

/** How many others come before an analysis that waits. @param {number} before */
const waitWords = (before) => `waits: ${before === 1 ? "one analysis" : `${before} analyses`} before this one`;

/** @param {string} [words] */
function showProgress(words) {
  const { values, progress } = app;
  const nodes = progress?.nodes ?? progress?.done ?? values?.nodes;
  const seconds = progress?.seconds ?? values?.seconds;
  const isDone = values?.final ?? false;
  const text = words ?? [
    app.isAnalyzing ? (isDone ? "finished" : "thinking") : "",
    nodes ? `${nodes.toLocaleString("en")} nodes` : "",
    nodes && seconds ? `${Math.round(nodes / seconds).toLocaleString("en")} a second` : "",
    seconds ? `${seconds.toFixed(1)} s` : "",
  ].filter(Boolean).join(", ");
  parts.progress.textContent = text;
  parts.cancel.setAttribute("aria-disabled", String(app.job === null && (!app.isAnalyzing || isDone)));
}

/** The grades of moves that count as mistakes. */
const MISTAKES = ["fair", "bad"];

function showGraph() {
  const points = /** @type {any[]} */ (app.graph?.points ?? []);
  if (points.length === 0) {
    parts.graph.replaceChildren();
    return;
  }
  const [width, height] = [480, 140];
  const most = Math.max(1, ...points.map((point) => Math.abs(point.value ?? 0)));
  const x = (at) => 12 + (at / Math.max(1, points.length - 1)) * (width - 24);
  const y = (value) => height / 2 - (value / most) * (height / 2 - 14);
  const svg = drawn("svg", { viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true" });
  svg.append(drawn("path", { d: `M0 ${height / 2}H${width}`, class: "axis" }));
  svg.append(drawn("text", { x: 2, y: 12 }, `${app.state?.scene.players[0].name} +${signed(most).replace("+", "")}`));
  const known = points.map((point, at) => ({ ...point, at })).filter((point) => point.value !== null && point.value !== undefined);
  svg.append(drawn("path", { d: known.map((point, at) => `${at ? "L" : "M"}${x(point.at)} ${y(point.value)}`).join(""), class: "curve" }));
  for (const point of known) {
    const isMistake = MISTAKES.includes(point.grade);
    if (isMistake) svg.append(drawn("path", { d: `M${x(point.at)} ${y(point.value) - 15}l5 9h-10z`, class: "mistake" }));
    svg.append(drawn("circle", { cx: x(point.at), cy: y(point.value), r: 4, class: point.exact ? "exact" : "guess" }));
  }
  svg.addEventListener("click", (event) => {
    const box = svg.getBoundingClientRect();
    goTo(Math.round((((event.clientX - box.left) / box.width) * width - 12) / (width - 24) * (points.length - 1)));
  });
  const mistakes = known.filter((point) => MISTAKES.includes(point.grade)).map((point) =>
    element("li", {}, button(`${point.ply}. ${app.line[point.ply - 1]?.text ?? ""} loses ${signed(point.loss).slice(1)}${point.best ? `, ${point.best} was best` : ""}`, () => goTo(point.ply))));
  const totals = app.graph.totals.map(({ seat, moves, best, loss, blunders }) =>
    [app.state?.scene.players[seat].name, moves, best, signed(loss).replace("+", ""), blunders]);
  parts.graph.replaceChildren(element("h3", {}, "Course of the game"), svg, element("ul.mistakes", { "aria-label": "Mistakes" }, ...mistakes),
    table([["player", "moves", "best", `lost ${app.graph.unit}`, "blunders"], ...totals]));
}

// The tree of all moves.

/** @type {Explorer} */
const explorer = { path: [], merge: true, page: null, wish: 0 };

function buildTree() {
  const merge = element("input", { type: "checkbox", checked: true, change: () => {
    explorer.merge = merge.checked;
    browse(here());
  } });
  parts.crumbs = element("nav.crumbs", { "aria-label": "Path in the tree" });
  parts.worth = element("p");
  // One listener for each kind of event serves all moves.
  parts.children = element("ul", { role: "tree", "aria-label": "Moves from here", click: (event) => descend(itemOf(event)), keydown: browseKey });
  parts.pages = element("div.row");
  parts.tree.replaceChildren(
    row(
      element("label.check", {}, merge, "join symmetric positions"),
      button("Solve this position", () => browse(here(), 0, { solve: true, warn: true })),
      button("Follow best play", followBest),
      button("Show on the board", () => explorer.path.length > 0 && ask({ do: "goto", node: here() }))),
    parts.crumbs,
    parts.worth,
    parts.children,
    parts.pages,
  );
}

/** @returns {number} the place in the list; -1 outside of it */
function itemOf(event) {
  const item = event.target.closest("[role=treeitem]");
  return item === null ? -1 : [...parts.children.children].indexOf(item);
}

/** The node that is browsed. */
const here = () => explorer.path.at(-1)?.n ?? app.state?.node ?? 0;

function openTree() {
  if (app.state === null) return;
  explorer.path = [];
  browse(here());
}

/** @param {number} [offset] @param {{solve?: boolean, warn?: boolean}} [more] @param {() => void} [then] */
function browse(node, offset = 0, more = {}, then = () => {}) {
  const wish = ++explorer.wish;
  ask({ do: "tree", node, offset, merge: explorer.merge, ...more }, (answer) => {
    if (wish !== explorer.wish) return;
    if (answer.is === "note") parts.worth.textContent = answer.text;
    else if (answer.is === "queue") parts.worth.textContent = waitWords(answer.before);
    else if (answer.is === "effort") {
      if (!answer.is_begun) showBanner(`${answer.text}.`, [["Solve anyway", () => browse(node, offset, { solve: true })], ["Cancel", () => {}]]);
    }
    else {
      explorer.page = answer;
      showTree(answer);
      if (answer.final) then();
    }
  });
}

/** A value for team 0 as sign and number. */
function worth(value) {
  if (value === null) return element("span.worth", {}, "?");
  const [sign, kind] = value > 0 ? ["+", "plus"] : value < 0 ? ["\u2212", "minus"] : ["=", ""];
  const size = Math.abs(value);
  return element("span", { class: `worth ${kind}` }, `${sign}${size > 1 ? ` ${size}` : ""}`);
}

/** @param {TreePage} page */
function showTree(page) {
  const { state } = app;
  if (state === null || page.node !== here()) return;
  const { scene } = state;
  const had = parts.children.contains(document.activeElement);
  const ahead = explorer.path.map((step, at) =>
    button(step.text, () => ((explorer.path = explorer.path.slice(0, at + 1)), browse(here())), { "aria-current": at === explorer.path.length - 1 ? "step" : null }));
  parts.crumbs.replaceChildren(button("Game", openTree), ...ahead);
  const name = scene.players[0].name;
  const words = page.turn === null ? "the game is over here" : `${scene.players[page.turn].name} to move`;
  const [low, high] = page.bounds ?? [null, null];
  const known = page.value !== null ? `, worth ${signed(page.value)} ${page.unit} for ${name}` : low !== null && low !== high ? `, worth ${low} to ${high} for ${name}` : page.final ? "" : ", solving\u2026";
  parts.worth.textContent = words + known;
  const keys = page.children.map((child) => child.key);
  const small = page.children.length <= 24;
  parts.children.replaceChildren(...page.children.map((child, at) => {
    const twin = keys.indexOf(child.key);
    const notes = [
      child.moves.length > 1 ? `also ${child.moves.slice(1, 8).join(" ")}` : "",
      twin < at ? `same position as ${page.children[twin].text}` : "",
      child.over ? "ends the game" : "",
    ].filter(Boolean).join(", ");
    const item = element("li", { role: "treeitem", "aria-level": explorer.path.length + 1, tabindex: at === 0 ? 0 : -1, class: child.best ? "best" : "", "aria-label": [child.text, child.value === null ? "not solved" : `worth ${signed(child.value)}`, child.best ? "best" : "", notes].filter(Boolean).join(", ") },
      small && child.owners !== null && scene.kind !== "table" ? miniature(scene, child.owners) : null,
      element("span", {}, child.text), worth(child.value), notes ? element("small", {}, notes) : null);
    return item;
  }));
  if (page.children.length === 0) parts.children.replaceChildren(element("li", { role: "treeitem", tabindex: 0, "aria-level": 1 }, "no moves"));
  const { offset, total } = page;
  const turn = (text, to) => to >= 0 && to < total ? button(text, () => browse(here(), to)) : null;
  const turns = [turn("Earlier moves", offset - 50), turn("More moves", offset + 50)].filter((each) => each !== null);
  parts.pages.replaceChildren(...(total > 50 ? [`${offset + 1} to ${offset + page.children.length} of ${total}`, ...turns] : []));
  if (had) /** @type {HTMLElement | null} */ (parts.children.firstElementChild)?.focus();
}

function descend(at) {
  const child = explorer.page?.children[at];
  if (child === undefined || child.over) return;
  explorer.path.push({ n: child.n, i: child.i, text: child.text });
  browse(here());
}

function browseKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const at = itemOf(event);
  const items = /** @type {HTMLElement[]} */ ([...parts.children.children]);
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
    const at = explorer.page?.children.findIndex((child) => child.best) ?? -1;
    const child = explorer.page?.children[at];
    if (child === undefined || view() !== "play" || app.tab !== "tree") return;
    if (child.over) return;
    explorer.path.push({ n: child.n, i: child.i, text: child.text });
    browse(here(), 0, {}, () => setTimeout(next, 150));
  };
  next();
}

// Files.

function buildFiles() {
  parts.formats = select([]);
  parts.share = element("div");
  parts.importing = element("div");
  parts.files.replaceChildren(
    row( field("Format", parts.formats), button("Download", () => ask({ do: "export", format: /** @type {HTMLSelectElement} */ (parts.formats).value }))),
    parts.share,
    parts.importing,
  );
}

/** The import stands in the panel only while it is shown: the start view has it, too. */
function showImport() {
  const isShown = view() === "play" && app.tab === "files";
  if (isShown !== Boolean(parts.importing.firstChild)) parts.importing.replaceChildren(...(isShown ? [importPart()] : []));
}

/** @param {State} state */
function showShare(state) {
  if (isSame("share", [state.formats, state.links?.watch, state.can.includes("export"), state.node])) return;
  const chosen = /** @type {HTMLSelectElement} */ (parts.formats).value;
  parts.formats.replaceChildren(...state.formats.map((format) => element("option", { value: format, selected: format === chosen }, format)));
  const watch = state.links?.watch;
  parts.share.replaceChildren(
    state.can.includes("export") ? button("Make a link to this game", share) : "",
    watch ? linkRow("Link to watch", `${location.origin}/#${watch}`) : "",
  );
}

function share() {
  ask({ do: "export", format: "record" }, (answer) => {
    if (answer.is !== "file" || app.state === null) return answers.note(answer);
    const record = JSON.parse(answer.data);
    const found = new URLSearchParams({ g: record.game, s: record.start, m: record.moves.join(" "), p: String(app.state.path.length) });
    parts.share.append(linkRow("Link to this game", `${location.origin}/#${found}`));
  });
}

/** @param {URLSearchParams} shared */
function openShared(shared) {
  history.replaceState(null, "", "#start");
  const moves = (shared.get("m") ?? "").split(" ").filter(Boolean);
  const start = shared.get("s");
  const ply = Number(shared.get("p") ?? moves.length);
  open({ do: "new", ...(start ? { start } : { game: shared.get("g") }), moves }, () => {
    if (ply < moves.length) goTo(ply);
  });
}

/** @param {{name: string, data: string, base64: boolean}} file */
function download({ name, data, base64 }) {
  const content = base64 ? Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0)) : data;
  const url = URL.createObjectURL(new Blob([content]));
  element("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

// Matches.

/** What was last told of a match. @type {any} */
let matchTold = null;

function buildMatch() {
  const place = byId("match");
  if (app.welcome === null) return;
  const game = select(app.welcome.games.flatMap((game) => game.sizes.map((size) => [size, `${game.title}: ${size}`])));
  const names = element("datalist", { id: "players" });
  const player = (value) => element("input", { value, list: "players", autocomplete: "off", required: true });
  const [one, two] = [player("level:club"), player("level:casual")];
  const fill = () => {
    const chosen = app.welcome?.games.find((each) => each.sizes.includes(game.value));
    names.replaceChildren(...[...Object.keys(chosen?.players ?? {}), ...(app.welcome?.players ?? [])].map((value) => element("option", { value })));
  };
  game.addEventListener("change", fill);
  fill();
  const games = element("input", { type: "number", min: 2, max: 10000, value: 20 });
  const seeding = seedField();
  const form = element("form.setup", {},
    element("div.fields", {}, field("Game", game), field("First player", one), field("Second player", two), field("Games", games), seeding),
    names,
    element("button", { type: "submit", class: "main" }, "Play the match"));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const seed = seeding.querySelector("input")?.value;
    ask({ do: "match", a: one.value.trim(), b: two.value.trim(), game: game.value, games: Number(games.value), ...(seed && { seed: Number(seed) }) }, showMatch);
  });
  parts.score = element("div");
  place.replaceChildren(element("h2", { id: "match-title" }, "Match"), form, parts.score);
  if (matchTold !== null) showMatch(matchTold);
}

function showMatch(answer) {
  if (answer.is === "note") {
    parts.score.replaceChildren(element("p", {}, answer.text));
    return;
  }
  const { job, done, total, standings, text, final, tournament } = answer;
  const place = tournament ? parts.standings : parts.score;
  if (!tournament) matchTold = answer;
  // What can be pressed stays, as the answers come fast.
  if (place.dataset.job !== `${job}` || !place.firstChild) {
    place.dataset.job = job;
    const number = element("input", { type: "number", min: 1, value: 1 });
    place.replaceChildren(
      element("div"),
      row(
        tournament ? "" : button("Stop the match", () => ask({ do: "stop", job })),
        field("Game number", number),
        button("Show the game", () => showGameOf(job, Number(number.value) - 1))),
    );
    if (tournament) place.append((parts.results = element("ol", { reversed: true, "aria-label": "Games" })));
  }
  const [shown, tools] = place.children;
  shown.replaceChildren(
    element("p", {}, `${done} of ${total} games${final ? "" : "\u2026"}`),
    element("progress", { max: total, value: done, "aria-label": "Games played" }),
    table(standings),
    text ? element("pre", { tabindex: 0, "aria-label": "Result" }, text) : "",
  );
  if (!tournament) /** @type {HTMLElement} */ (tools.firstChild).hidden = final;
}

/** Put a game of a match on the board. */
function showGameOf(job, game) {
  if (ask({ do: "show", job, game }) !== null) asks = "any";
}

/** The newest games of a tournament, the last one first. Those on the screen stay. */
function showResults({ job, games }) {
  const list = /** @type {HTMLOListElement} */ (parts.results);
  for (const { index, title, plies } of games)
    if (index >= (/** @type {HTMLLIElement | null} */ (list.firstChild)?.value ?? 0))
      list.prepend(element("li", { value: index + 1 }, button(title, () => ask({ do: "show", job, game: index })), element("small", {}, ` ${plies} plies`)));
  while (list.childElementCount > 50) list.lastChild?.remove();
}

// Settings and keys.

function buildHeader() {
  const nav = /** @type {HTMLElement} */ (document.querySelector("header nav"));
  const dialog = element("dialog", { "aria-label": "Settings" });
  const check = (name, words) =>
    element("label.check", {}, element("input", { type: "checkbox", checked: settings[name], change: ({ target }) => setting(name, target.checked) }), words);
  const pick = (name, label, choices) =>
    field(label, select(choices, settings[name], ({ target }) => setting(name, target.value)));
  dialog.append(
    element("h2", {}, "Settings"),
    pick("theme", "Colours of the page", [["system", "as the system"], ["light", "light"], ["dark", "dark"]]),
    pick("suits", "Suits in a hand", [["SHCD", "alternating colours"], ["SHDC", "by rank"]]),
    check("animate", "Animate moves"),
    check("tap_twice", "On touch, the first tap shows what a move does and the second plays it"),
    check("confirm_pass", "Point out passes"),
    check("letters", "Letters are shortcuts: u undo, r redo, h hint, a analyze, f flip, v view"),
    button("Close", () => dialog.close()),
  );
  nav.append(
    button("Games", () => go("start")),
    button("Match", () => go("match")),
    button("Settings", () => dialog.showModal()),
  );
  document.body.append(dialog);
}

function shortcut(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || view() !== "play") return;
  if (event.target.closest("input, textarea, select, dialog")) return;
  if (event.key === "ArrowLeft" || event.key === "ArrowRight") step(event.key === "ArrowLeft" ? -1 : 1);
  else if (settings.letters) {
    const name = { u: "Undo", r: "Redo", h: "Hint", a: "Analyze", f: "Flip", v: "View" }[event.key];
    if (name === undefined || parts[name].hidden) return;
    parts[name].click();
  } else return;
  event.preventDefault();
}

useSettings();
buildHeader();
buildPlay();
addEventListener("hashchange", route);
addEventListener("keydown", shortcut);
addEventListener("online", () => link.wake());
document.addEventListener("visibilitychange", () => {
  if (document.hidden) {
    if (app.job !== null) ask({ do: "stop", job: app.job });
    app.job = null;
  } else {
    link.wake();
    if (app.isAnalyzing) analyze();
  }
});
route();
if (!link.token) showBanner("Open the address that the server printed: it has the key to this page.", [], "error");
else link.connect();
