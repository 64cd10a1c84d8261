// The bar of what can be done beside a move: undo, hint, the log on a phone, reactions; or yes and no to a preview.
// @ts-check
import { ask } from "./dialogs.js";
import { clear, el, svg } from "./dom.js";
import { t } from "./words.js";

/** @typedef {import("./place.js").Place} Place */

/**
 * @typedef {{
 *   undo: () => void,
 *   hint: () => void,
 *   log: () => void,
 *   confirm: () => void,
 *   cancel: () => void,
 *   react: (reaction: string) => void,
 * }} Actions
 */

const REACTIONS = {
  hello: () => t("page-react-hello"),
  thanks: () => t("page-react-thanks"),
  "well-played": () => t("page-react-well-played"),
  clap: () => t("page-react-clap"),
  laugh: () => t("page-react-laugh"),
  wow: () => t("page-react-wow"),
  oops: () => t("page-react-oops"),
  thinking: () => t("page-react-thinking"),
};

export class Bar {
  #undo;
  #hint;
  #log;
  #react;
  #usual;
  #preview;
  root = el("div", { class: "bar", role: "group", "aria-label": t("page-actions") });

  /** @param {Actions} actions */
  constructor(actions) {
    this.#undo = button("undo", t("page-undo"), actions.undo);
    this.#hint = button("hint", t("page-hint"), actions.hint);
    this.#log = button("open-log", t("page-log-short"), actions.log);
    this.#log.classList.add("phone-only");
    this.#react = button("react", "", () => void askReaction(actions.react));
    this.#react.append(smile());
    this.#react.setAttribute("aria-label", t("page-react"));
    this.#usual = [this.#undo, this.#hint, this.#log, this.#react];
    const yes = button("confirm", t("page-confirm-move"), actions.confirm);
    yes.classList.add("main");
    this.#preview = [yes, button("cancel", t("page-cancel-move"), actions.cancel)];
  }

  /**
   * @param {Place} place
   * @param {{ canUndo: boolean, previewing: boolean }} how
   */
  show(place, { canUndo, previewing }) {
    const wanted = previewing ? this.#preview : this.#usual;
    if (this.root.firstChild !== wanted[0]) {
      const had = this.root.contains(document.activeElement);
      clear(this.root, ...wanted);
      if (had || previewing) wanted[0].focus();
    }
    const playing = place.view?.phase === "playing";
    this.#undo.hidden = !place.seated || (!playing && !canUndo);
    able(this.#undo, canUndo && !place.line.waitsFor("undo"));
    this.#hint.hidden = !place.seated || !playing;
    able(this.#hint, place.can("hint") && !place.line.waitsFor("hint"));
    this.#hint.textContent = place.line.waitsFor("hint") ? t("page-hint-waits") : t("page-hint");
    this.#react.hidden = !place.seated;
    this.root.hidden = place.view?.phase === "waiting";
  }
}

/** @param {(reaction: string) => void} onReact */
async function askReaction(onReact) {
  const buttons = Object.entries(REACTIONS).map(([value, text]) => ({ value, text: text(), testid: `react-${value}` }));
  const reaction = await ask(t("page-react"), [], buttons, { testid: "reactions" });
  if (reaction) onReact(reaction);
}

/**
 * @param {string} testid
 * @param {string} text
 * @param {() => void} onClick
 */
function button(testid, text, onClick) {
  const one = el("button", { class: "button", type: "button", text, data: { testid } });
  one.addEventListener("click", () => {
    if (one.getAttribute("aria-disabled") !== "true") onClick();
  });
  return one;
}

/**
 * A button that does nothing now keeps its place and the focus.
 * @param {HTMLElement} one
 * @param {boolean} can
 */
function able(one, can) {
  one.setAttribute("aria-disabled", String(!can));
}

function smile() {
  const line = { fill: "none", stroke: "currentColor", "stroke-width": 2, "stroke-linecap": "round" };
  return svg(
    "svg",
    { viewBox: "0 0 24 24", width: 24, height: 24, "aria-hidden": "true" },
    svg("circle", { cx: 12, cy: 12, r: 9.5, ...line }),
    svg("path", { d: "M7.5 14a5 5 0 0 0 9 0", ...line }),
    svg("circle", { cx: 8.8, cy: 9.5, r: 1.3, fill: "currentColor" }),
    svg("circle", { cx: 15.2, cy: 9.5, r: 1.3, fill: "currentColor" }),
  );
}
