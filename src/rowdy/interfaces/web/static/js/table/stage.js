// The stage: cards that are turned up, tokens, a row of three are told first and large, with their lines lit.
// @ts-check
import { drawGoal } from "../drawing/pieces.js";
import { clear, el } from "../common/dom.js";
import { addStyles } from "../common/styles.js";
import { STAGE_MS } from "./playback.js";

/** @import { Goal, KeyEvent } from "../common/types.js" */

addStyles(new URL("../../css/stage.css", import.meta.url).href);

export class Stage {
  /** It covers what is asked. */
  root = el("span", { class: "staged", hidden: true });
  #light;
  #timer = 0;

  /** @param {(lines: string[][]) => void} light encircles lines on the board; none if there are none */
  constructor(light) {
    this.#light = light;
  }

  /**
   * Shows key events for a while.
   * @param {KeyEvent[]} events none to clear the stage
   */
  show(events) {
    clearTimeout(this.#timer);
    if (events.length || !this.root.hidden) this.#light(events.flatMap((event) => event.lines ?? []));
    clear(this.root, ...events.map(drawKeyEvent));
    this.root.hidden = !events.length;
    if (events.length) this.#timer = setTimeout(() => this.show([]), STAGE_MS);
  }
}

/** @param {KeyEvent} event */
function drawKeyEvent({ say, cards = [] }) {
  return el("span", { class: "key-event", data: { testid: "key-event" } }, drawCards(cards), el("span", { text: say }));
}

/**
 * Cards that turn over as they are drawn.
 * @param {Goal[]} cards
 */
export function drawCards(cards) {
  return cards.length > 0 && el("span", { class: "turned", "aria-hidden": true }, ...cards.map(turningCard));
}

/** @param {Goal} goal */
function turningCard(goal) {
  const { kind, label, name } = goal;
  return el("span", { class: "turning" }, drawGoal({ kind, label, name }), drawGoal(goal));
}
