/** The tournament that is watched: who is best, who beats whom, and the games of each pairing. */

import { signed } from "../board/values.js";
import { breaking, element } from "../dom.js";
import { say, sayEach, t } from "../i18n.js";
import { button, byId, field, heads, row, select } from "./controls.js";
import { parts } from "./play.js";
import { ask, on, store } from "./store.js";
import { note } from "./tell.js";

/** @import {Entrant, GameList, MatchState, Row} from "../../types" */

const PAGE = 50;
const MOST = 4 * PAGE;
/** Players of whom the tables leave room for the games beside them. */
const SIDE = 6;
const WAYS = /** @type {Record<string, [number, number]>} */ ({ ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] });

/** @type {League | null} */
let league = null;

class League {
  /** @param {number} job */
  constructor(job) {
    this.job = job;
    /** The players by rank. @type {Entrant[]} */
    this.entrants = [];
    /** Whose games are listed: one player, or two. @type {number[]} */
    this.players = [];
    // The places of the games in the list, among all of these players.
    this.from = 0;
    this.to = 0;
    this.total = 0;
    /** The game that is asked for. */
    this.wish = -1;
    this.count = element("p");
    this.progress = element("progress", { "aria-label": t("Games played") });
    this.ranks = element("tbody");
    this.table = element("table.score", {}, element("caption.unseen", {}, t("Standings")),
      element("thead", {}, heads("#", t("player"), "Elo", t("points"), t("score"), t("95 % interval"))), this.ranks);
    this.cross = element("table.cross", { click: this.press.bind(this), keydown: this.step.bind(this) });
    this.result = element("pre", { tabindex: 0, "aria-label": t("Result"), hidden: true });
    const chosen = () => this.list([this.one.value, this.two.value].filter(Boolean).map(Number));
    this.one = select([], "", chosen);
    this.two = select([], "", chosen);
    const number = element("input", { type: "number", min: 1, value: 1 });
    this.newer = button(t("Newer"), () => this.to < this.total && this.turn(this.to));
    this.older = button(t("Older"), () => this.from > 0 && this.turn(Math.max(this.from - PAGE, 0)));
    this.range = element("span");
    this.games = element("ol.results", { reversed: true, "aria-label": t("Games") });
    this.pages = element("div.pages", {}, this.newer, this.range, this.older);
    this.whole = element("div.league", {},
      element("div", {}, this.count, this.progress, element("div.wide", { tabindex: 0, role: "region", "aria-label": t("Standings") }, this.table), element("div.wide", {}, this.cross), this.result),
      element("div", {},
        row(field(t("Player"), this.one), field(t("Against"), this.two)),
        row(field(t("Game number"), number), button(t("Show the game"), () => this.open(Number(number.value) - 1))),
        this.pages, this.games));
    parts.standings.replaceChildren(this.whole);
  }

  /** Show how it stands: the cells stay, so that nothing moves where somebody reads. @param {MatchState} answer */
  show({ done, total, final, text, said, players = [], cross = [] }) {
    write(this.count, `${t("{0} of {1} games", done, total)}${final ? "" : "\u2026"}`);
    this.progress.max = total;
    this.progress.value = done;
    this.result.hidden = !text;
    write(this.result, text === null ? "" : sayEach(text.split("\n"), said).join("\n"));
    this.whole.classList.toggle("many", players.length > SIDE);
    this.table.hidden = this.cross.hidden = players.length === 0;
    const before = this.entrants;
    this.entrants = players;
    if (players.map(({ n }) => n).join() !== before.map(({ n }) => n).join()) this.build();
    players.forEach((player, at) => {
      const cells = this.ranks.rows[at].cells;
      const interval = player.games ? `${percent(player.low)} \u2013 ${percent(player.high)}` : "";
      [eloText(player), `${player.points} / ${player.games}`, percent(player.score), interval].forEach((words, column) => write(cells[column + 2], words));
      cross[at].forEach((counts, column) => this.fill(at, column, counts));
    });
    if (!this.cross.querySelector('[tabindex="0"]:not([hidden])')) this.mark();
  }

  /** Make the tables of players in this order. What has the focus keeps it. */
  build() {
    const players = this.entrants;
    const pair = document.activeElement?.getAttribute("data-pair");
    this.ranks.replaceChildren(...players.map(({ name }, at) => element("tr", {},
      element("td", {}, String(at + 1)), element("th", { scope: "row" }, ...breaking(name)), ...[1, 2, 3, 4].map(() => element("td")))));
    this.cross.replaceChildren(
      element("caption", {}, t("Won, drawn, lost against each other, and the share of the points")),
      element("thead", {}, element("tr", {}, element("td"),
        ...players.map(({ name }, at) => element("th", { scope: "col", title: name }, String(at + 1), element("span.unseen", {}, ` ${name}`))))),
      element("tbody", {}, ...players.map(({ n, name }, at) => element("tr", {},
        element("th", { scope: "row", title: name }, element("small", {}, String(at + 1)), ` ${name}`),
        ...players.map((other) => element("td", {}, other.n === n ? null : element("button", { type: "button", "data-pair": `${n} ${other.n}`, tabindex: -1 }, element("b"), element("span"))))))));
    const choices = [["", t("everyone")], ...[...players].sort((a, b) => a.n - b.n).map(({ n, name }) => [String(n), name])];
    if (this.one.options.length !== choices.length)
      [this.one, this.two].forEach((each, at) => {
        each.replaceChildren(...select(choices, "").options);
        // An option that leaves a select leaves its choice to the next one there.
        each.value = String(this.players[at] ?? "");
      });
    if (pair) /** @type {HTMLElement | null} */ (this.cross.querySelector(`[data-pair="${pair}"]`))?.focus({ preventScroll: true });
  }

  /** Show what a player won, drew and lost against another. @param {number} at @param {number} column @param {number[] | null} counts */
  fill(at, column, counts) {
    const cell = this.cross.tBodies[0].rows[at].cells[column + 1];
    const [made] = /** @type {HTMLCollectionOf<HTMLElement>} */ (cell.children);
    if (!made) return;
    const [won, drawn, lost] = counts ?? [0, 0, 0];
    const games = won + drawn + lost;
    const share = games ? (won + drawn / 2) / games : null;
    made.hidden = games === 0;
    const [points, words] = /** @type {HTMLCollectionOf<HTMLElement>} */ (made.children);
    const score = `${won}\u2013${drawn}\u2013${lost}`;
    if (words.textContent === score) return;
    write(words, score);
    write(points, games ? `${Math.round(100 * (share ?? 0))} %` : "");
    made.setAttribute("aria-label", t("{0} against {1}: {2}, {3}", this.entrants[at].name, this.entrants[column].name, score, points.textContent ?? ""));
    cell.className = share === null ? "" : share < 0.5 ? "below" : "above";
    cell.style.setProperty("--far", `${Math.round(80 * Math.abs((share ?? 0.5) - 0.5))}%`);
  }

  // The games.

  /** @param {Event} event */
  press({ target }) {
    const made = /** @type {Element} */ (target).closest("[data-pair]");
    if (!made) return;
    const pair = (made.getAttribute("data-pair") ?? "").split(" ").map(Number);
    this.list(made.getAttribute("aria-pressed") === "true" ? [] : pair);
    const top = this.pages.getBoundingClientRect().top;
    if (top > innerHeight - 120) this.pages.scrollIntoView({ block: "center" });
  }

  /** Go through the cross table by its arrows. @param {KeyboardEvent} event */
  step(event) {
    const way = WAYS[event.key];
    const cell = /** @type {Element} */ (event.target).closest("td");
    if (!way || !cell) return;
    event.preventDefault();
    event.stopPropagation();
    const rows = this.cross.tBodies[0].rows;
    let [at, column] = [/** @type {HTMLTableRowElement} */ (cell.parentElement).sectionRowIndex, cell.cellIndex];
    for (;;) {
      at += way[0];
      column += way[1];
      const made = rows[at]?.cells[column]?.querySelector("button");
      if (at < 0 || column < 1 || at >= rows.length || column > rows.length) return;
      if (!made || made.hidden) continue;
      for (const each of this.cross.querySelectorAll("button")) each.tabIndex = each === made ? 0 : -1;
      return made.focus();
    }
  }

  /** List the games of these players: of one, of two against each other, or all. @param {number[]} players */
  list(players) {
    this.players = [...new Set(players)];
    this.one.value = String(this.players[0] ?? "");
    this.two.value = String(this.players[1] ?? "");
    this.mark();
    this.turn(null, true);
  }

  /** Mark the pairing whose games are listed, where the tab key comes to the table. */
  mark() {
    const pairs = [this.players.join(" "), [...this.players].reverse().join(" ")];
    const all = [...this.cross.querySelectorAll("button")];
    for (const each of all) each.setAttribute("aria-pressed", String(this.players.length === 2 && pairs.includes(each.dataset.pair ?? "")));
    const stop = all.find((each) => each === document.activeElement) ?? all.find((each) => each.dataset.pair === pairs[0]) ?? all.find((each) => !each.hidden);
    for (const each of all) each.tabIndex = each === stop ? 0 : -1;
  }

  /** Ask for the games from a place on, or for the newest. @param {number | null} offset */
  turn(offset, isTold = false) {
    this.ask(offset, (answer) => {
      this.replace(answer);
      if (isTold) note(t("{0} games", answer.total));
    });
  }

  /** @param {number | null} offset @param {(answer: GameList) => void} then */
  ask(offset, then) {
    const { job, players } = this;
    ask({ do: "games", job, ...(players.length > 0 && { players }), ...(offset !== null && { offset }) }, (answer) => {
      if (answer.is === "note") note(say(answer));
      // Somebody may want to see others meanwhile.
      else if (answer.is === "games" && answer.job === this.job && players === this.players) then(answer);
    });
  }

  /** Games have ended: take them in, those of all or those in the list. @param {GameList} answer */
  hear(answer) {
    if (this.players.length === 0) this.add(answer);
    else if (this.to === this.total) this.ask(this.to, (own) => this.add(own));
  }

  /** Put new games above those in the list, which stay if somebody is at them. @param {GameList} answer */
  add(answer) {
    const end = answer.offset + answer.games.length;
    const joins = answer.offset <= this.to && end === answer.total;
    const isRead = this.games.contains(document.activeElement) || this.games.getBoundingClientRect().top < 0;
    const isNewest = this.to === this.total;
    this.total = answer.total;
    if (isNewest && this.to > 0 && joins && (!isRead || end - this.from <= MOST)) {
      for (const game of answer.games.slice(this.to - answer.offset)) this.games.prepend(this.item(game));
      while (!isRead && this.games.childElementCount > PAGE) this.games.lastChild?.remove();
      this.to = end;
      this.from = end - this.games.childElementCount;
    } else if (isNewest && !isRead) return end === answer.total ? this.replace(answer) : this.turn(null);
    this.showRange();
  }

  /** @param {GameList} answer */
  replace({ offset, total, games }) {
    [this.from, this.to, this.total] = [offset, offset + games.length, total];
    this.games.replaceChildren(...games.map((game) => this.item(game)).reverse());
    this.showRange();
  }

  showRange() {
    write(this.range, this.to > 0 ? t("{0} to {1} of {2}", this.from + 1, this.to, this.total) : t("no games yet"));
    this.newer.setAttribute("aria-disabled", String(this.to === this.total));
    this.older.setAttribute("aria-disabled", String(this.from === 0));
  }

  /** A game in the list. @param {Row} game */
  item({ index, title, plies, moves, opening = "" }) {
    // The result is the last word of the title.
    const at = title.lastIndexOf(" ");
    return element("li", { value: index + 1 },
      element("button", { type: "button", "aria-current": this.isShown(index), click: () => this.open(index) },
        element("span", {}, ...breaking(title.slice(0, at))), " ", element("b", {}, title.slice(at))),
      element("small", {}, `${t("{0} moves", plies)}: `, element("b", {}, opening), moves.slice(opening.length), moves.split(" ").length < plies ? "\u2026" : ""));
  }

  // The board.

  /** @param {number} index */
  open(index) {
    this.wish = index;
    ask({ do: "show", job: this.job, game: index });
  }

  /** @param {number} index */
  isShown(index) {
    return store.state?.number === index && store.state.tournament === this.job;
  }

  /** Another game is on the board. */
  shown() {
    for (const item of /** @type {HTMLCollectionOf<HTMLLIElement>} */ (this.games.children))
      item.firstElementChild?.setAttribute("aria-current", String(this.isShown(item.value - 1)));
    if (this.isShown(this.wish)) byId("board").scrollIntoView({ block: "nearest" });
    this.wish = -1;
  }
}

/** @param {MatchState} answer */
export function showTournament(answer) {
  if (league?.job !== answer.job || !parts.standings.firstChild) league = new League(answer.job);
  league.show(answer);
}

/** @param {GameList} answer */
export const hearGames = (answer) => league?.hear(answer);

/** @param {HTMLElement} place @param {string} words */
function write(place, words) {
  if (place.textContent !== words) place.textContent = words;
}

/** @param {number | null} share */
const percent = (share) => (share === null ? "" : `${(100 * share).toFixed(1)} %`);

/** A rating and its interval, whose sides differ where somebody won or lost all games. @param {Entrant} player */
function eloText({ elo }) {
  if (elo === null) return "";
  const points = (/** @type {number} */ value) => signed(Math.round(value)).replace("-", "\u2212");
  const [below, above] = [elo.rating - elo.low, elo.high - elo.rating];
  const ends = Math.abs(above - below) < 1 ? `\u00b1 ${Math.round(above)}` : `(${points(elo.low)} \u2026 ${points(elo.high)})`;
  return `${points(elo.rating)} ${ends}`;
}

on("other game", () => league?.shown());
