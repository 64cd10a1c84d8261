// What just happened, in the line below the board; where it does not fit, a tap opens it in full.
// @ts-check
import { markLines } from "../board/line-names.js";
import { clear, el, foreign } from "../common/dom.js";
import { t } from "../common/words.js";

/** @import { WonLine } from "../common/types.js" */

export class ToldLine {
  /** The story itself; what stands before it may be said by its `data-practice`. */
  text = el("span", {});
  #more = el("button", { class: "happened-more", type: "button", "aria-label": t("page-read-all"), hidden: true });
  root = el("p", { class: "happened", data: { testid: "happened" } }, this.text, this.#more);

  constructor() {
    new ResizeObserver(() => this.#measure()).observe(this.root);
    // Whatever is clicked or pressed next closes it, and so does the button itself.
    const close = (/** @type {Event} */ event) => event.target !== this.#more && this.#open(false);
    addEventListener("click", close, true);
    addEventListener("keydown", (event) => event.key === "Escape" && this.#open(false));
    this.#more.addEventListener("click", () => this.#open(!this.root.classList.contains("is-open")));
  }

  /**
   * @param {string} text
   * @param {WonLine[]} [won] the lines that stand out in it
   */
  show(text, won) {
    if (!setText(this.text, text, won)) return;
    this.#open(false);
    this.#measure();
  }

  #measure() {
    if (this.root.classList.contains("is-open")) return;
    this.root.classList.remove("is-cut"); // which leaves it less room
    const cut = this.text.scrollHeight > this.text.clientHeight + 1;
    this.#more.hidden = !cut;
    this.root.classList.toggle("is-cut", cut);
  }

  /** @param {boolean} open */
  #open(open) {
    this.root.classList.toggle("is-open", open);
    this.#more.setAttribute("aria-expanded", String(open));
  }
}

/**
 * Sets a text if it is another, so that what is read aloud or selected stays as it is; returns whether it was.
 * @param {HTMLElement} node
 * @param {string} text
 * @param {WonLine[]} [won] the lines that stand out in it
 */
export function setText(node, text, won) {
  const differs = node.textContent !== foreign.plain(text);
  if (differs) clear(node, ...markLines(text, won));
  return differs;
}
