// The log of the game: beside the board on a desktop, in a sheet on a phone.
// @ts-check
import { el } from "../../common/dom.js";
import { isEqual } from "../../common/equal.js";
import { t } from "../../common/words.js";
import { splitDeal, summary } from "./summary.js";

/** @import { LogLine } from "../../common/types.js" */

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
  /** The turns that are shown. @type {LogLine[][]} */
  #shown = [];
  /** @type {Element | null} */
  #before = null;

  /** @param {LogLine[]} log */
  show(log) {
    const told = log.filter((line) => line.say.length);
    const found = turns(told);
    this.#list.dataset.steps = String(told.length);
    const differs = found.findIndex((turn, i) => !isEqual(turn, this.#shown[i]));
    const same = differs < 0 ? found.length : differs;
    if (same === found.length && same === this.#shown.length) return;
    while (this.#list.childElementCount > same) this.#list.lastElementChild?.remove();
    this.#list.append(...found.slice(same).map(item));
    this.#shown = found;
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
 * A turn in one line; the cards of a deal, and what the table shows anyway, are folded away.
 * @param {LogLine[]} turn
 */
function item(turn) {
  const joined = turn.length > 1 && turn.at(-1)?.turn;
  const texts = joined ? [joined] : turn.map(summary);
  const told = texts.flatMap((text) => [el("span", { class: "told", text }), " "]);
  const folded = turn.flatMap((line) => [...splitDeal(line).deal, ...quietPart(line)]);
  // Only what a player did at the board counts as a turn.
  const numbered = { class: typeof turn[0]?.seat === "number" ? "is-turn" : "" };
  if (!folded.length) return el("li", numbered, ...told);
  const details = folded.map((text) => el("p", { text }));
  return el("li", numbered, el("details", {}, el("summary", {}, el("span", {}, ...told)), ...details));
}

/**
 * What need not be told, as the table shows it anyway.
 * @param {{ say: string[], quiet?: number }} line
 */
function quietPart({ say, quiet = 0 }) {
  return say.slice(say.length - quiet);
}

/**
 * The steps of each turn together: those in a row that one seat made.
 * @param {LogLine[]} lines
 */
function turns(lines) {
  /** @type {LogLine[][]} */
  const found = [];
  for (const line of lines) {
    const last = found.at(-1);
    if (last && typeof line.seat === "number" && last[0].seat === line.seat) last.push(line);
    else found.push([line]);
  }
  return found;
}
