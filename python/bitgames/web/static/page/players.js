/** Who plays: strips above and below the board, the players of the seats, and invitations. */

import { aboutSeat } from "../board/scene.js";
import { computerName, seatLines, sides } from "../board/seats.js";
import { element } from "../dom.js";
import { t } from "../i18n.js";
import { button, clockText, isSame, linkRow, select } from "./controls.js";
import { ask, isGuest, store } from "./store.js";
import { note } from "./tell.js";

/** @import {State} from "../../types" */

/** Who sits at a seat, in words. @param {State} state @param {number} at */
export function whoIs(state, at) {
  const seat = state.seats[at];
  if (seat.yours) return t("You");
  if (seat.player === "open") return t("Waiting for a guest");
  if (seat.player === "human") return seat.who === "owner" ? t("Host") : seat.who === "guest" || !isGuest() ? t("Guest") : t("Other player");
  return computerName(seat.player, store.welcome?.players?.includes(seat.player) ?? false);
}

/** @param {State} state @param {HTMLElement} far @param {HTMLElement} near */
export function showPlayers(state, far, near) {
  const { scene, seats, clock } = state;
  const shown = clock === null ? null : [clock.running, clock.left];
  const about = scene.kind === "table" ? scene.players.map((_, at) => aboutSeat(scene, at)) : [];
  if (isSame("players", [state.room, seats, scene.players, state.turn, state.ended, shown, about])) return;
  const own = seats.filter((seat) => seat.yours).length;
  const lines = seatLines(state, (at) => whoIs(state, at), (at) => [
    seats[at].player === "human" && !seats[at].yours && !seats[at].online ? element("small.away", {}, t("away")) : null,
    clock ? element("span.clock", { "data-seat": at }, clockText(clock.left[at])) : null,
  ]);
  seats.forEach((seat, at) => {
    if (seat.player === "open" && own === 0 && isGuest())
      lines[at].append(button(t("Take this seat"), () => ask({ do: "sit", seat: at, player: "human" })));
  });
  const [above, below] = sides(state);
  far.replaceChildren(...above.map((at) => lines[at]));
  far.dataset.count = String(above.length);
  near.replaceChildren(...below.map((at) => lines[at]));
  tick(state);
}

/** @type {ReturnType<typeof setInterval> | undefined} */
let running;

/** Let the clock that runs run on the screen, too. @param {State} state */
function tick(state) {
  const { clock } = state;
  clearInterval(running);
  if (!clock || clock.running === null || state.ended !== null) return;
  const seat = clock.running;
  const begun = performance.now();
  const begin = clock.left[seat] ?? 0;
  let before = begin;
  running = setInterval(() => {
    const left = begin - (performance.now() - begun) / 1000;
    const place = document.querySelector(`.players .clock[data-seat="${seat}"]`);
    if (place) place.textContent = clockText(left);
    for (const mark of [60, 10]) if (before > mark && left <= mark) note(t("{0}: {1} seconds left", t(state.scene.players[seat].name), mark));
    before = left;
  }, 250);
}

/** The players of the seats, for the owner to change. @param {State} state @param {HTMLElement} place */
export function showSeats(state, place) {
  const isOwner = state.can.includes("new") && !state.tournament;
  place.hidden = !isOwner;
  if (!isOwner || isSame("seats", [state.room, state.game, state.seats.map(({ player, yours }) => [player, yours])])) return;
  place.replaceChildren(...state.seats.map((seat, at) => {
    const game = store.welcome?.games.find((each) => state.game.split(":")[0] === each.name);
    const levels = Object.keys(game?.players ?? {});
    const isGuests = seat.player === "human" && !seat.yours;
    const names = [...new Set([...(isGuests ? ["guest"] : [seat.player]), "human", "open", ...levels, ...(store.welcome?.players ?? [])])];
    /** @param {string} name */
    const may = (name) => name === seat.player || name === "guest" || !seat.sits || seat.sits.includes(["human", "open"].includes(name) ? name : "computer");
    /** @param {string} name */
    const words = (name) => /** @type {Record<string, string>} */ ({ human: t("you"), open: t("a guest with a link"), guest: t("the guest") })[name] ?? (name.startsWith("level:") ? t("Computer, {0}", t(name.slice(6))) : name);
    const control = select(names.filter(may).map((name) => [name, words(name)]), isGuests ? "guest" : seat.player, () => {
      if (control.value !== "guest") ask({ do: "sit", seat: at, player: control.value });
    });
    control.setAttribute("aria-label", t("Player of {0}", t(seat.name)));
    return element("label.field", {}, element("span", {}, t(seat.name)), control);
  }));
}

/** A link for the camera of a phone, drawn when it is opened. @param {string} label @param {string} link */
function qrCode(label, link) {
  const code = element("details.qr", { toggle: () => code.querySelector("img") || ask({ do: "qr", link }, (answer) => {
    if (answer.is === "qr" && !code.querySelector("img")) code.append(element("img", { src: answer.image, alt: t("QR code: {0}", label) }));
  }) }, element("summary", {}, t("QR code")));
  return code;
}

/** The links for open seats. @param {State} state @param {HTMLElement} place */
export function showInvites(state, place) {
  if (isSame("invites", [state.links, state.scene.players.map(({ name }) => name)])) return;
  const rows = Object.entries(state.links ?? {})
    .filter(([who]) => who !== "watch")
    .flatMap(([who, token]) => {
      const label = t("Link for {0}", t(state.scene.players[Number(who)]?.name ?? who));
      const url = `${location.origin}/#${token}`;
      return [linkRow(label, url, note), qrCode(label, url)];
    });
  place.replaceChildren(...rows);
}
