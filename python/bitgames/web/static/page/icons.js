/** Drawn icons, in a square of 24. */

import { drawn } from "../dom.js";

/** @type {Record<string, string>} */
const PATHS = {
  first: "M6 5v14M18 6l-7 6 7 6",
  back: "M15 5l-7 7 7 7",
  forward: "M9 5l7 7-7 7",
  last: "M18 5v14M6 6l7 6-7 6",
  undo: "M9 5L4 10l5 5M4 10h9a6 6 0 0 1 0 12h-2",
  redo: "M15 5l5 5-5 5M20 10h-9a6 6 0 0 0 0 12h2",
  hint: "M9 17h6M10 20.5h4M8.5 14.5a6.5 6.5 0 1 1 7 0c-.5.5-.5 1-.5 2.5h-6c0-1.5 0-2-.5-2.5z",
  analyse: "M4 4v16h16M8 14l4-5 3 3 5-6",
  menu: "M5 12h.01M12 12h.01M19 12h.01",
  flip: "M8 4v15l-4-4M16 20V5l4 4",
  view: "M12 4l8 4.5v7L12 20l-8-4.5v-7zM4 8.5l8 4.5 8-4.5M12 13v7",
  edit: "M4 20l1-4.5L16.5 4 20 7.5 8.5 19zM14 6.5l3.5 3.5",
  zoom: "M10.5 4a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13zM15.5 15.5L21 21M10.5 8v5M8 10.5h5",
  resign: "M6 21V4h11l-2 4 2 4H6",
  again: "M4 12a8 8 0 1 0 2.5-5.800L4 8.5M4 4v4.5h4.5",
  plus: "M12 5v14M5 12h14",
  play: "M7 5l12 7-12 7z",
  stop: "M6 6h12v12H6z",
  claim: "M5 13l4 4L19 7",
  skip: "M5 6l7 6-7 6M13 6l7 6-7 6",
  computer: "M4 5h16v11H4zM9 20h6",
  people: "M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM3 20c0-4 2.5-6 6-6s6 2 6 6M16 4.5a3.5 3.5 0 0 1 0 6.5M18 14.5c2 .8 3 2.7 3 5.5",
  eye: "M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 9a3 3 0 1 1 0 6 3 3 0 0 1 0-6z",
  download: "M12 4v11M7 11l5 5 5-5M5 20h14",
  settings: "M4 7h9M17 7h3M13 4.5v5M4 17h3M11 17h9M7.5 14.5v5",
  globe: "M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17zM3.5 12h17M12 3.5c5 5 5 12 0 17M12 3.5c-5 5-5 12 0 17",
  trophy: "M8 4h8v6a4 4 0 0 1-8 0zM8 6H4c0 3 1.5 5 4 5M16 6h4c0 3-1.5 5-4 5M12 14v4M8 20.5h8",
  file: "M6 3.5h8l4 4v13H6zM14 3.5v4h4",
  close: "M6 6l12 12M18 6L6 18",
};

/** An icon by its name; it says nothing to screen readers. @param {string} name */
export const icon = (name) =>
  drawn("svg", { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true" }, drawn("path", { d: PATHS[name] }));
