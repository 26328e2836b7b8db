/** Controls that the views share. */

import { breaking, element } from "../dom.js";
import { t } from "../i18n.js";
import { icon } from "./icons.js";

/** @param {string} id */
export const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** @param {string} text @param {() => void} click @param {Record<string, unknown>} [more] */
export const button = (text, click, more = {}) =>
  element("button", { type: "button", click, ...more }, text);

/** A button with a drawn icon. @param {string} name @param {string} drawing @param {() => void} act @param {Record<string, unknown>} [more] */
export function tool(name, drawing, act, more = {}) {
  const made = element("button", { type: "button", class: "tool", "aria-label": name, ...more }, icon(drawing), element("span", {}, name));
  made.addEventListener("click", () => {
    if (made.getAttribute("aria-disabled") !== "true") act();
  });
  return made;
}

/** A control with its label, which is its whole name. @param {string} label @param {HTMLElement} control */
export function field(label, control) {
  control.setAttribute("aria-label", label);
  return element("label.field", {}, element("span", {}, label), control);
}

/** @param {string[][]} choices @param {string} [chosen] @param {(event: {target: HTMLSelectElement}) => void} [change] */
export const select = (choices, chosen, change) =>
  element("select", { change }, ...choices.map(([value, text]) => element("option", { value, selected: value === chosen }, text)));

/**
 * A choice of a few, all of them in sight.
 * @param {(string | Node)[][]} choices values with what is shown @param {(value: string) => void} chosen
 * @param {string} label
 * @param {string} value
 */
export function segments(label, choices, value, chosen, kind = "") {
  const group = element("div", { class: `segments ${kind}`, role: "group", "aria-label": label });
  for (const [each, ...shown] of choices)
    group.append(element("button", {
      type: "button", "aria-pressed": String(each === value),
      click: (/** @type {Event} */ { currentTarget }) => {
        for (const other of group.children) other.setAttribute("aria-pressed", String(other === currentTarget));
        chosen(String(each));
      },
    }, ...shown));
  return group;
}

/** @param {(Node | string)[]} children */
export const row = (...children) => element("div.row", {}, ...children);

/** @param {...string} names */
export const heads = (...names) => element("tr", {}, ...names.map((name) => element("th", { scope: "col" }, name)));

/** @param {(Node | string | number)[]} values */
export const cells = (...values) => values.map((value) => element("td", {}, ...(value instanceof Node ? [value] : breaking(String(value)))));

/** A table; its first row has the heads. @param {(string | number)[][]} rows */
export const table = ([names, ...rows]) =>
  element("table.score", {}, heads(...names.map(String)), ...rows.map((row) => element("tr", {}, ...cells(...row))));

export const seedField = () =>
  field(t("Seed"), element("input", { inputmode: "numeric", pattern: "[0-9]*", placeholder: t("chosen by chance"), autocomplete: "off" }));

/** A secret address, to be copied. @param {string} label @param {string} url @param {(text: string) => void} told */
export function linkRow(label, url, told) {
  const input = element("input", { readonly: true, value: url, focus: () => input.select() });
  return element("div.link", {}, field(label, input), button(t("Copy"), async () => {
    try {
      await navigator.clipboard.writeText(url);
      told(t("copied"));
    } catch {
      input.select();
    }
  }, { "aria-label": t("Copy: {0}", label) }));
}

/** @param {number | null | undefined} seconds */
export function clockText(seconds) {
  if (seconds === null || seconds === undefined) return "";
  const whole = Math.max(0, Math.ceil(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

/** @type {Map<string, ReturnType<typeof setTimeout>>} */
const timers = new Map();

/** Call soon, and once for many calls. @param {string} name @param {() => void} act @param {number} ms */
export function later(name, act, ms) {
  clearTimeout(timers.get(name));
  timers.set(name, setTimeout(act, ms));
}

/** What the parts of the page show. @type {Map<string, string>} */
const seen = new Map();

/** Whether a part shows these data already; from now on it does. @param {string} part @param {unknown} data */
export function isSame(part, data) {
  const text = JSON.stringify(data);
  const same = seen.get(part) === text;
  seen.set(part, text);
  return same;
}
