/** The tricks of a side as pips, towards what the contract needs of it. */

import { element } from "../dom.js";
import { t } from "../i18n.js";

/** @import {TableScene} from "../../types" */

/** @param {TableScene} scene @param {number} seat */
export function pipsOf(scene, seat) {
  const [won, needs] = [scene.tricks[seat], scene.needs?.[seat] ?? 0];
  const pips = element("span", { class: "pips", role: "img", "aria-label": t("{0} of {1} tricks", won, needs) });
  for (let at = 0; at < Math.max(won, needs); at++)
    pips.append(element("i", { class: at >= won ? "" : at < needs ? "won" : "over" }));
  pips.append(element("b", { "aria-hidden": "true" }, `${won}/${needs}`));
  return pips;
}
