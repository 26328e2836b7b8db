/** A report without an engine. */

/** @import { PageModel } from "../../web/static/board/model.js" */

/** Nothing is there to analyse. @param {PageModel} model @returns {(at: number) => void} */
export const analysisOf = (model) => () => {};
