// Style sheets of parts that a page loads later.
// @ts-check
import { el } from "./dom.js";

/** Adds a style sheet, once. @param {string} href */
export function addStyles(href) {
  if (document.querySelector(`link[href="${href}"]`)) return;
  document.head.append(el("link", { rel: "stylesheet", href }));
}
