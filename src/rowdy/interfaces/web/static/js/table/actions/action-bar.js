// The bar of actions other than moves: undo, hint, the log on a phone, reactions; or confirming a previewed move.
// @ts-check
import { clear, el, svg } from "../../common/dom.js";
import { lazy } from "../../common/lazy.js";
import { t } from "../../common/words.js";

/** @import { TableClient } from "../connection/table-client.js" */
/** @import { Reaction } from "./reactions.js" */

/**
 * @typedef {{
 *   undo: () => void,
 *   hint: () => void,
 *   log: () => void,
 *   confirm: () => void,
 *   cancel: () => void,
 *   skip: () => void,
 *   repeat: () => void,
 *   react: (reaction: Reaction) => void,
 * }} Actions
 */

/** Undo and hint come back where skip was: clicks that follow each other as fast as this are still meant for skip. */
const SETTLING_MS = 700;

const reactions = lazy(() => import("./reactions.js"), { words: "table/actions/reactions.js", styles: ["menu.css"] });

export class ActionBar {
  #undo;
  #hint;
  #log;
  #react;
  #skip;
  #repeat;
  #usual;
  #preview;
  /** When a click meant for skip came last, by the clock of the page. */
  #skipped = -Infinity;
  root = el("div", { class: "bar", role: "group", "aria-label": t("page-actions") });

  /** @param {Actions} actions */
  constructor(actions) {
    this.#undo = button("undo", t("page-undo"), () => this.#unlessSkipping(actions.undo));
    this.#hint = button("hint", t("page-hint"), () => this.#unlessSkipping(actions.hint));
    this.#log = button("open-log", t("page-log-short"), actions.log);
    this.#log.classList.add("phone-only");
    this.#skip = button("skip", "", () => {
      this.#skipped = performance.now();
      actions.skip();
    });
    this.#skip.classList.add("main", "is-skip");
    this.#repeat = iconButton("repeat", t("page-repeat"), again(), actions.repeat);
    this.#repeat.append(el("span", { class: "wide-only", text: t("page-repeat") }));
    this.#react = iconButton("react", t("page-react"), smile(), async () =>
      (await reactions())?.askReaction(actions.react),
    );
    this.#usual = [this.#undo, this.#hint, this.#skip, this.#log, this.#repeat, this.#react];
    const yes = button("confirm", t("page-confirm-move"), actions.confirm);
    yes.classList.add("main");
    this.#preview = [yes, button("cancel", t("page-cancel-move"), actions.cancel)];
  }

  /**
   * @param {() => void} action what a click does, unless it was meant for skip
   */
  #unlessSkipping(action) {
    const now = performance.now();
    if (now - this.#skipped > SETTLING_MS) action();
    else this.#skipped = now;
  }

  /**
   * @param {TableClient} client
   * @param {{ canUndo: boolean, previewing: boolean, answers: HTMLElement[] }} how `answers` to a question take the
   * place of all else
   */
  show(client, { canUndo, previewing, answers }) {
    const wanted = previewing ? this.#preview : answers.length ? answers : this.#usual;
    if (this.root.firstChild !== wanted[0]) {
      const had = this.root.contains(document.activeElement);
      clear(this.root, ...wanted);
      if (had || previewing) wanted[0].focus();
    }
    const playing = client.view?.phase === "playing";
    this.#undo.hidden = !client.seated || (!playing && !canUndo);
    setEnabled(this.#undo, canUndo && !client.connection.waitsFor("undo"));
    const count = client.waiting;
    this.#hint.hidden = !client.seated || !playing || count > 0;
    setEnabled(this.#hint, client.can("hint") && !client.connection.waitsFor("hint"));
    this.#hint.textContent = client.connection.waitsFor("hint") ? t("page-hint-waits") : t("page-hint");
    // Focus first: a button that is hidden loses it to nobody.
    if (!count && this.#skip === document.activeElement) this.#repeat.focus();
    this.#skip.hidden = !count;
    if (count) this.#skip.textContent = t("page-next-step", { count });
    this.#repeat.hidden = client.view?.phase === "waiting";
    setEnabled(this.#repeat, client.canRepeat);
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
 * @param {string} testid
 * @param {string} label
 * @param {SVGElement} icon
 * @param {() => void} onClick
 */
function iconButton(testid, label, icon, onClick) {
  const one = button(testid, "", onClick);
  one.classList.add("is-icon");
  one.setAttribute("aria-label", label);
  one.title = label;
  one.append(icon);
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

const LINE = { fill: "none", stroke: "currentColor", "stroke-width": 2, "stroke-linecap": "round" };

/** @param {...SVGElement} parts */
function icon(...parts) {
  return svg("svg", { viewBox: "0 0 24 24", width: 24, height: 24, "aria-hidden": "true" }, ...parts);
}

/** An arrow that goes round. */
function again() {
  return icon(svg("path", { d: "M4.5 12a7.5 7.5 0 1 0 2.4-5.5L4 9.2M4 4v5.2h5.2", "stroke-linejoin": "round", ...LINE }));
}

function smile() {
  return icon(
    svg("circle", { cx: 12, cy: 12, r: 9.5, ...LINE }),
    svg("path", { d: "M7.5 14a5 5 0 0 0 9 0", ...LINE }),
    svg("circle", { cx: 8.8, cy: 9.5, r: 1.3, fill: "currentColor" }),
    svg("circle", { cx: 15.2, cy: 9.5, r: 1.3, fill: "currentColor" }),
  );
}
