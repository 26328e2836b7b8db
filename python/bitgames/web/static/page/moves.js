/** The moves of the game, the branches and the comments. */

import { listMoves, moveList, moveSlider } from "../board/line.js";
import { MISTAKES } from "../board/values.js";
import { element } from "../dom.js";
import { t } from "../i18n.js";
import { button, field, isSame, row } from "./controls.js";
import { ask, on, store } from "./store.js";
import { showBanner } from "./tell.js";

/** @import {State} from "../../types" */

/** @type {{slideTo: (at: number, count: number) => void, comment: HTMLTextAreaElement} & Record<"ply" | "list" | "branches" | "main" | "remove" | "notes", HTMLElement>} */
const area = Object.create(null);
/** What is being written about moves, by node, until it is saved. @type {Map<number, string>} */
const drafts = new Map();

/** The panel: its fields stay while what they show changes. @param {HTMLElement} panel */
export function buildMoves(panel) {
  const node = () => store.state?.node ?? 0;
  const { slider, slideTo } = moveSlider(goTo);
  area.slideTo = slideTo;
  area.ply = field(t("Move number"), slider);
  area.list = moveList();
  area.branches = element("div");
  area.comment = element("textarea", { rows: 2, input: () => drafts.set(node(), area.comment.value) });
  area.main = button(t("Make this the main line"), () => ask({ do: "promote", node: node() }));
  area.remove = button(t("Delete from here"), confirmDelete);
  area.notes = element("details.notes", {},
    element("summary", {}, t("Comment and branches")),
    row(
      field(t("Comment"), area.comment),
      button(t("Save comment"), () => {
        drafts.delete(node());
        ask({ do: "comment", node: node(), text: area.comment.value });
      }),
      area.main, area.remove));
  panel.replaceChildren(area.list, area.branches, area.ply, area.notes);
}

/** Go some plies on or back. @param {number} by */
export function step(by) {
  if (store.state !== null) goTo(store.state.path.length + by);
}

/** Go to a ply of the line. @param {number} ply */
export function goTo(ply) {
  const { state, line } = store;
  if (state === null || ply < 0 || ply > line.length || !state.can.includes("goto")) return;
  store.goes = "goto";
  ask({ do: "goto", node: ply === 0 ? 0 : line[ply - 1].n });
}

/** What a move lost, by the graph of the game. @returns {string} the class of its dot, if any @param {number} ply */
function dotOf(ply) {
  const grade = store.graph?.points.find((each) => each.ply === ply)?.grade ?? "";
  return MISTAKES.includes(grade) ? grade : "";
}

/** @param {State} state */
export function showMoves(state) {
  const { line, graph } = store;
  const at = state.path.length;
  /** @param {string} name */
  const can = (name) => state.can.includes(name);
  if (isSame("moves", [state.room, state.number, state.node, line, state.branches, state.comment, state.can, graph?.points?.length, graph?.final])) return;
  listMoves(area.list, line, at, can("goto") ? goTo : null, (ply) => {
    const move = line[ply - 1];
    const dot = dotOf(ply);
    return [
      dot ? element("i", { class: `loss ${dot}`, role: "img", "aria-label": dot === "bad" ? t("mistake") : t("inaccuracy") }) : null,
      move.ms ? element("small", {}, t("{0} s", (move.ms / 1000).toFixed(1))) : null,
      move.comment ? element("q", {}, move.comment) : null,
      ...branchButtons(move.others ?? []),
    ];
  });
  area.branches.replaceChildren(...branchButtons(line.length === at ? state.branches : []));
  area.ply.hidden = !can("goto") || line.length === 0;
  area.slideTo(at, line.length);
  area.notes.hidden = !can("branch");
  area.main.hidden = area.remove.hidden = at === 0;
  const comment = drafts.get(state.node) ?? state.comment;
  if (area.comment.value !== comment) area.comment.value = comment;
}

/** Other moves that were tried, in a line. @param {{n: number, text: string}[]} others */
function branchButtons(others) {
  if (others.length === 0) return [];
  return [element("span.branches", {}, t("also: "), ...others.map(({ n, text }) => button(t(text), () => ask({ do: "goto", node: n }))))];
}

function confirmDelete() {
  const node = store.state?.node ?? 0;
  showBanner(t("Delete this move and all that follow?"), [[t("Delete"), () => ((store.goes = "undo"), ask({ do: "delete", node }))], [t("Keep"), () => {}]]);
}

on("other game", () => drafts.clear());
on("graph", () => store.state !== null && showMoves(store.state));
