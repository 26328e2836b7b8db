/** What is said: the lines of the status, and the banner across the page. */

import { standing } from "../board/scene.js";
import { element } from "../dom.js";
import { t } from "../i18n.js";
import { byId, button, later } from "./controls.js";
import { on, store, view } from "./store.js";

/** @import {State} from "../../types" */

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

/** Whose turn it is, or the result. @param {State} state */
export function turnLine({ ended, scene }) {
  if (ended === null) return standing(scene);
  const loser = ended.seat === null ? undefined : scene.players[ended.seat];
  if (loser === undefined) return scene.caption;
  const winners = scene.players.filter((player) => player.team !== loser.team).map((player) => player.name);
  return winners.length > 1 ? t("{0}: {1} win", ended.text, winners.join(t(" and "))) : t("{0}: {1} wins", ended.text, winners[0]);
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

on("tell", note);
