/**
 * Practice: a position is asked, a move answers, then the page says what it was worth.
 *
 * This module comes when it is wanted, so it imports nothing: the page gives it what it needs.
 */

/** @import {Heard, Practice, PracticeTools, Sent} from "../../types" */

/** What is on the screen. @type {{tools: PracticeTools, game: string, model: InstanceType<PracticeTools["PageModel"]>, told: Practice | null, asked: number, close: () => void} & Record<"progress" | "verdict" | "board" | "skip" | "next", HTMLElement>} */
const desk = Object.create(null);

/** Show what is asked in a game, as `tictactoe` or `othello:6`. @param {string} game @param {PracticeTools} tools */
function practise(game, tools) {
  const { PageModel, byId, button, element, mount, on, settings, t, view } = tools;
  if (desk.tools === undefined) {
    on("connection", (isOpen) => isOpen && view() === "practise" && desk.told === null && askFor());
    desk.model = new PageModel({ view: "plan" }, send);
  }
  if (view() !== "practise" || (byId("practise").firstChild && game === desk.game)) return;
  desk.close?.();
  Object.assign(desk, { tools, game, told: null });
  desk.model.set("options", settings);
  desk.model.set("scene", null);
  desk.progress = element("p", { class: "progress" });
  desk.verdict = element("p.verdict", { role: "status" });
  desk.board = element("div.boards", { click: () => desk.told?.verdict && askFor() });
  desk.skip = button(t("Show the answer"), () => answer({}));
  desk.next = button(t("Next"), askFor, { class: "main" });
  byId("practise").replaceChildren(
    element("h2", { id: "practise-title" }, t("Practise")),
    desk.board,
    element("div.panel", {}, desk.progress, desk.verdict, element("div.row", {}, desk.skip, desk.next)));
  desk.close = mount(desk.model, desk.board, 330);
  askFor();
}

/** What the board sends. @param {Sent} message */
function send(message) {
  if (message.do === "play") answer({ i: message.i });
  else if (message.do === "geometry")
    desk.tools.ask(message, (found) => {
      if (found.is !== "geometry") return;
      desk.model.fire("msg:custom", found);
      toBoard();
    });
}

/** Let the arrows begin on the board. */
function toBoard() {
  if (desk.told?.card && !desk.told.verdict) /** @type {HTMLElement | null} */ (desk.board.querySelector("button[tabindex='0']"))?.focus({ preventScroll: true });
}

/** Ask for the next position. */
function askFor() {
  desk.told = null;
  desk.verdict.textContent = desk.tools.t("Looking for positions\u2026");
  desk.skip.hidden = desk.next.hidden = true;
  desk.tools.ask({ do: "practise", game: desk.game }, hear);
}

/** Answer the position on the board; without a move the person gives up. @param {{i?: number}} move */
function answer(move) {
  const card = desk.told?.card;
  if (!card || desk.told?.verdict) return;
  desk.tools.ask({ do: "practise", game: desk.game, card, seconds: (performance.now() - desk.asked) / 1000, ...move }, hear);
}

/** @param {Heard} found */
function hear(found) {
  const { model, tools } = desk;
  const { say, settings, t, view } = tools;
  if (view() !== "practise") return;
  if (found.is === "note") {
    // Another page has answered meanwhile.
    if (found.code === "stale") return askFor();
    desk.verdict.textContent = say(found);
    desk.next.hidden = desk.told !== null;
    return;
  }
  if (found.is !== "practice") return;
  const { scene, verdict } = desk.told = found;
  const isAsked = scene !== null && verdict === null;
  desk.skip.hidden = !isAsked;
  desk.next.hidden = verdict === null;
  desk.progress.textContent = progressOf(found);
  desk.verdict.textContent = verdict ? wordsOf(verdict) : isAsked ? t("{0} to move", t(scene.players[scene.turn ?? 0].name)) : "";
  model.set("options", settings);
  // Cards have values where they can be played; after the verdict a press goes on.
  model.set("playable", scene !== null);
  model.set("values", verdict && { is_result: verdict.is_result, moves: verdict.moves });
  if (scene) model.set("scene", scene);
  if (verdict) desk.next.focus();
  else if (isAsked) {
    desk.asked = performance.now();
    // The board is drawn once this is done.
    setTimeout(toBoard);
  } else finish(found);
}

/** Where the session stands. @param {Practice} told */
function progressOf({ again, done, total, scene, verdict }) {
  const { t } = desk.tools;
  if (scene === null) return "";
  if (again && verdict === null) return t("Once more");
  return t("{0} of {1}", verdict ? done : done + 1, total);
}

/** What an answer was worth, in words. @param {NonNullable<Practice["verdict"]>} verdict */
function wordsOf({ right, move, loss, best, exact, origin }) {
  const { say, t } = desk.tools;
  const result = say(best);
  let words = t("{0}.", result);
  if (right) words = t("Right: {0}.", result);
  else if (move !== null) words = loss ? t("{0} loses {1}: {2}.", t(move), say(loss), result) : t("{0} is not in the book: {1}.", t(move), result);
  return [words, exact ? "" : t("An estimate."), origin && `(${origin})`].filter(Boolean).join(" ");
}

/** The end of the session, or that nothing is due. @param {Practice} told */
function finish({ done, right, loss, due }) {
  const { say, t } = desk.tools;
  desk.model.set("scene", null);
  desk.board.hidden = true;
  const lines = [done > 0 ? t("{0} of {1} right", right, done) : t("Nothing to practise today.")];
  if (loss) lines.push(t("{0} lost", say(loss)));
  if (due) lines.push(t("next position: {0}", new Date(due).toLocaleDateString(document.documentElement.lang)));
  desk.verdict.textContent = lines.join(", ");
}

export default { practise };
