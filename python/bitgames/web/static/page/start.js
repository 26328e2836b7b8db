/** The start: a picture of each game, and the games that can go on. */

import { miniature, pileOf } from "../board/pieces.js";
import { drawn, element } from "../dom.js";
import { t } from "../i18n.js";
import { button, byId } from "./controls.js";
import { chosenBoard, setUp } from "./editor.js";
import { importPart } from "./files.js";
import { kept, restore } from "./keeping.js";
import { buildSetup, choice } from "./setup.js";
import { expect, link, store } from "./store.js";

/** @import {GameOffer, Scene} from "../../types" */

/** One line of each game, by its name. */
const LINES = /** @type {Record<string, string>} */ ({
  tictactoe: "Three in a row, and its larger cousins",
  othello: "Outflank and flip: most discs win",
  connect4: "Discs fall: four in a row win",
  mosaic: "Build a pyramid; chains complete themselves",
  quo: "The pyramid for four, in two teams",
  honeymoon: "Bridge for two: bid, play 13 tricks",
});

/** The games by title: boards of any size of one game are one. @returns {Map<string, GameOffer[]>} */
export function titles() {
  const found = new Map();
  for (const game of store.welcome?.games ?? [])
    found.set(game.title, [...(found.get(game.title) ?? []), game]);
  return found;
}

/** Cards on felt, for a game that has no board. */
function cardsPicture() {
  /** @param {number} x @param {number} y @param {number} turn @param {string} more @param {...Node} inner */
  const card = (x, y, turn, more, ...inner) =>
    drawn("g", { transform: `translate(${x} ${y}) rotate(${turn})` }, drawn("rect", { x: -13, y: -18, width: 26, height: 36, rx: 3, class: more }), ...inner);
  /** @param {number} x @param {number} y @param {number} turn @param {string} rank @param {string} sign @param {string} suit */
  const face = (x, y, turn, rank, sign, suit) =>
    card(x, y, turn, "paper", drawn("text", { x: -6, y: -6, "font-size": 11, "data-suit": suit }, rank), drawn("text", { x: 0, y: 12, "font-size": 17, "data-suit": suit }, sign));
  const backs = [-24, -12, 0, 12, 24].map((turn, at) => card(50 + (at - 2) * 15, 14 + Math.abs(at - 2) * 2, -turn / 2, "cardback"));
  return drawn("svg", { viewBox: "0 0 100 100", class: "mini felt", "aria-hidden": "true" },
    drawn("rect", { width: 100, height: 100, class: "cloth" }), ...backs,
    face(24, 76, -14, "K", "\u2665", "H"), face(50, 71, 0, "Q", "\u2660", "S"), face(76, 76, 14, "J", "\u2666", "D"));
}

/**
 * A picture of a game by its name: of a position that is given, or of one in the middle of a game.
 * @param {string} name @param {Scene} [scene]
 */
export function pictureOf(name, scene) {
  const known = PICTURES[name === "mnk" ? "tictactoe" : name];
  if (scene !== undefined && scene.kind !== "table") return miniature(scene, scene.owners);
  if (known === undefined) return cardsPicture();
  return known.geometry ? pileOf(known.scene, known.geometry) : miniature(known.scene, known.scene.owners);
}

export function buildStart() {
  const place = byId("start");
  if (store.welcome === null) return;
  const games = titles();
  const first = games.has("Othello") ? "Othello" : [...games.keys()][0] ?? "";
  if (!games.has(choice.title)) choice.title = first;
  const cards = element("div.cards", { role: "group", "aria-label": t("Games") });
  const form = element("form.setup");
  /** @param {string} title */
  const choose = (title) => {
    choice.title = title;
    for (const card of cards.children)
      card.setAttribute("aria-pressed", String(card.getAttribute("data-title") === title));
    buildSetup(form, games.get(title) ?? []);
  };
  for (const [title, [{ name, aim }]] of games)
    cards.append(element("button", { type: "button", "aria-label": t(title), "data-title": title, "aria-pressed": "false", click: () => choose(title) },
      element("span.picture", {}, pictureOf(name)), element("b", {}, t(title)), element("small", {}, t(LINES[name] ?? aim))));
  const others = goOn();
  place.replaceChildren(
    element("div.choose", {},
      element("h2", { id: "start-title" }, t("What shall we play?")),
      cards,
      ...(others.length ? [element("h3", {}, t("Go on")), element("div.going", {}, ...others)] : []),
      element("div.ways", {},
        element("h3", {}, t("Analyse a position or file")),
        button(t("Set up a position"), () => setUp(chosenBoard())),
        importPart()),
    ),
    form,
  );
  choose(choice.title);
}

/** The games that can go on: the copies of this browser, and those of the server. */
function goOn() {
  /** @param {string} text @param {string} words @param {Node} picture @param {() => void} act */
  const way = (text, words, picture, act) =>
    element("a", { href: "#play", "aria-label": text, click: (/** @type {Event} */ event) => (event.preventDefault(), act()) },
      picture, element("span", {}, element("b", {}, text), words ? element("small", {}, words) : null));
  const found = [];
  for (const saved of kept())
    found.push(way(t("Continue {0}", saved.title), saved.words ?? "", pictureOf(saved.game.split(":")[0], saved.scene), () => restore(saved)));
  for (const { room, game } of (store.welcome?.rooms ?? []).slice(-6)) {
    const title = store.welcome?.games.find((each) => each.sizes.includes(game) || each.name === game.split(":")[0])?.title;
    found.push(way(t("Return to {0}", title ? t(title) : game), title && game.includes(":") ? game.split(":")[1] : "", pictureOf(game.split(":")[0]), () => {
      link.room = room;
      expect(link.send({ do: "hello" }));
    }));
  }
  return found;
}

