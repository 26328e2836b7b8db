/**
 * The page: which view is shown, and what the answers of the server mean to it.
 *
 * The server alone decides: the page shows the last state that it sent, and never a move of its own.
 */

import { PageModel } from "../board/model.js";
import { element } from "../dom.js";
import { preferred, say, t, useCatalogue } from "../i18n.js";
import { button, byId } from "./controls.js";
import { buildEditor, mount } from "./editor.js";
import { openPosition, openShared, showImport, showList } from "./files.js";
import { leaveGame } from "./game.js";
import { buildHeader } from "./header.js";
import { ownSeats, textsOf } from "./link.js";
import { buildMatch } from "./match.js";
import { buildPlay, shortcut, showGame, showTab } from "./play.js";
import { titleOf } from "./setup.js";
import { buildStart } from "./start.js";
import { ask, isGuest, link, on, readSettings, settings, store, view } from "./store.js";
import { closeBanner, hush, note, showBanner, tell } from "./tell.js";
import { hearGames } from "./tournament.js";

const TOKEN = /^#([A-Za-z0-9_-]{20,})$/;

/** Whether the address holds a game. */
const isShared = () => /^#[gs]=/.test(location.hash);

/** Whether the address is that of a position, which begins with the name of its game. */
const isPosition = () => store.welcome?.games.some(({ name }) => name === /^#(\w+)/.exec(location.hash)?.[1]) ?? false;

/** @param {string} name */
function go(name) {
  // A link that has come meanwhile is opened by its own event.
  if (isShared() || isPosition()) return;
  if (location.hash !== `#${name}`) location.hash = name;
  route();
}

/** Practice comes when it is wanted, as a module of its own, which is given what it needs of the page. @param {string} game */
async function openPractice(game) {
  const { default: made } = await import("./practise.js");
  made.practise(game, { PageModel, ask, button, byId, element, mount, on, say, settings, t, view });
}

/** Show the view that the address names. */
function route() {
  const token = TOKEN.exec(location.hash);
  if (token) {
    sessionStorage.setItem("token", ownSeats()[token[1]] ?? token[1]);
    link.room = null;
    history.replaceState(null, "", "#start");
    store.state = null;
    store.phase = "idle";
    link.restart();
    return;
  }
  if (isShared()) {
    if (link.isOpen) openShared(new URLSearchParams(location.hash.slice(1)));
    return;
  }
  if (isPosition() && link.isOpen) {
    // What is not encoded well is no error here.
    openPosition(new URLSearchParams(`p=${location.hash.slice(1)}`).get("p") ?? "");
    return;
  }
  const [wish, game = ""] = (location.hash.slice(1) || "start").split("=");
  let name = wish;
  if (["play", "analyze", "tree"].includes(wish)) name = "play";
  if (name !== "match" && (!["edit", "practise"].includes(name) || isGuest())) name = name === "play" || isGuest() ? "play" : "start";
  if ((name === "play" && store.state === null) || (name === "match" && !link.hasOthers) || (name === "practise" && !store.welcome?.practice)) name = "start";
  const before = view();
  document.body.dataset.view = name;
  if (wish === "analyze" || wish === "tree") showTab(wish === "tree" ? "tree" : "analysis");
  // A hidden view has no controls: every label is that of one.
  if (before !== name && before !== "play" && before !== "") byId(before).replaceChildren();
  showImport();
  if (name === "start" && !byId("start").firstChild) buildStart();
  if (name === "match" && !byId("match").firstChild) buildMatch();
  if (name === "edit" && !byId("edit").firstChild) buildEditor();
  if (name === "practise") openPractice(decodeURIComponent(game));
  for (const section of ["start", "play", "match", "edit", "practise"]) byId(section).hidden = section !== name;
  document.title = name === "play" && store.state ? `${titleOf(store.state.scene)} \u2013 bitgames` : "bitgames";
  if (before !== name) {
    hush();
    scrollTo(0, 0);
  }
  if (name === "play") {
    showGame();
    if (before !== name) tell([]);
  }
}

on("go", go);
on("route", route);
on("shown", showGame);
on("leave", () => {
  if (byId("banner").className !== "offline") closeBanner();
});
on("connection", (isOpen) => {
  if (isOpen || link.isRefused) return;
  showBanner(t("The connection is lost. Trying again\u2026"), [[t("Try now"), () => link.wake()]], "offline");
});
on("welcome", (answer) => {
  store.welcome = answer;
  closeBanner("offline");
  if (!answer.room && (answer.rooms || store.state === null)) {
    // The owner, in no room: the one that was here has ended with the server.
    link.room = null;
    if (store.state !== null) leaveGame();
  }
  if (view() === "start") buildStart();
  route();
});
on("note", (answer) => {
  if (!link.isOpen) showBanner(say(answer), [], "error");
  else if (answer.code !== "stale" || answer.re) note(say(answer));
  // What is stale in a room comes with the room's name; here it is the room that has ended.
  if (answer.code === "stale" && !answer.room) leaveGame();
});
on("ask", (answer) => {
  /** @param {boolean} yes */
  const reply = (yes) => () => ask({ do: "answer", ask: answer.ask, yes });
  showBanner(t("The other player asks: {0}", say(answer)), [[t("Yes"), reply(true)], [t("No"), reply(false)]]);
});
on("games", (answer) => (answer.job ? hearGames(answer) : showList(answer)));

async function begin() {
  readSettings();
  const language = settings.language || preferred();
  if (language !== "en") {
    const texts = await textsOf(language);
    if (texts !== null) useCatalogue(language, texts);
  }
  buildHeader();
  buildPlay();
  addEventListener("hashchange", route);
  addEventListener("keydown", shortcut);
  addEventListener("online", () => link.wake());
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) link.wake();
  });
  route();
  if (!link.token) showBanner(t("Open the address that the server printed: it has the key to this page."), [], "error");
  else link.connect();
}

begin();
