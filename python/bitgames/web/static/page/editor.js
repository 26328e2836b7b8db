/** Setting up a position: pieces are put and taken away, and the server says what is still wrong. */

import { render } from "../board/board.js";
import { PageModel } from "../board/model.js";
import { cellNames, standing } from "../board/scene.js";
import { markOf } from "../board/seats.js";
import { element } from "../dom.js";
import { say, t } from "../i18n.js";
import { toggleAnalysis } from "./analysis.js";
import { button, byId, field, later, row, segments, select } from "./controls.js";
import { boardText, byLot, choice, opponents, quick, titleOf } from "./setup.js";
import { ask, emit, on, open, store, view } from "./store.js";
import { tell } from "./tell.js";

/** @typedef {{cell?: number, owner?: number, turn?: number, clear?: boolean, text?: string, board?: string}} Change */
/** @import {BoardScene, Edited, Heard, PlayerData} from "../../types" */

const EMPTY = -1;
const TYPING_MS = 300;

/** What is set up; it lasts as long as the page. */
const sketch = {
  /** The board as the server has answered last. @type {Edited | null} */
  drawing: null,
  /** The seat whose piece is put, or none. */
  piece: 0,
  /** Changes that wait for the answers to those before them. @type {Change[]} */
  changes: [],
  isAsked: false,
  /** Why the last change was refused. */
  refusal: "",
  /** Whether the text in the field is none of a board. */
  isUnread: false,
  /** Whether it was typed and has not been sent. */
  isTyped: false,
  /** Takes the board of the last visit away. */
  close: () => {},
};

/**
 * What is on the screen.
 * @type {{game: string, boards: HTMLSelectElement, pieces: HTMLElement, turns: HTMLElement, fault: HTMLElement, text: HTMLTextAreaElement, analyse: HTMLButtonElement, play: HTMLButtonElement}}
 */
const made = Object.create(null);

const canvas = new PageModel({ playable: true, edits: true, view: "plan", options: { animate: false } }, (message) => {
  if (message.do === "play") put(message.i ?? 0, sketch.piece);
  else if (message.do === "geometry") ask(message, (answer) => canvas.fire("msg:custom", answer));
});

/** Open the editor with a position: that of a text, or the one on the board. @param {string} [text] */
export function setUp(text) {
  sketch.drawing = null;
  change(text === undefined ? {} : { text });
  emit("go", "edit");
}

/** The games with a board. */
const boards = () => (store.welcome?.games ?? []).filter((game) => !game.hidden);

/** The board that is chosen at the start, if it can be set up. */
export const chosenBoard = () => {
  const sizes = boards().flatMap((game) => game.sizes);
  return sizes.includes(choice.size) ? choice.size : sizes[0];
};

// Asking: one change at a time, as each begins with the text that came of the one before.

/** @param {Change} fields */
function change(fields) {
  sketch.changes.push({ ...fields, board: sketch.drawing?.scene.game });
  if (!sketch.isAsked) askNext();
}

function askNext() {
  const { drawing } = sketch;
  // What was pressed on another board is not for this one.
  sketch.changes = sketch.changes.filter(({ cell, board }) => cell === undefined || board === drawing?.scene.game);
  if (sketch.changes.length === 0) return;
  const { board, ...fields } = sketch.changes[0];
  sketch.isAsked = ask({ do: "edit", ...(drawing && { text: drawing.text }), ...fields }, take) !== null;
  if (!sketch.isAsked) sketch.changes = [];
}

/** @param {Heard} answer */
function take(answer) {
  const fields = sketch.changes.shift() ?? {};
  sketch.isAsked = false;
  const isDrawn = answer.is === "edited";
  sketch.refusal = answer.is === "note" ? say(answer) : "";
  if (isDrawn) sketch.drawing = answer;
  if (fields.text !== undefined || isDrawn) sketch.isUnread = !isDrawn;
  showSketch(fields);
  askNext();
}

function sendTyped() {
  if (sketch.isTyped) change({ text: made.text.value });
  sketch.isTyped = false;
}

/** Put a piece on a cell; one that is there already is taken away. @param {number} cell @param {number} seat */
function put(cell, seat) {
  const isThere = sketch.drawing?.scene.owners[cell] === String(seat);
  change({ cell, ...(seat !== EMPTY && !isThere && { owner: seat }) });
}

// Showing.

export function buildEditor() {
  if (store.welcome === null) return;
  sketch.close();
  made.game = "";
  const sizes = boards().flatMap((game) => game.sizes.map((size) => [size, boardText(game, size)]));
  made.boards = select(sizes, "", () => change({ text: made.boards.value }));
  made.pieces = element("div");
  made.turns = element("div");
  made.fault = element("p.fault", { role: "alert" });
  made.text = element("textarea", { rows: 3, spellcheck: "false", autocapitalize: "off", autocomplete: "off" });
  made.text.addEventListener("input", () => {
    sketch.isTyped = true;
    showSketch({});
    later("edit", sendTyped, TYPING_MS);
  });
  made.text.addEventListener("change", sendTyped);
  made.text.addEventListener("blur", () => showSketch({}));
  made.analyse = button(t("Analyse"), () => beginFrom({}, toggleAnalysis), { class: "main" });
  made.play = button(t("Play"), () => beginFrom({ seats: seatsToPlay() }), { class: "main" });
  const against = element("div.against");
  const showAgainst = () => against.replaceChildren(...opponents(showAgainst, () => {}));
  showAgainst();
  const board = element("div.boards");
  board.addEventListener("keydown", typePiece);
  byId("edit").replaceChildren(
    element("h2", { id: "edit-title" }, t("Set up a position")),
    element("div.palette", {}, made.pieces, made.fault),
    board,
    element("div.panel", {},
      made.turns,
      row(button(t("Clear"), () => change({ clear: true })), button(t("Start position"), () => change({ text: sketch.drawing?.scene.game }))),
      row(made.analyse, made.play),
      field(t("Position as text"), made.text),
      field(t("Board"), made.boards),
      against),
  );
  sketch.close = mount(canvas, board);
  if (sketch.drawing) showSketch({});
  else if (sketch.changes.length === 0) change({ text: chosenBoard() });
}

/** Draw a board with the height that is left, where it stands alone all but `rest`; the function that is returned takes it away. @param {PageModel} model @param {HTMLElement} place */
export function mount(model, place, rest = 220) {
  const close = render({ model, el: place });
  const observer = new ResizeObserver(() => {
    const isBeside = getComputedStyle(place).getPropertyValue("--beside").trim() === "1";
    const height = Math.max(isBeside ? place.clientHeight : innerHeight - rest, 200);
    model.set("tall", height);
    model.set("height", height);
  });
  observer.observe(place);
  return () => {
    observer.disconnect();
    close();
  };
}

/** Show the board, and say what has changed. @param {Change} fields the change */
function showSketch({ cell }) {
  const { drawing, refusal, isTyped, piece } = sketch;
  const isOther = isTyped || sketch.isUnread || sketch.changes.some(({ text }) => text !== undefined);
  if (view() !== "edit" || !made.text) return;
  made.fault.textContent = faultText();
  made.analyse.disabled = made.play.disabled = isOther || drawing === null || drawing.reason !== null || drawing.scene.outcome !== null;
  if (drawing === null) return;
  const { scene, turn } = drawing;
  const names = cellNames(scene);
  if (made.game !== scene.game) {
    made.game = scene.game;
    buildChoices(drawing);
  }
  if (made.turns.lastElementChild) press(made.turns.lastElementChild, turn ?? EMPTY);
  for (const count of made.pieces.querySelectorAll("small"))
    count.textContent = String([...scene.owners].filter((owner) => owner === count.dataset.owner).length);
  // A text that is being typed stays as it is.
  if (document.activeElement !== made.text && !isOther) made.text.value = drawing.text;
  const all = names.map((_, at) => at);
  canvas.set("scene", { ...scene, turn: piece === EMPTY ? null : piece, outcome: null, last: null, ...(scene.kind === "pyramid" && { choosing: null, offered: [] }), moves: { index: all, text: names, cell: all } });
  const owner = cell === undefined ? "." : scene.owners[cell];
  tell([
    cell === undefined || refusal ? "" : `${names[cell]}, ${owner === "." ? t("empty") : owner === "*" ? t("neutral") : t(scene.players[Number(owner)].name)}`,
    drawing.reason === null ? standing(scene) : "",
  ].filter(Boolean));
}

/** Why the board cannot be played, or was not changed. */
function faultText() {
  const { drawing, refusal } = sketch;
  if (refusal) return t("{0}.", refusal);
  if (drawing === null) return "";
  if (drawing.reason !== null) return t("Not a position yet: {0}.", say({ text: drawing.reason, said: drawing.said }));
  return drawing.scene.outcome === null ? "" : t("Nothing is left to play.");
}

/** The pieces and the players to move of another board. @param {Edited} drawing */
function buildChoices({ scene, turn }) {
  const { players, game } = scene;
  if (sketch.piece >= players.length) sketch.piece = 0;
  /** @param {PlayerData} player @param {number} at */
  const piece = (player, at) => [String(at), markOf(player, at), element("span", {}, t(player.name)), element("small", { "aria-hidden": "true", "data-owner": at })];
  const pieces = [...players.map(piece), [String(EMPTY), t("empty")]];
  const choose = (/** @type {string} */ value) => {
    sketch.piece = Number(value);
    showSketch({});
  };
  made.pieces.replaceChildren(...labelled(t("Piece"), pieces, String(sketch.piece), choose));
  const turns = players.map((player, at) => [String(at), t(player.name)]);
  made.turns.replaceChildren(...(turn === null ? [] : labelled(t("To move"), turns, String(turn), (/** @type {string} */ value) => change({ turn: Number(value) }))));
  if (![...made.boards.options].some((each) => each.value === game)) made.boards.append(element("option", { value: game }, titleOf(scene)));
  made.boards.value = game;
}

/** @param {string} label @param {(string | Node)[][]} choices @param {string} value @param {(value: string) => void} chosen */
const labelled = (label, choices, value, chosen) =>
  [element("span.name", { "aria-hidden": "true" }, label), segments(label, choices, value, chosen)];

/** Show which of a few is chosen. @param {Element} group @param {number} at */
function press(group, at) {
  [...group.children].forEach((each, number) => each.setAttribute("aria-pressed", String(number === at)));
}

/** On a cell a digit puts the piece of that seat; 0, Delete and Backspace take it away. @param {KeyboardEvent} event */
function typePiece(event) {
  const cell = /** @type {HTMLElement} */ (event.target).dataset.cell;
  const seat = ["Delete", "Backspace"].includes(event.key) ? EMPTY : /^\d$/.test(event.key) ? Number(event.key) - 1 : NaN;
  if (cell === undefined || !(seat < (sketch.drawing?.scene.players.length ?? 0)) || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  change({ cell: Number(cell), ...(seat !== EMPTY && { owner: seat }) });
}

// Beginning.

/** @param {{seats?: string[]}} fields @param {() => void} [then] */
function beginFrom(fields, then) {
  if (sketch.drawing) open({ do: "new", start: sketch.drawing.text, ...fields }, then);
}

/** The chosen players; who begins is who moves first. @returns {string[]} by seat */
function seatsToPlay() {
  const scene = /** @type {BoardScene} */ (sketch.drawing?.scene);
  const game = boards().find((each) => each.name === scene.game.split(":")[0]);
  if (game === undefined) return [];
  const players = byLot(quick(game));
  return players.map((_, seat) => players[(seat - (scene.turn ?? 0) + players.length) % players.length]);
}

on("connection", (isOpen) => {
  // Answers are lost with a connection.
  sketch.isAsked = sketch.isTyped = false;
  sketch.changes = [];
  if (!isOpen) return;
  canvas.fire("msg:custom", { is: "connected" });
  if (view() === "edit" && made.text) change({ text: made.text.value || chosenBoard() });
});
