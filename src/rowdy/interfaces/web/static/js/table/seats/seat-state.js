// What is said at a seat beside its name: the state of its player, and for a moment a reaction.
// @ts-check
import { readingTime } from "../../common/storage.js";
import { t } from "../../common/words.js";

/** @import { SeatView } from "../../common/types.js" */

/** How long a reaction is shown. */
const BUBBLE_MS = 4_000;

/** The reactions that are shown now, by seat. */
export class Bubbles {
  #said = /** @type {Map<number, string>} */ (new Map());

  /** @param {number} seat */
  at(seat) {
    return this.#said.get(seat);
  }

  /**
   * Shows a reaction for a while.
   * @param {number} seat
   * @param {string} say
   * @param {() => void} redraw
   */
  show(seat, say, redraw) {
    this.#said.set(seat, say);
    redraw();
    setTimeout(() => {
      if (this.#said.get(seat) !== say) return;
      this.#said.delete(seat);
      redraw();
    }, readingTime(BUBBLE_MS));
  }
}

/**
 * The state of a player in a word or two; empty if there is nothing to say.
 * @param {SeatView} who
 * @param {{ turn: boolean, absent: boolean, winner: boolean }} how
 */
export function seatState(who, { turn, absent, winner }) {
  if (winner) return t("page-seat-won");
  if (who.resigned) return t("page-seat-resigned");
  if (who.kind === "person" && who.bot) return t("page-seat-stand-in");
  if (who.left) return t("page-seat-left");
  if (who.kind === "person" && absent) return t("page-seat-away");
  return turn ? t("page-seat-turn") : "";
}
