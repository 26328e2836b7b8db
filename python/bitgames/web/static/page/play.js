/** At the board: the players, the one bar, the menu, the panels, and the end as an event. */

import { render } from "../board/board.js";
import { signed } from "../board/values.js";
import { element } from "../dom.js";
import { sayEach, t } from "../i18n.js";
import { buildAnalysis, showLine, toggleAnalysis } from "./analysis.js";
import { askClaim, showSheet } from "./bridge.js";
import { byId, button, clockText, isSame, table, tool } from "./controls.js";
import { setUp } from "./editor.js";
import { buildFiles, downloadAs, showImport, showShare } from "./files.js";
import { moveAt } from "./graph.js";
import { buildMoves, goTo, showMoves, step } from "./moves.js";
import { showInvites, showPlayers, showSeats } from "./players.js";
import { titleOf } from "./setup.js";
import { ask, isGuest, model, on, settings, store, view } from "./store.js";
import { captionOf, note, replaceGame, turnLine } from "./tell.js";
import { buildTree, hasTree, openTree } from "./tree.js";

/** @import {State} from "../../types" */

/** @type {Record<string, HTMLElement>} */
export const parts = {};

const LETTERS = /** @type {Record<string, string>} */ ({ u: "Undo", r: "Redo", h: "Hint", a: "Analyse", f: "Flip", v: "View" });
const TABS = ["Standings", "Moves", "Analysis", "Tree", "Files"];

export function buildPlay() {
  parts.far = element("ul.players", { "aria-label": t("Players") });
  parts.near = element("ul.players", { "aria-label": t("Player below") });
  parts.invites = element("div.invites");
  parts.end = element("section.end", { "aria-label": t("The end"), hidden: true });
  parts.sheet = element("section.sheet", { "aria-label": t("Score sheet"), hidden: true });
  byId("play").replaceChildren(
    element("h2", { id: "game-title", class: "unseen" }),
    element("div.far", {}, parts.far, parts.invites),
    element("div.boards", {}, element("div", { id: "balance", "aria-hidden": "true", hidden: true }), element("div", { id: "cover", hidden: true }), element("div", { id: "board" })),
    element("div.near", {}, parts.near),
    buildBar(),
    buildTyped(),
    element("div.panel", {}, parts.end, parts.sheet, ...buildPanels()),
  );
  render({ model, el: byId("board") });
  byId("board").addEventListener("bitgames-aim", (event) => showLine(/** @type {CustomEvent} */ (event).detail));
  new ResizeObserver(fit).observe(/** @type {Element} */ (byId("play").querySelector(".boards")));
  addEventListener("resize", fit);
  buildMoves(parts.moves);
  buildAnalysis(parts.analysis, () => showTab("analysis"));
  buildTree(parts.tree);
  buildFiles(parts.files);
  showTab(store.tab);
}

function buildBar() {
  const bar = element("div.bar", { role: "toolbar", "aria-label": t("Game") });
  const menu = element("div", { id: "menu", class: "menu", hidden: true });
  /** @param {HTMLElement} place @returns {(name: string, drawing: string, act: () => void, more?: Record<string, string>) => void} */
  const make = (place) => (name, drawing, act, more = {}) => {
    parts[name] = tool(t(name), drawing, act, more);
    place.append(parts[name]);
  };
  const [first, second] = [make(bar), make(menu)];
  const steps = { class: "tool step" };
  first("First", "first", () => goTo(0), { class: "tool step far-step" });
  first("Back", "back", () => step(-1), steps);
  first("Forward", "forward", () => step(1), steps);
  first("Last", "last", () => goTo(store.line.length), { class: "tool step far-step" });
  bar.append(element("span.gap"));
  first("Continue", "play", () => ask({ do: "go" }));
  first("Stop", "stop", () => typeof store.state?.job === "number" && ask({ do: "stop", job: store.state.job }));
  first("Undo", "undo", () => ((store.goes = "undo"), ask({ do: "undo" })));
  first("Hint", "hint", hint);
  first("Analyse", "analyse", toggleAnalysis, { "aria-pressed": "false" });
  first("Menu", "menu", () => openMenu(menu.hidden !== false), { "aria-expanded": "false", "aria-controls": "menu" });
  second("Redo", "redo", () => ((store.goes = "redo"), ask({ do: "redo" })));
  second("Flip", "flip", () => model.set("flip", !model.get("flip")));
  second("View", "view", toggleView);
  second("Zoom", "zoom", () => {
    model.set("zoom", model.get("zoom") === 2 ? 1 : 2);
    parts.Zoom.setAttribute("aria-pressed", String(model.get("zoom") === 2));
  }, { "aria-pressed": "false" });
  second("Edit position", "edit", () => setUp());
  second("Play forced moves", "skip", () => ask({ do: "forced" }));
  second("Claim", "claim", askClaim);
  second("Resign", "resign", resign);
  second("Rematch", "again", rematch);
  second("New game", "plus", () => (location.hash = "start"));
  parts.seats = element("div.seats");
  menu.append(parts.seats);
  parts.menu = menu;
  bar.append(menu);
  // The menu is open until something is chosen, or something else is pressed.
  menu.addEventListener("click", (event) => {
    const chosen = /** @type {HTMLElement} */ (event.target).closest(".tool");
    if (chosen && chosen !== parts.Zoom && chosen.getAttribute("aria-disabled") !== "true") openMenu(false);
  });
  addEventListener("pointerdown", (event) => {
    if (!menu.hidden && !(event.target instanceof Node && bar.contains(event.target))) openMenu(false);
  });
  bar.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || menu.hidden) return;
    openMenu(false);
    parts.Menu.focus();
  });
  return bar;
}

/** @param {boolean} isOpen */
function openMenu(isOpen) {
  parts.menu.hidden = !isOpen;
  parts.Menu.setAttribute("aria-expanded", String(isOpen));
  if (isOpen) /** @type {HTMLElement | null} */ (parts.menu.querySelector(".tool:not([hidden])"))?.focus();
}

/** The field for moves as text. */
function buildTyped() {
  const input = element("input", { id: "move", "aria-label": t("Move"), placeholder: t("Move"), autocomplete: "off", autocapitalize: "off", spellcheck: "false" });
  /** @param {Event} event */
  const submit = (event) => {
    event.preventDefault();
    if (typeMove(input.value.trim())) input.value = "";
  };
  return element("form.typed", { submit }, input);
}

function buildPanels() {
  const tabs = element("div.tabs", { role: "tablist", "aria-label": t("Panels") });
  const panels = element("div.panels");
  for (const name of TABS) {
    const id = name.toLowerCase();
    parts[id] = element("div", { id: `panel-${id}`, role: "tabpanel", "aria-labelledby": `tab-${id}`, tabindex: -1 });
    panels.append(parts[id]);
    tabs.append(element("button", { type: "button", id: `tab-${id}`, role: "tab", "aria-controls": `panel-${id}`, click: () => {
      store.hasChosenTab = true;
      showTab(id);
    } }, t(name)));
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
  parts.tabs = tabs;
  return [tabs, panels];
}

/** @param {string} id */
export function showTab(id) {
  store.tab = id;
  for (const tab of /** @type {Iterable<HTMLElement>} */ (parts.tabs.children)) {
    const isShown = tab.id === `tab-${id}`;
    tab.setAttribute("aria-selected", String(isShown));
    tab.tabIndex = isShown ? 0 : -1;
    parts[tab.id.slice(4)].hidden = !isShown;
  }
  placeBoard();
  if (id === "tree" && view() === "play") openTree();
  showImport();
}

/** On wide screens the tree has the place of the board, a refusal of it has not; so have the tables of a tournament. */
function placeBoard() {
  document.body.toggleAttribute("data-tree", store.tab === "tree" && hasTree());
  document.body.toggleAttribute("data-standings", store.tab === "standings");
}

/** Give the board the height that is left. */
export function fit() {
  if (view() !== "play") return;
  const boards = /** @type {HTMLElement} */ (byId("play").querySelector(".boards"));
  const isBeside = getComputedStyle(boards).getPropertyValue("--beside").trim() === "1";
  let tall = boards.clientHeight;
  if (!isBeside) {
    const others = [".far", ".near", ".bar"].map((name) => /** @type {HTMLElement} */ (byId("play").querySelector(`:scope > ${name}`)).offsetHeight);
    tall = innerHeight - boards.getBoundingClientRect().top - scrollY - others.slice(1).reduce((sum, each) => sum + each, 0) - 24;
  }
  // Beside a panel the board may be small, below it is reached by scrolling.
  const height = Math.max(tall, isBeside ? 120 : 200);
  model.set("tall", height);
  model.set("height", height);
}

export function showGame() {
  const { state } = store;
  if (state === null || view() !== "play") return;
  const { scene, can } = state;
  byId("game-title").textContent = titleOf(scene);
  placeBoard();
  const at = state.path.length;
  /** @param {string} name @param {boolean} isAble */
  const able = (name, isAble) => parts[name].setAttribute("aria-disabled", String(!isAble));
  const goes = can.includes("goto");
  for (const name of ["First", "Back"]) able(name, at > 0 && goes);
  for (const name of ["Forward", "Last"]) able(name, at < store.line.length && goes);
  for (const name of ["Undo", "Redo", "Hint", "Resign"]) able(name, can.includes(name.toLowerCase()));
  able("Analyse", store.isAnalyzing || can.includes("analyze"));
  const isOwner = can.includes("new");
  const mayPlay = state.seats.some((seat) => seat.yours);
  for (const [name, isShown] of /** @type {[string, boolean][]} */ ([
    ["First", isOwner || goes],
    ["Back", isOwner || goes],
    ["Forward", isOwner || goes],
    ["Last", isOwner || goes],
    ["Undo", mayPlay || isOwner],
    ["Redo", mayPlay || isOwner],
    ["Hint", mayPlay || isOwner],
    ["Resign", mayPlay],
    ["View", scene.kind === "pyramid"],
    ["Zoom", scene.kind === "grid" && scene.width > 12],
    ["Continue", can.includes("go")],
    ["Edit position", !isGuest() && scene.kind !== "table"],
    ["Play forced moves", can.includes("forced")],
    ["Flip", scene.kind !== "grid" || !scene.falls],
    // A computer that is to answer is not stopped: an undo takes the move back.
    ["Stop", can.includes("stop") && !mayPlay],
    ["Claim", can.includes("claim")],
    ["Rematch", can.includes("rematch")],
    ["New game", isOwner],
  ]))
    parts[name].hidden = !isShown;
  parts.Analyse.setAttribute("aria-pressed", String(store.isAnalyzing));
  showPlayers(state, parts.far, parts.near);
  showSeats(state, parts.seats);
  showInvites(state, parts.invites);
  showEnd(state);
  showSheet(state, parts.sheet);
  showMoves(state);
  showShare(state);
  fit();
}

/** The end is an event: who won, how, and what to do next. @param {State} state */
function showEnd(state) {
  const { ended, scene } = state;
  const worst = worstMove();
  if (isSame("end", [state.room, state.number, ended, scene.caption, worst])) return;
  parts.end.hidden = ended === null;
  if (ended === null) return parts.end.replaceChildren();
  /** @param {string} name @param {string} drawing @param {() => void} does */
  const act = (name, drawing, does, more = {}) => tool(t(name), drawing, does, more);
  parts.end.replaceChildren(
    element("h3", {}, winText(state)),
    element("p", {}, turnLine(state)),
    worst ? element("p", {}, worst) : "",
    ended.summary.length ? element("details", {}, element("summary", {}, t("The deal")), element("pre", {}, [...sayEach(ended.summary, ended.summary_said), ...(ended.why ?? []).map((line) => line.map(({ lead, form, values }) => lead + t(form, ...values.map((each) => t(each)))).join(""))].join("\n"))) : "",
    ended.tricks.length ? element("details", {}, element("summary", {}, t("Tricks")), table(ended.tricks.map((row, at) => sayEach(row, ended.tricks_said[at])))) : "",
    element("div.row", {},
      state.can.includes("rematch") ? act("Rematch", "again", rematch, { class: "tool main" }) : "",
      state.can.includes("graph") ? act("Where was it lost?", "analyse", showCourse) : "",
      state.formats.length ? act("Download", "download", () => downloadAs(state.formats[0])) : ""),
  );
}

/** Show the graph of the game that has ended. */
function showCourse() {
  showTab("analysis");
  byId("graph-button").click();
}

/** Who has won, as seen from this screen. @param {State} state */
function winText({ scene, seats, ended }) {
  const winners = scene.outcome?.winners ?? scene.players.flatMap((player, at) => (ended?.seat !== null && ended?.seat !== undefined && player.team !== scene.players[ended.seat].team ? [at] : []));
  const scores = scene.players.map((player) => player.score);
  const score = scores.every((each) => each !== null) && scores.length === 2 && scene.kind === "grid" ? ` ${[...scores].sort((a, b) => Number(b) - Number(a)).join("\u2013")}` : "";
  if (winners.length === 0 || winners.length === scene.players.length) return t("A draw") + score;
  const own = seats.flatMap((seat, at) => (seat.yours ? [at] : []));
  const teams = new Set(own.map((at) => scene.players[at].team));
  if (teams.size === 1) return (winners.some((at) => own.includes(at) || teams.has(scene.players[at].team)) ? t("You win") : t("You lose")) + score;
  return t(winners.length > 1 ? "{0} win" : "{0} wins", winners.map((at) => t(scene.players[at].name)).join(t(" and "))) + score;
}

/** The largest loss, once the graph knows it. */
function worstMove() {
  const { graph } = store;
  const worst = [...(graph?.points ?? [])].sort((a, b) => (b.loss ?? 0) - (a.loss ?? 0))[0];
  const loss = worst?.loss ?? 0;
  if (!graph?.final || loss <= 0) return "";
  return t("Largest loss: {0}. {1}, {2}", worst.ply, moveAt(worst.ply), signed(-loss));
}

// Without a question: a resignation can be taken back.
function resign() {
  if (store.state?.can.includes("resign")) ask({ do: "resign" });
}

const rematch = () => replaceGame({ do: "rematch" }, t("Rematch"));

/** A move, or a word that asks for something. @returns {boolean} whether the field is done @param {string} text */
function typeMove(text) {
  const { state } = store;
  if (state === null || text === "") return false;
  const { scene } = state;
  const word = text.toLowerCase();
  if (word === "moves") note(t("moves: {0}", scene.moves.text.join(", ") || t("none")));
  else if (word === "last") note(scene.last ? t("last move: {0}", t(scene.last.text)) : t("no move yet"));
  else if (word === "score") note(captionOf(state));
  else if (word === "clock") note(state.clock ? scene.players.map((player, at) => `${t(player.name)} ${clockText(state.clock?.left[at])}`).join(", ") : t("no clock"));
  else if (word.startsWith("row ") && scene.kind !== "table") {
    const row = /\d+$/.exec(word)?.[0];
    const names = [...byId("board").querySelectorAll("[role=grid] button")].map((each) => each.getAttribute("aria-label") ?? "");
    note(names.filter((name) => /(\d+),/.exec(name)?.[1] === row).join("; ") || t("there is no row {0}", row ?? ""));
  } else ask({ do: "play", text });
  return true;
}

function hint() {
  if (store.state?.can.includes("hint")) ask({ do: "hint", count: 1 });
}

function toggleView() {
  const shown = document.querySelector(".bitgames")?.getAttribute("data-view");
  model.set("view", shown === "isometric" ? "plan" : "isometric");
}

/** Keys outside of the board and of fields. @param {KeyboardEvent} event */
export function shortcut(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || view() !== "play") return;
  if (/** @type {Element} */ (event.target).closest("input, textarea, select, dialog")) return;
  if (event.key === "ArrowLeft" || event.key === "ArrowRight") step(event.key === "ArrowLeft" ? -1 : 1);
  else if (event.key === "/") byId("move").focus();
  else if (settings.letters) {
    const name = LETTERS[event.key];
    if (name === undefined || parts[name].hidden) return;
    parts[name].click();
  } else return;
  event.preventDefault();
}

on("graph", () => store.state !== null && showEnd(store.state));
