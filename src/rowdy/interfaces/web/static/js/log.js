// What happened, line by line: beside the board on a desktop, in a sheet on a phone.
// @ts-check
import { clear, el } from "./dom.js";
import { dealOf, inShort } from "./stories.js";
import { t } from "./words.js";

/** @typedef {import("./stories.js").Told} Told */

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
  /** @type {Told[]} */
  #shown = [];
  /** @type {Element | null} */
  #before = null;

  /** @param {Told[]} told */
  show(told) {
    const lines = told.filter((one) => one.say.length);
    const goesOn = this.#shown.every((one, i) => lines[i]?.n === one.n && lines[i].say.join() === one.say.join());
    if (!goesOn) clear(this.#list);
    const fresh = goesOn ? lines.slice(this.#shown.length) : lines;
    this.#shown = lines;
    if (!fresh.length) return;
    const deal = dealOf(lines);
    this.#list.append(...fresh.map((one) => item(one, one === deal)));
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
 * @param {Told} told
 * @param {boolean} deal whether all the cards in it are folded away
 */
function item(told, deal) {
  const sentences = told.say.map((say) => el("p", { text: say }));
  if (!deal) return el("li", {}, ...sentences);
  return el("li", {}, el("details", {}, el("summary", { text: inShort(told, true) }), ...sentences.slice(1)));
}
