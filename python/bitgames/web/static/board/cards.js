/** The table of cards. */

import { element } from "../dom.js";
import { auctionOf } from "./auction.js";
import { t } from "../i18n.js";
import { SUITS, aboutSeat, bidText, cardName, follows } from "./scene.js";
import { pipsOf } from "./tricks.js";
import { graded } from "./values.js";

/** @import {Model, Options, TableScene, Trick} from "../../types" */

const TRICK_MS = 1200;

export class TableBoard {
  /** @param {HTMLElement} root @param {Model} model */
  constructor(root, model) {
    this.root = root;
    this.model = model;
    /** @type {TableScene | null} */
    this.shown = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    /** The trick that stays on the table for a while. @type {Trick | null} */
    this.stays = null;
    this.recalls = false;
    /** The level at which the bidding box stands. */
    this.level = 0;
    this.parts = {
      far: element("section", { class: "side far" }),
      middle: element("div.middle"),
      auction: element("div.auction"),
      near: element("section", { class: "side near" }),
    };
    root.dataset.kind = "table";
    root.append(this.parts.far, this.parts.middle, this.parts.auction, this.parts.near);
    root.addEventListener("click", (event) => {
      const button = /** @type {HTMLElement} */ (event.target).closest?.("button[data-i]");
      if (button instanceof HTMLElement && button.getAttribute("aria-disabled") !== "true") {
        this.clear();
        this.model.send({ do: "play", i: Number(button.dataset.i) });
      }
    });
    root.addEventListener("keydown", (event) => this.key(event));
  }

  /** @returns {TableScene} */
  get scene() {
    return /** @type {TableScene} */ (this.model.get("scene"));
  }

  /** @returns {Options} */
  get options() {
    return this.model.get("options") ?? {};
  }

  update() {
    const { scene, shown } = this;
    const trick = scene.last_trick;
    const isNew =
      trick !== null && follows(scene, shown) &&
      JSON.stringify(trick) !== JSON.stringify(shown?.last_trick);
    if (isNew && this.options.animate !== false) {
      clearTimeout(this.timer);
      this.recalls = false;
      this.stays = trick;
      this.timer = setTimeout(() => this.clear(), TRICK_MS);
    } else if (shown === null || scene.ply < shown.ply) this.stays = null;
    const focused = /** @type {HTMLElement | null} */ (this.root.contains(document.activeElement) ? document.activeElement : null);
    const [label, group] = [focused?.getAttribute("aria-label"), focused?.closest("[role=group]")?.getAttribute("aria-label")];
    if (shown?.ply !== scene.ply) this.level = 0;
    this.resize();
    this.shown = scene;
    const near = scene.viewer ?? 0;
    const seats = this.model.get("flip") ? [near, 1 - near] : [1 - near, near];
    this.side(this.parts.far, seats[0]);
    this.side(this.parts.near, seats[1]);
    this.middle(seats);
    this.parts.auction.replaceChildren(...auctionOf(this));
    if (label !== undefined && label !== null && !this.root.contains(document.activeElement)) {
      const within = this.root.querySelector(`[role=group][aria-label="${group}"]`) ?? this.root;
      const again = within.querySelector(`[aria-label="${label}"]`) ?? within.querySelector("[tabindex='0']");
      if (again instanceof HTMLElement) again.focus();
    }
  }

  clear() {
    clearTimeout(this.timer);
    this.stays = null;
    this.recalls = false;
    this.update();
  }

  /** A card on the table. @param {string | null} card @param {Record<string, unknown>} [more] */
  face(card, more = {}) {
    if (card === null) return element("span", { class: "card back", "aria-hidden": "true" });
    const rank = card[1] === "T" ? "10" : card[1];
    return element("span.card", { "data-suit": card[0], role: "img", "aria-label": cardName(card), ...more },
      element("b", { "aria-hidden": "true" }, rank),
      element("i", { "aria-hidden": "true" }, SUITS[card[0]].sign),
    );
  }

  /** Why a card cannot be played; empty if it can. @param {TableScene} scene @param {string} card */
  reason(scene, card) {
    if (scene.moves.card.includes(card)) return "";
    if (scene.outcome !== null) return t("the deal is over");
    if (scene.phase === "auction") return t("the auction comes first");
    if (!this.model.get("playable")) return t("it is not your turn");
    const led = scene.led === null ? null : scene.trick[scene.led];
    return led ? t("follow {0}", t(SUITS[led[0]].name)) : t("it cannot be played now");
  }

  /** @param {HTMLElement} part @param {number} seat */
  side(part, seat) {
    const scene = this.scene;
    const player = scene.players[seat];
    const { cards, hidden, known } = scene.hands[seat];
    const isOwn = scene.viewer === null || scene.viewer === seat;
    const isTurn = scene.turn === seat;
    const mine = scene.turn === seat && Boolean(this.model.get("playable"));
    const title = element("h3", {}, `${t(player.name)}${isTurn ? " \u25cf" : ""}`, element("small", {}, aboutSeat(scene, seat).join(", ")));
    const hand = element("div", { class: mine && scene.phase !== "auction" ? "hand acting" : "hand", role: "group", "aria-label": t("Hand of {0}", t(player.name)) });
    const order = this.options.suits ?? "SHCD";
    const values = graded(this.model.get("values"), this.options);
    let first = true;
    for (const suit of order) {
      const held = cards.filter((card) => card[0] === suit);
      if (held.length === 0) continue;
      const group = element("span.suit");
      for (const card of held) {
        if (!isOwn) {
          group.append(this.face(card, { title: t("known") }));
          continue;
        }
        const at = mine ? scene.moves.card.indexOf(card) : -1;
        const why = at >= 0 ? "" : this.reason(scene, card);
        const value = at >= 0 ? values.get(scene.moves.index[at]) : undefined;
        const about = [why, value ? `${value.text} ${value.depth}`.trim() : "", known.includes(card) ? t("known to the other side") : ""];
        const button = element("button", {
          type: "button", class: "card", "data-suit": suit, "aria-label": cardName(card),
          "aria-disabled": String(at < 0), "data-i": at >= 0 ? scene.moves.index[at] : null,
          title: about.filter(Boolean).join(", ") || null, tabindex: first ? 0 : -1,
        }, ...this.face(card).childNodes);
        first = false;
        if (value) button.append(element("em", { class: `grade ${value.grade}`, "aria-hidden": "true" }, value.short || "\u25ce"));
        group.append(button);
      }
      hand.append(group);
    }
    if (hidden > 0) {
      const backs = element("span", { class: "suit backs", role: "img", "aria-label": t(hidden === 1 ? "{0} hidden card" : "{0} hidden cards", hidden) });
      for (let at = 0; at < hidden; at++) backs.append(this.face(null));
      hand.append(backs);
    }
    if (cards.length + hidden === 0) hand.append(element("small", {}, t("no cards left")));
    part.classList.toggle("turn", isTurn);
    part.replaceChildren(title, hand);
  }

  /** Stock, trick and contract. @param {number[]} seats from the far one to the near one */
  middle(seats) {
    const scene = this.scene;
    const names = scene.players.map((player) => t(player.name));
    const kept = this.stays ?? (this.recalls ? scene.last_trick : null);
    const stock = element("div.stock");
    if (scene.stock > 0) {
      stock.append(scene.up === null ? this.face(null) : this.face(scene.up));
      stock.append(element("small", {}, scene.up === null ? t("stock: {0}", scene.stock) : t("stock: {0}, face up {1}", scene.stock, cardName(scene.up))));
    }
    const cards = element("div.trick", { role: "group", "aria-label": kept ? t("Last trick") : t("Trick") });
    for (const seat of seats) {
      const card = kept === null ? scene.trick[seat] : kept.cards[kept.seats.indexOf(seat)];
      const isBest = kept !== null && kept.winner === seat;
      const place = element("span", { class: isBest ? "place winner" : "place" });
      if (card) place.append(this.face(card));
      place.append(element("small", {}, isBest ? t("{0} wins", names[seat]) : names[seat]));
      cards.append(place);
    }
    const facts = element("dl.facts");
    /** @param {string} name @param {string | Node} value */
    const fact = (name, value, kind = "") =>
      facts.append(element("div", { class: kind }, element("dt", {}, name), element("dd", {}, value)));
    if (scene.contract !== null && scene.declarer !== null) fact(t("contract"), t("{0} by {1}", bidText(scene.contract), names[scene.declarer]));
    else if (scene.last_bid !== null) fact(t("last bid"), bidText(scene.last_bid));
    if (scene.contract !== null) fact(t("trump"), t(scene.trump === null ? "none" : SUITS[scene.trump].name));
    if (scene.needs !== null && (scene.phase === "play" || scene.phase === "over")) for (const seat of seats) fact(names[seat], pipsOf(scene, seat));
    if (scene.phase === "draw") fact(t("phase"), t("exchange: tricks do not count"));
    if (scene.rubber !== null) {
      fact(t("games"), scene.rubber.games.join(" : "), "of-rubber");
      fact(t("below the line"), scene.rubber.part_scores.join(" : "), "of-rubber");
    }
    const buttons = element("div");
    if (kept !== null) buttons.append(element("button", { type: "button", click: () => this.clear() }, t("Put the trick away")));
    else if (scene.last_trick !== null)
      buttons.append(element("button", { type: "button", click: () => { this.recalls = true; this.update(); } }, t("Last trick")));
    const isCards = scene.phase !== "auction";
    const inner = isCards ? [stock, cards, element("div.about", {}, facts, buttons)] : [];
    this.parts.middle.replaceChildren(...inner);
  }

  /** Arrows move among the cards, bids and calls of a group. @param {KeyboardEvent} event */
  key(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    const group = target.closest(".hand, .bids, .levels, .others");
    if (event.key === "Escape") target.blur();
    if (group === null || !event.key.startsWith("Arrow")) return;
    const buttons = /** @type {HTMLElement[]} */ ([...group.querySelectorAll("button")]);
    const steps = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -1, ArrowDown: 1 };
    const step = steps[/** @type {keyof typeof steps} */ (event.key)] ?? 0;
    const next = buttons[buttons.indexOf(target) + step];
    event.preventDefault();
    event.stopPropagation();
    if (next === undefined) return;
    for (const button of buttons) button.tabIndex = button === next ? 0 : -1;
    next.focus();
  }

  receive() {}

  reset() {}

  /** On the page the table fills the height that is given. */
  resize() {
    this.root.style.setProperty("--tall", `${this.model.get("tall") ?? 0}px`);
  }

  skip() {
    if (this.stays !== null) this.clear();
  }

  destroy() {
    clearTimeout(this.timer);
  }
}
