/** A report with an engine: values of all moves at the position that is shown. */

import { engineOf } from "../../web/static/site/parts.js";
import { graded } from "../../web/static/board/values.js";
import { element } from "../../web/static/dom.js";

/** @import { PageModel } from "../../web/static/board/model.js" */
/** @import { Values } from "../../web/types" */

const SECONDS = 20;

/** A button beside those that replay, and a table. @param {PageModel} model @returns {(at: number) => void} what is to be told of each position */
export function analysisOf(model) {
  /** @param {string} id */
  const held = (id) => JSON.parse(document.getElementById(id)?.textContent ?? "");
  const { start, moves } = held("data").live;
  const source = engineOf(held("parts"));
  /** Unpacked for the first analysis: who only reads needs no engine. @type {Promise<[WebAssembly.Module, object]> | undefined} */
  let made;
  /** @type {Worker | null} */
  let worker = null;
  let shown = 0;
  const table = element("table.live");
  const toggle = element("button", { type: "button", "aria-pressed": "false", click: () => {
    toggle.setAttribute("aria-pressed", String(!isOn()));
    begin();
  } }, "Analyse");
  document.getElementById("bar")?.append(toggle);
  document.getElementById("status")?.after(table);

  const isOn = () => toggle.getAttribute("aria-pressed") === "true";

  /** @param {Values | null} found @param {string} words */
  function show(found, words) {
    model.set("values", found);
    const values = graded(found, { loss: false });
    const rows = [...(found?.moves ?? [])].sort((a, b) => b.value - a.value).slice(0, 8).map((move) =>
      element("tr", { class: move.grade ?? "" },
        element("th", { scope: "row" }, move.text),
        element("td", {}, values.get(move.i)?.text ?? ""),
        element("td", {}, move.exact ? "proven" : move.depth === null ? "" : `depth ${move.depth}`),
        element("td", {}, move.line.slice(1, 6).map((step) => (typeof step === "string" ? step : step.text)).join(" "))));
    table.replaceChildren(element("caption", {}, words), element("tbody", {}, ...rows));
  }

  async function tell() {
    worker?.terminate();
    worker = null;
    model.set("values", null);
    table.replaceChildren();
    if (!isOn()) return;
    const at = shown;
    show(null, "The engine begins\u2026");
    made ??= Promise.all([source.module(), source.files()]);
    const [module, files] = await made;
    if (!isOn() || shown !== at || worker !== null) return;
    worker = source.worker((path) => path);
    worker.onmessage = ({ data }) => {
      if (data.error !== undefined) show(null, data.error);
      else if (data.found) show(data.found, data.final ? "Values of all moves" : "Values of all moves so far");
    };
    worker.postMessage({ start: { module, files } });
    const line = { start, moves: moves.slice(0, at) };
    worker.postMessage({ job: 1, games: [start], task: { kind: "analyze", line, seconds: SECONDS, depth: null, seed: "0" } });
  }

  const begin = () => void tell().catch((error) => show(null, error.message));

  return (at) => {
    shown = at;
    begin();
  };
}
