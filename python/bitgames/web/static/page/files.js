/** Games from files and to files, and links that hold a game. */

import { element } from "../dom.js";
import { say, t } from "../i18n.js";
import { button, field, isSame, linkRow, row, select } from "./controls.js";
import { goTo } from "./moves.js";
import { ask, emit, link, on, open, store, view } from "./store.js";
import { note } from "./tell.js";

/** @import {GameList, Sent, State} from "../../types" */

/** The file whose games are listed. */
let imported = { data: "", base64: false };

/** @type {Record<string, HTMLElement>} */
const files = {};

/** The panel. @param {HTMLElement} panel */
export function buildFiles(panel) {
  files.formats = select([]);
  files.share = element("div");
  files.importing = element("div");
  panel.replaceChildren(
    row(field(t("Format"), files.formats), button(t("Download"), () => downloadAs(formats().value))),
    files.share,
    files.importing,
  );
}

const formats = () => /** @type {HTMLSelectElement} */ (files.formats);

/** @param {string} format */
export const downloadAs = (format) => ask({ do: "export", format });

/** A place for games from files. */
export function importPart() {
  const text = element("textarea", { rows: 3, placeholder: link.hasOthers ? t("A record, a transcript like f5d6c3, GGF, PBN, OBF, a position") : t("A record, a transcript like f5d6c3, a position") });
  const file = element("input", { type: "file" });
  file.addEventListener("change", () => {
    const chosen = file.files?.[0];
    if (chosen !== undefined) readFile(chosen).then(() => (file.value = ""));
  });
  return element("details.import", {},
    element("summary", {}, t("Import a game")),
    field(t("Game from a file"), file),
    field(t("Game as text"), text),
    button(t("Import"), () => importGame(text.value, false)),
    element("div.found"),
  );
}

/** @param {File} file */
export async function readFile(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  try {
    importGame(new TextDecoder("utf-8", { fatal: true }).decode(bytes), false);
  } catch {
    let binary = "";
    for (const byte of bytes) binary += String.fromCharCode(byte);
    importGame(btoa(binary), true);
  }
}

/** @param {string} data @param {boolean} base64 @param {number} [index] */
function importGame(data, base64, index) {
  if (!data.trim()) return;
  /** @type {Sent} */
  const message = { do: "import", data, ...(base64 && { base64 }), ...(index !== undefined && { index }) };
  // The id and the room come on top.
  const most = (store.welcome?.limits?.import ?? Infinity) - 256;
  if (new TextEncoder().encode(JSON.stringify(message)).length > most) {
    note(t("This file is too large: at most {0} KiB can be read.", Math.floor(most / 1024)));
    return;
  }
  imported = { data, base64 };
  open(message);
}

/** Choose among the games of a file. @param {GameList} answer */
export function showList(answer) {
  for (const list of document.querySelectorAll(".found")) {
    const rows = answer.games.map(({ index, title, said, plies, moves }) =>
      element("li", {}, button(say({ text: title, said }), () => importGame(imported.data, imported.base64, index)), element("small", {}, ` ${t("{0} moves", plies)}: ${moves}`)));
    /** @param {string} text @param {number} offset */
    const page = (text, offset) =>
      offset >= 0 && offset < answer.total
        ? button(text, () => ask({ do: "import", data: imported.data, ...(imported.base64 && { base64: true }), offset }))
        : "";
    list.replaceChildren(
      element("p", {}, t("{0} games", answer.total)),
      element("ol", { start: answer.offset + 1 }, ...rows),
      row(page(t("Earlier games"), answer.offset - 50), page(t("More games"), answer.offset + 50)),
    );
    list.closest("details")?.setAttribute("open", "");
  }
}

/** The import stands in the panel only while it is shown: the start has it, too. */
export function showImport() {
  const isShown = view() === "play" && store.tab === "files";
  if (isShown !== Boolean(files.importing.firstChild)) files.importing.replaceChildren(...(isShown ? [importPart()] : []));
}

/** @param {State} state */
export function showShare(state) {
  if (isSame("share", [state.formats, state.links?.watch, state.can.includes("export"), state.node])) return;
  const chosen = formats().value;
  files.formats.replaceChildren(...state.formats.map((format) => element("option", { value: format, selected: format === chosen }, format)));
  const watch = state.links?.watch;
  files.share.replaceChildren(
    state.can.includes("export") ? button(t("Make a link to this game"), share) : "",
    watch ? linkRow(t("Link to watch"), `${location.origin}/#${watch}`, note) : "",
  );
}

function share() {
  ask({ do: "export", format: "record" }, (answer) => {
    if (answer.is === "note") return emit("note", answer);
    if (answer.is !== "file" || store.state === null) return;
    const record = JSON.parse(answer.data);
    const found = new URLSearchParams({ g: record.game, s: record.start, m: record.moves.join(" "), p: String(store.state.path.length) });
    files.share.append(linkRow(t("Link to this game"), `${location.href.split("#")[0]}#${found}`, note));
  });
}

/** Open the game that an address holds. @param {URLSearchParams} shared */
export function openShared(shared) {
  history.replaceState(null, "", "#start");
  const moves = (shared.get("m") ?? "").split(" ").filter(Boolean);
  const start = shared.get("s");
  const ply = Number(shared.get("p") ?? moves.length);
  open({ do: "new", ...(start ? { start } : { game: shared.get("g") ?? "" }), moves }, () => {
    if (ply < moves.length) goTo(ply);
  });
}

/** Open the position that an address names. @param {string} start */
export function openPosition(start) {
  history.replaceState(null, "", "#start");
  open({ do: "new", start });
}

on("file", ({ name, data, base64 }) => {
  const content = base64 ? Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0)) : data;
  const url = URL.createObjectURL(new Blob([content]));
  element("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
});

// A file may be dropped anywhere.
addEventListener("dragover", (event) => event.preventDefault());
addEventListener("drop", (event) => {
  event.preventDefault();
  const file = event.dataTransfer?.files[0];
  if (file !== undefined) readFile(file);
});
