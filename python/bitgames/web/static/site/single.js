/** The page as one file: what it would fetch stands in it. */

import { engineOf } from "./parts.js";

const HELD = JSON.parse(document.getElementById("parts").textContent);

globalThis.bitgamesSource = {
  ...engineOf(HELD),
  offer: async () => HELD.offer,
  texts: async (language) => HELD.texts[language],
};
