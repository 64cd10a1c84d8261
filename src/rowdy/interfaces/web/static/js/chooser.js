// A small question where a piece and a square leave more than one move.
// @ts-check
import { clear, el } from "./dom.js";
import { t } from "./words.js";

/** @typedef {import("./types.js").Choice} Choice */

export class Chooser {
  /**
   * @param {{ choose: (choice: Choice) => void, look: (choice: Choice | null) => void, close: () => void }} hooks
   */
  constructor(hooks) {
    this.hooks = hooks;
    this.element = el("div", {
      class: "chooser",
      role: "dialog",
      "aria-label": t("page-board-which"),
      hidden: true,
    });
  }

  get open() {
    return !this.element.hidden;
  }

  /** @param {Choice[]} choices */
  ask(choices) {
    clear(
      this.element,
      el(
        "div",
        { class: "chooser-top" },
        t("page-board-which"),
        el("button", {
          type: "button",
          class: "quiet",
          text: t("page-board-cancel"),
          on: { click: () => this.hooks.close() },
        }),
      ),
      ...choices.map((choice) =>
        el("button", {
          type: "button",
          class: "button main",
          text: choice.name || choice.move,
          data: { move: choice.move },
          on: {
            click: () => this.hooks.choose(choice),
            focus: () => this.hooks.look(choice),
            pointerenter: () => this.hooks.look(choice),
          },
        }),
      ),
    );
    this.element.hidden = false;
    /** @type {HTMLElement | null} */ (this.element.querySelector("[data-move]"))?.focus({ preventScroll: true });
  }

  close() {
    if (!this.open) return;
    this.element.hidden = true;
    clear(this.element);
    this.hooks.look(null);
  }
}
