// Words in another language than the page's, which say so wherever they stand. Only pages that may have some load this.
// @ts-check
import { el, foreign } from "./dom.js";

/** @import { ForeignText } from "./types.js" */

/** Such words, after the name of their language; no other text has these letters. */
const WORDS = /\ue020([^\ue021]*)\ue021([^\ue022]*)\ue022/;

foreign.mark = (text, lang) => (lang ? `\ue020${lang}\ue021${text}\ue022` : text);

foreign.plain = (text) => text.split(WORDS).filter((_, i) => i % 3 !== 1).join("");

foreign.parts = (text, node) => {
  if (node instanceof SVGElement) return [foreign.plain(text)];
  const parts = text.split(WORDS);
  return parts.flatMap((part, i) => (i % 3 === 2 ? el("span", { lang: parts[i - 1] }, part) : i % 3 ? [] : part));
};

foreign.read = (message) => {
  for (const { at, parts } of /** @type {ForeignText[]} */ (message.foreign ?? [])) {
    const holder = at.slice(0, -1).reduce((value, key) => value[key], message);
    holder[at[at.length - 1]] = parts.map(({ text, lang }) => foreign.mark(text, lang)).join("");
  }
  return message;
};
