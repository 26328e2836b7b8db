/** The column of choices beside the games: each has a good default, so that Start is all that is needed. */

import { miniature } from "../board/pieces.js";
import { element } from "../dom.js";
import { t } from "../i18n.js";
import { button, field, seedField, segments, select } from "./controls.js";
import { icon } from "./icons.js";
import { emit, link, open, store } from "./store.js";

/** @import {GameOffer, GridScene, Scene} from "../../types" */

/** What is chosen; it lasts as long as the page. */
export const choice = { title: "", size: "", against: "computer", level: "club", rival: "casual", begins: "you", where: link.hasOthers ? "link" : "here" };

const LEVELS = /** @type {Record<string, string>} */ ({
  easy: "Easy plays as in a first game, and forgives much.",
  casual: "Casual plays now and then, and misses things.",
  club: "Club plans a few moves ahead, as regular players do.",
  strong: "Strong is hard to beat.",
  best: "Best is the strongest that answers at once.",
});

const CLOCKS = [
  ["", "none"], ["60+1", "1 minute + 1 s a move"], ["300+3", "5 minutes + 3 s a move"],
  ["900+10", "15 minutes + 10 s a move"], ["=30", "30 s for each move"],
];

/** @param {string} word */
const upper = (word) => word[0].toUpperCase() + word.slice(1);

/** A size of a board in words. @param {string} size */
export function sizeText(size) {
  const [name, rest = ""] = size.split(/:(.*)/);
  const numbers = rest.split(",");
  if (name === "mnk") return numbers[2] === "3" ? t("{0} × {1}", numbers[0], numbers[1]) : t("{0} × {1}, {2} in a row", ...numbers);
  if (name === "connect4") return numbers.length > 1 ? t("{0} × {1}", ...numbers) : t("{0} × {1}", 7, 6);
  if (name === "othello" || name === "tictactoe") {
    const [side, rows] = rest ? numbers : [name === "othello" ? "8" : "3"];
    return t("{0} × {1}", side, rows ?? side);
  }
  if (name === "mosaic" || name === "quo") return t(numbers[1] ? "{0} layers, lowest first" : "{0} layers", numbers[0] || 7);
  if (name === "honeymoon") {
    const rules = numbers[0] || "taiwan";
    return numbers.length > 1 ? t("Rubber") : t(/** @type {Record<string, string>} */ ({ taiwan: "Taiwan", bicycle: "Bicycle", face_up: "Face up" })[rules] ?? rules);
  }
  return size;
}

/** A board of a game in words. @param {GameOffer} game @param {string} size */
export const boardText = ({ title }, size) => `${t(title)}: ${sizeText(size)}`;

/** What is on the screen, in words. @param {Scene} scene */
export function titleOf(scene) {
  const game = store.welcome?.games.find(({ name }) => name === scene.game.split(":")[0]);
  return game === undefined ? scene.title : boardText(game, scene.game);
}

/** @param {HTMLFormElement} form @param {GameOffer[]} list the boards of one game */
export function buildSetup(form, list) {
  const sizes = list.flatMap((each) => each.sizes);
  if (!sizes.includes(choice.size)) choice.size = sizes[0] ?? "";
  const game = list.find((each) => each.sizes.includes(choice.size));
  if (game === undefined) return;
  const isOpen = form.querySelector("details")?.open ?? false;
  /** @param {string} size */
  const again = (size) => {
    choice.size = size;
    buildSetup(form, list);
  };
  const seats = game.seats.map((name) => seatChoice(game, name));
  const clock = select(CLOCKS.map(([value, text]) => [value, t(text)]));
  const seeding = seedField();
  const wanted = element("input", { placeholder: "south points:15+, par:4S", autocomplete: "off", spellcheck: "false", autocapitalize: "off" });
  const own = element("input", { placeholder: choice.size, autocomplete: "off", spellcheck: "false", autocapitalize: "off" });
  const words = element("p.words");
  const fill = () => {
    quick(game).forEach((player, at) => seats[at].set(player));
    words.textContent = choice.against === "computer" ? t(LEVELS[choice.level]) : choice.against === "friend" ? t(choice.where === "link" ? "The game shows a link for your friend." : "You pass the device to each other.") : t("Two computers play; you watch.");
  };
  const parts = element("div.against");
  const show = () => {
    parts.replaceChildren(...opponents(show, fill));
    fill();
  };
  const ways = sizes.length > 1 && sizes.length <= 8 && sizes.slice(0, 4);
  form.replaceChildren(
    element("h3", {}, t(game.title)),
    ways ? segments(t("Board"), ways.map((size) => [size, sizeText(size)]), choice.size, again) : "",
    parts,
    words,
    element("details.more", { open: isOpen },
      element("summary", {}, t("More options")),
      field(t("Variant"), select(sizes.map((size) => [size, sizeText(size)]), choice.size, ({ target }) => again(target.value))),
      ...ownSize(game, own),
      field(t("Own board or position"), own),
      ...seats.map(({ part }) => part),
      field(t("Clock"), clock),
      seeding,
      game.chance && link.hasOthers ? field(t("Conditions on the deal"), wanted) : "",
      element("details", {}, element("summary", {}, t("Rules")), element("pre.rules", { tabindex: 0, "aria-label": t("Rules") }, t(game.rules)))),
    element("div.begin", {},
      element("button", { type: "submit", class: "main" }, t("Start")),
      store.welcome?.practice ? button(t("Practise"), () => emit("go", `practise=${choice.size}`)) : ""),
  );
  show();
  form.onsubmit = (event) => {
    event.preventDefault();
    const seed = seeding.querySelector("input")?.value;
    const [main, increment] = clock.value.split("+").map(Number);
    const text = own.value.trim();
    const deal = wanted.value.trim();
    if (deal) emit("tell", t("Looking for positions…"));
    open({
      do: "new",
      ...(text.includes(" ") ? { start: text } : { game: text || choice.size }),
      seats: byLot(seats.map(({ player }) => player())),
      ...(seed && { seed: Number(seed) }),
      ...(deal && { deal }),
      ...(clock.value && { clock: clock.value[0] === "=" ? { move: Number(clock.value.slice(1)) } : { main, increment } }),
    });
  };
}

/** The numbers that name a board, by the game whose boards they are: columns, rows, the length of a line. */
const NUMBERS = /** @type {Record<string, {spec: string, start: number[], falls: boolean}>} */ ({
  tictactoe: { spec: "mnk", start: [7, 6, 4], falls: false },
  mnk: { spec: "mnk", start: [7, 6, 4], falls: false },
  connect4: { spec: "connect4", start: [8, 7], falls: true },
});

/** Fields for a board of one's own, with its picture; they write its name. @param {GameOffer} game @param {HTMLInputElement} own */
function ownSize({ name }, own) {
  const kind = NUMBERS[name];
  if (kind === undefined) return [];
  const picture = element("span");
  const inputs = kind.start.map((value) => element("input", { type: "number", min: 2, max: 26, value }));
  const show = () => {
    const [width, height] = inputs.map((input) => Math.max(2, Math.min(26, Number(input.value) || 2)));
    const players = [{ shape: kind.falls ? "yellow" : "ring" }];
    const scene = /** @type {GridScene} */ ({ kind: "grid", width, height, falls: kind.falls, players });
    picture.replaceChildren(miniature(scene, ".".repeat(width * height)));
  };
  for (const input of inputs)
    input.addEventListener("input", () => {
      own.value = `${kind.spec}:${inputs.map((each) => each.value).join(",")}`;
      show();
    });
  show();
  const labels = [t("Columns"), t("Rows"), t("In a row")];
  return [element("div.own", {}, ...inputs.map((input, at) => field(labels[at], input)), picture)];
}

/** Who sits at the place `lot` sits at any; the others move up. @param {string[]} players */
export function byLot(players) {
  if (!players.includes("lot")) return players;
  const others = players.filter((player) => player !== "lot");
  others.splice(Math.floor(Math.random() * players.length), 0, "human");
  return others;
}

/** Against whom, how strong, and who begins. @param {() => void} show @param {() => void} fill */
export function opponents(show, fill) {
  /** @param {string} label @param {HTMLElement} control */
  const part = (label, control) => element("div.part", {}, element("span.name", { "aria-hidden": "true" }, label), control);
  /** @param {string} name */
  const choose = (name, again = fill) => (/** @type {string} */ value) => {
    Object.assign(choice, { [name]: value });
    again();
  };
  /** @param {string} label @param {"level" | "rival"} name */
  const levels = (label, name) =>
    segments(label, Object.keys(LEVELS).map((level) => [level, t(upper(level))]), choice[name], choose(name), "five");
  const found = [part(t("Against"), segments(t("Against"), [
    ["computer", icon("computer"), t("Computer")],
    ["friend", icon("people"), t("A friend")],
    ["watch", icon("eye"), t("Watch two")],
  ], choice.against, choose("against", show), "large"))];
  if (choice.against === "computer") found.push(levels(t("Strength"), "level"));
  if (choice.against === "friend" && link.hasOthers)
    found.push(segments(t("Where"), [["link", t("By a link")], ["here", t("At this screen")]], choice.where, choose("where")));
  if (choice.against === "watch") found.push(levels(t("First computer"), "level"), levels(t("Second computer"), "rival"));
  else if (choice.against !== "friend" || choice.where === "link")
    found.push(part(t("Who begins"), segments(t("Who begins"), [
      ["you", t("You")],
      ["other", choice.against === "friend" ? t("Friend") : t("Computer")],
      ["lot", t("By lot")],
    ], choice.begins, choose("begins"))));
  return found;
}

/** The players of the seats by the quick choices. @param {GameOffer} game @returns {string[]} */
export function quick(game) {
  const count = game.seats.length;
  if (choice.against === "watch") return game.teams.map((team) => `level:${team === 0 ? choice.level : choice.rival}`);
  if (choice.against === "friend" && choice.where === "here") return game.seats.map(() => "human");
  const other = choice.against === "friend" ? "open" : `level:${choice.level}`;
  const at = choice.begins === "you" ? 0 : choice.begins === "other" ? 1 : -1;
  return Array.from({ length: count }, (_, seat) => (at < 0 ? (seat === 0 ? "lot" : other) : seat === at ? "human" : other));
}

/**
 * The player of one seat, in words; a spec can be written.
 * @param {GameOffer} game @param {string} name
 */
function seatChoice(game, name) {
  const own = store.welcome?.players ?? [];
  const control = select([
    ["human", t("You")],
    ...(link.hasOthers ? [["open", t("A guest with a link")]] : []),
    ...Object.entries(game.players).map(([spec, words]) => [spec, spec.startsWith("level:") ? t("Computer, {0}", t(spec.slice(6))) : `${spec}: ${short(words)}`]),
    ...own.map((each) => [each, each]),
    ["other", t("Another player\u2026")],
  ], "human", () => {
    more.hidden = control.value !== "other";
    isLot = false;
  });
  const more = element("input", { "aria-label": t("Player for {0}", t(name)), placeholder: "alphabeta:depth=6", hidden: true, autocomplete: "off" });
  let isLot = false;
  return {
    part: element("div.seat", {}, field(t("Seat {0}", t(name)), control), more),
    set(/** @type {string} */ player) {
      isLot = player === "lot";
      control.value = isLot ? "human" : player;
      more.hidden = true;
    },
    player: () => (control.value === "other" ? more.value.trim() : isLot ? "lot" : control.value),
  };
}

/** @param {string} words */
const short = (words) => (words.length > 60 ? `${words.slice(0, 57)}\u2026` : words);
