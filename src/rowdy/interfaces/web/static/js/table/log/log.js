// The log of the game: beside the board on a desktop, in a sheet on a phone.
// @ts-check
import { clear, el } from "../../shared/dom.js";
import { isEqual } from "../../shared/equal.js";
import { t } from "../../shared/words.js";
import { splitDeal, summary } from "./summary.js";

/** @import { LogLine } from "../../shared/types.js" */

export class Log {
  #list = el("ol", { class: "log-lines", data: { testid: "log" }, tabindex: 0, "aria-label": t("page-log") });
  #close = el("button", {
    class: "log-close button",
    type: "button",
    text: t("page-close"),
    on: { click: () => this.open(false) },
  });
  root = el(
    "aside",
    {
      class: "log",
      "aria-label": t("page-log"),
      on: {
        keydown: (event) => {
          if (event.key === "Escape") this.open(false);
        },
      },
    },
    el("h2", { text: t("page-log") }),
    this.#list,
    this.#close,
  );
  /** @type {LogLine[]} */
  #shown = [];
  /** @type {Element | null} */
  #before = null;

  /** @param {LogLine[]} log */
  show(log) {
    const lines = log.filter((line) => line.say.length);
    const goesOn = this.#shown.every((line, i) => isEqual(line, lines[i]));
    if (!goesOn) clear(this.#list);
    const fresh = goesOn ? lines.slice(this.#shown.length) : lines;
    this.#shown = lines;
    if (!fresh.length) return;
    this.#list.append(...fresh.map(item));
    this.#list.scrollTop = this.#list.scrollHeight;
  }

  /**
   * Opens or closes the sheet; where there is room the log is always there.
   * @param {boolean} [open]
   */
  open(open = !this.root.classList.contains("is-open")) {
    if (open === this.root.classList.contains("is-open")) return;
    this.root.classList.toggle("is-open", open);
    if (open) {
      this.#before = document.activeElement;
      this.#list.scrollTop = this.#list.scrollHeight;
      this.#close.focus();
    } else if (this.#before instanceof HTMLElement) {
      this.#before.focus();
    }
  }
}

/**
 * A step; the cards of a deal are folded away.
 * @param {LogLine} line
 */
function item(line) {
  const { deal } = splitDeal(line);
  const sentences = (deal.length ? deal : line.say).map((text) => el("p", { text }));
  if (!deal.length) return el("li", {}, ...sentences);
  return el("li", {}, el("details", {}, el("summary", { text: summary(line) }), ...sentences));
}
