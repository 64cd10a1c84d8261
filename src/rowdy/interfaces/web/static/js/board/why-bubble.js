// The reason why a click did nothing, beside what was clicked, until the player does something else.
// @ts-check
import { placeBeside } from "./beside.js";
import { clear, el } from "../common/dom.js";

export class WhyBubble {
  #node = el("p", { class: "why", data: { testid: "why" }, hidden: true });
  #away = () => this.hide();

  /** @param {HTMLElement} root in whose box it is placed */
  constructor(root) {
    root.append(this.#node);
  }

  /**
   * @param {string} text
   * @param {Element} anchor what was clicked
   */
  show(text, anchor) {
    clear(this.#node, text);
    this.#node.hidden = false;
    placeBeside(this.#node, anchor);
    for (const doing of ["pointerdown", "keydown", "resize"]) addEventListener(doing, this.#away, { once: true });
  }

  hide() {
    this.#node.hidden = true;
    for (const doing of ["pointerdown", "keydown", "resize"]) removeEventListener(doing, this.#away);
  }
}
