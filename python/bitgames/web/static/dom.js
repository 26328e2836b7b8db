/** Making elements. */

const SVG = "http://www.w3.org/2000/svg";

/**
 * Make an HTML element. Attributes with `null` or `false` are left out; functions are listeners.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T | `${T}.${string}`} tag with a class: `div.row`
 * @param {Record<string, unknown>} [attributes]
 * @param {(Node | string | null)[]} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function element(tag, attributes = {}, ...children) {
  const [name, kind] = tag.split(".");
  const made = document.createElement(/** @type {T} */ (name));
  if (kind) made.className = kind;
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") made.addEventListener(name, /** @type {EventListener} */ (value));
    else if (value !== null && value !== undefined && value !== false)
      made.setAttribute(name, value === true ? "" : String(value));
  }
  made.append(...children.filter((child) => child !== null));
  return made;
}

/** A text that may break where the parts of a player's name end: `mcts:sims=100,proof=no`. @param {string} text */
export const breaking = (text) => text.split(/(?<=[:,=])(?=\S)/).flatMap((part, at) => (at === 0 ? [part] : [element("wbr"), part]));

/**
 * Make an element of a drawing.
 * @param {string} tag
 * @param {Record<string, string | number>} [attributes]
 * @param {(Node | string)[]} children
 * @returns {SVGElement}
 */
export function drawn(tag, attributes = {}, ...children) {
  const made = /** @type {SVGElement} */ (document.createElementNS(SVG, tag));
  for (const [name, value] of Object.entries(attributes))
    made.setAttribute(name, typeof value === "number" ? String(+value.toFixed(2)) : value);
  made.append(...children);
  return made;
}

/** Whether the viewer wants no motion. */
export const isStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
