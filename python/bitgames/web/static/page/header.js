/** The head of the page, and the settings. */

import { element } from "../dom.js";
import { LANGUAGES, t } from "../i18n.js";
import { field, select } from "./controls.js";
import { icon } from "./icons.js";
import { link, setting, settings } from "./store.js";

/** @import {Settings} from "../../types" */

export function buildHeader() {
  const nav = /** @type {HTMLElement} */ (document.querySelector("header nav"));
  const dialog = element("dialog", { "aria-label": t("Settings") });
  /** @param {{[Name in keyof Settings]: Settings[Name] extends boolean ? Name : never}[keyof Settings]} name @param {string} words */
  const check = (name, words) => {
    const box = element("input", { type: "checkbox", checked: settings[name], change: () => setting(name, box.checked) });
    return element("label.check", {}, box, words);
  };
  /** @param {"language" | "theme" | "suits"} name @param {string} label @param {string[][]} choices */
  const pick = (name, label, choices, then = () => {}) =>
    field(label, select(choices, settings[name], ({ target }) => (setting(name, target.value), then())));
  dialog.append(
    element("h2", {}, t("Settings")),
    pick("language", t("Language"), [["", t("as the browser")], ...Object.entries(LANGUAGES)], () => location.reload()),
    pick("theme", t("Colours of the page"), [["system", t("as the system")], ["light", t("light")], ["dark", t("dark")]]),
    pick("suits", t("Suits in a hand"), [["SHCD", t("alternating colours")], ["SHDC", t("by rank")]]),
    check("two_colours", t("Suits in two colours, red and black")),
    check("animate", t("Animate moves")),
    check("pace", t("The computer answers after a moment")),
    check("sound", t("Sounds")),
    check("tap_twice", t("On touch, the first tap shows what a move does and the second plays it")),
    check("confirm_pass", t("Point out passes")),
    check("letters", t("Letters are shortcuts: u undo, r redo, h hint, a analyse, f flip, v view")),
    element("button", { type: "button", class: "main", click: () => dialog.close() }, t("Close")),
  );
  /** @param {string} name @param {string} drawing @param {() => void} act */
  const entry = (name, drawing, act) =>
    element("button", { type: "button", click: act }, icon(drawing), element("span", {}, name));
  nav.setAttribute("aria-label", t("Views"));
  nav.append(
    entry(t("Games"), "plus", () => (location.hash = "start")),
    ...(link.hasOthers ? [entry(t("Match"), "trophy", () => (location.hash = "match"))] : []),
    entry(t("Settings"), "settings", () => dialog.showModal()),
  );
  document.body.append(dialog);
}
