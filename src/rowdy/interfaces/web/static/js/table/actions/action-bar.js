// The bar of actions other than moves: undo, hint, the log on a phone, reactions; or confirming a previewed move.
// @ts-check
import { clear, el, svg } from "../../shared/dom.js";
import { lazy } from "../../shared/lazy.js";
import { t } from "../../shared/words.js";

/** @import { TableClient } from "../connection/table-client.js" */
/** @import { Reaction } from "./reactions.js" */

/**
 * @typedef {{
 *   undo: () => void,
 *   hint: () => void,
 *   log: () => void,
 *   confirm: () => void,
 *   cancel: () => void,
 *   react: (reaction: Reaction) => void,
 * }} Actions
 */

const reactions = lazy(() => import("./reactions.js"));

export class ActionBar {
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
    this.#react = button("react", "", async () => (await reactions())?.askReaction(actions.react));
    this.#react.append(smile());
    this.#react.setAttribute("aria-label", t("page-react"));
    this.#usual = [this.#undo, this.#hint, this.#log, this.#react];
    const yes = button("confirm", t("page-confirm-move"), actions.confirm);
    yes.classList.add("main");
    this.#preview = [yes, button("cancel", t("page-cancel-move"), actions.cancel)];
  }

  /**
   * @param {TableClient} client
   * @param {{ canUndo: boolean, previewing: boolean }} how
   */
  show(client, { canUndo, previewing }) {
    const wanted = previewing ? this.#preview : this.#usual;
    if (this.root.firstChild !== wanted[0]) {
      const had = this.root.contains(document.activeElement);
      clear(this.root, ...wanted);
      if (had || previewing) wanted[0].focus();
    }
    const playing = client.view?.phase === "playing";
    this.#undo.hidden = !client.seated || (!playing && !canUndo);
    setEnabled(this.#undo, canUndo && !client.connection.waitsFor("undo"));
    this.#hint.hidden = !client.seated || !playing;
    setEnabled(this.#hint, client.can("hint") && !client.connection.waitsFor("hint"));
    this.#hint.textContent = client.connection.waitsFor("hint") ? t("page-hint-waits") : t("page-hint");
    this.#react.hidden = !client.seated;
    this.root.hidden = client.view?.phase === "waiting";
  }
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
 * A button without effect is not disabled, so that it keeps the focus.
 * @param {HTMLElement} button
 * @param {boolean} enabled
 */
function setEnabled(button, enabled) {
  button.setAttribute("aria-disabled", String(!enabled));
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
