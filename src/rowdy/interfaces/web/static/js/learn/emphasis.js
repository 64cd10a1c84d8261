// Key words of a lesson, which stand between ** in its texts, in bold.
// @ts-check
import { el } from "../common/dom.js";

/**
 * @param {string} text
 * @returns {(Node | string)[]}
 */
export function emphasised(text) {
  return text.split("**").map((part, i) => (i % 2 ? el("strong", { text: part }) : part));
}
