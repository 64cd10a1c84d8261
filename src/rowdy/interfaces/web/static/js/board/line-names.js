// Sentences in which the lines that decided a game stand out.
// @ts-check
import { el, foreign } from "../common/dom.js";

/** @import { WonLine } from "../common/types.js" */

/**
 * The parts of a text.
 * @param {string} text
 * @param {WonLine[]} [won]
 */
export function markLines(text, won = []) {
  const names = won.flatMap(({ name }) => name ?? []);
  if (!names.length) return [text];
  const any = RegExp(`(${names.join("|")})`);
  return foreign.parts(text).flatMap((words) =>
    typeof words === "string" ? words.split(any).map((part, i) => (i % 2 ? el("b", { class: "line-name", text: part }) : part)) : words,
  );
}
