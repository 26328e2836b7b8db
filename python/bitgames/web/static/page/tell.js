/** What is said: the lines of the status, and the banner across the page. */

import { standing } from "../board/scene.js";
import { element } from "../dom.js";
import { say, t } from "../i18n.js";
import { byId, button, later } from "./controls.js";
import { ask, emit, expect, on, store, view } from "./store.js";

/** @import {Message, State} from "../../types" */

const NOTE_MS = 4000;

/** What was told last; a note stands above it for a while, and never hides it. */
const told = { note: "", lines: /** @type {string[]} */ ([]) };

/** Announce what has happened. @param {string[]} lines */
export function tell(lines) {
  told.lines = lines;
  show();
}

/** Say a line that goes by itself: a refusal, an answer. @param {string} text */
export function note(text) {
  told.note = text;
  show();
  later("note", () => {
    told.note = "";
    show();
  }, NOTE_MS);
}

/** Forget what was told. */
export function hush() {
  told.note = "";
  tell([]);
}

function show() {
  const status = byId("status");
  const turn = store.state === null || view() !== "play" ? "" : turnLine(store.state);
  const all = [told.note, ...told.lines, turn].filter(Boolean);
  if (status.innerText !== all.join("\n"))
    status.replaceChildren(...all.map((line) => element("p", {}, line)));
}

/** What the caption of the scene says. @param {State} state */
export const captionOf = ({ scene, said }) => say({ text: scene.caption, said });

/** Whose turn it is, or the result. @param {State} state */
export function turnLine(state) {
  const { ended, scene } = state;
  if (ended === null && scene.kind !== "table" && scene.outcome === null) return standing(scene);
  const loser = ended === null || ended.seat === null ? undefined : scene.players[ended.seat];
  if (ended === null || loser === undefined) return captionOf(state);
  const winners = scene.players.filter((player) => player.team !== loser.team).map((player) => t(player.name));
  return winners.length > 1 ? t("{0}: {1} win", say(ended), winners.join(t(" and "))) : t("{0}: {1} wins", say(ended), winners[0]);
}

/** Show a line with buttons across the page. @param {string} text @param {[string, () => void][]} [choices] */
export function showBanner(text, choices = [], kind = "info") {
  const place = byId("banner");
  place.className = kind;
  place.replaceChildren(
    element("span", {}, text),
    ...choices.map(([name, act]) => button(name, () => (closeBanner(), act()))),
  );
  place.hidden = false;
}

/** Take the banner away, or only one of a kind. @param {string} [kind] */
export function closeBanner(kind) {
  const place = byId("banner");
  if (kind === undefined || place.className === kind) place.hidden = true;
}

/**
 * Ask for a game in the place of the one that is here; the server wants it confirmed while that one runs.
 * @param {Message & { do: "new" | "import" | "rematch" | "show" }} message @param {string} name of the button that confirms @param {boolean} [isJob] whether a job brings the game
 */
export function replaceGame(message, name, isJob = false) {
  const id = ask(message, (answer) => {
    if (answer.is !== "note") return emit(answer.is, answer);
    store.asks = null;
    store.phase = store.state === null ? "idle" : "joined";
    if (answer.code !== "confirm") return emit("note", answer);
    showBanner(t("This game is not over. Begin another one?"), [[name, () => replaceGame({ ...message, confirm: true }, name, isJob)], [t("Go on"), () => {}]]);
  });
  expect(isJob && id !== null ? "any" : id);
}

on("tell", note);
