// The two steps of a turn in the flip games, side by side: which is due now, and which one belongs to it.
// @ts-check
import { attribute, el } from "./dom.js";
import { t } from "./words.js";

/** @typedef {import("./types.js").Picture} Picture */

export class Steps {
  #flip = el("li", { text: t("page-step-flip") });
  #place = el("li", { text: t("page-step-place") });
  root = el("ol", { class: "turn-steps", "aria-label": t("page-steps"), data: { testid: "steps" } }, this.#flip, this.#place);

  /**
   * A stone on a square is there to be flipped, one from the supply to be placed; without either it is not your turn.
   * @param {Picture | undefined} picture nothing where no game goes on
   */
  show(picture) {
    const moves = picture?.moves ?? [];
    this.root.hidden = picture?.seats[0]?.type !== "flip";
    mark(this.#flip, moves.some(({ source }) => source));
    mark(this.#place, moves.some(({ piece }) => piece));
  }
}

/**
 * @param {HTMLElement} step
 * @param {boolean} due
 */
function mark(step, due) {
  attribute(step, { "aria-current": due ? "step" : null });
}
