// The steps that make up a turn, side by side, with the one that is due marked.
// @ts-check
import { clear, el } from "../common/dom.js";
import { t } from "../common/words.js";

/** @import { Picture, TurnStep } from "../common/types.js" */

export class TurnSteps {
  root = el("ol", { class: "turn-steps", "aria-label": t("page-steps"), data: { testid: "steps" } });

  /** @param {Picture | undefined} picture none where no game is being played */
  show(picture) {
    const steps = picture?.steps ?? [];
    this.root.hidden = !steps.length;
    clear(this.root, ...steps.map(item));
  }
}

/** @param {TurnStep} step */
function item({ label, due }) {
  return el("li", { text: label, "aria-current": due ? "step" : null });
}
