// A small dialog that asks which move is meant, where a piece and a square leave more than one.
// @ts-check
import { clear, el } from "../shared/dom.js";
import { t } from "../shared/words.js";

/** @import { OfferedMove } from "../shared/types.js" */

export class MoveChooser {
  /**
   * @param {{
   *   choose: (move: OfferedMove) => void,
   *   preview: (move: OfferedMove | null) => void,
   *   close: () => void,
   * }} hooks
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

  /** @param {OfferedMove[]} moves */
  ask(moves) {
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
      ...moves.map((move) =>
        el("button", {
          type: "button",
          class: "button main",
          text: move.name || move.move,
          data: { move: move.move },
          on: {
            click: () => this.hooks.choose(move),
            focus: () => this.hooks.preview(move),
            pointerenter: () => this.hooks.preview(move),
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
    this.hooks.preview(null);
  }
}
