/** Words in the language of the reader: English texts are the keys of the catalogues. */

/** @import {SaidData} from "../types" */

/** @type {Record<string, string>} */
let catalogue = {};

/** The languages by their codes, in their own words. */
export const LANGUAGES = { en: "English", ja: "\u65e5\u672c\u8a9e", "zh-Hant": "\u7e41\u9ad4\u4e2d\u6587" };

/**
 * A text in the language of the reader; `{0}`, `{1}` ... stand for the values.
 * @param {string} text in English
 * @param {(string | number)[]} values
 */
export function t(text, ...values) {
  return filled(catalogue[text] ?? text, values);
}

/** @param {string} text @param {(string | number)[]} values */
const filled = (text, values) => text.replace(/\{(\d)\}/g, (_, at) => String(values[Number(at)] ?? ""));

/**
 * A sentence of the server in the language of the reader, by its code; else as any other text.
 * @param {{text: string, said?: SaidData | null}} sentence
 */
export const say = ({ text, said }) => (said ? spoken(said) : null) ?? t(text);

/** Sentences of the server, whose codes are a list of their own. @param {string[]} texts @param {(SaidData | null)[]} [said] */
export const sayEach = (texts, said = []) => texts.map((text, at) => say({ text, said: said[at] }));

/** @param {SaidData} said @returns {string | null} null without a translation */
function spoken({ code, values }) {
  const text = catalogue[`@${code}`];
  return text === undefined ? null : filled(text, values.map((each) => (typeof each === "object" ? spoken(each) ?? "" : typeof each === "string" ? t(each) : each)));
}

/** The language of the browser, as far as there is a catalogue. @returns {string} */
export function preferred() {
  for (const language of navigator.languages ?? [navigator.language]) {
    if (/^ja\b/.test(language)) return "ja";
    if (/^zh\b/.test(language)) return "zh-Hant";
    if (/^en\b/.test(language)) return "en";
  }
  return "en";
}

/** Use a catalogue from now on: English texts, and each in another language. @param {string} language @param {[string[], string[]]} lists */
export function useCatalogue(language, [texts, own]) {
  catalogue = Object.fromEntries(texts.map((text, at) => [text, own[at]]));
  document.documentElement.lang = language;
}
