// The seats around a board on which somebody has a task: their own goals, and what all others show.
// @ts-check
import { el } from "../common/dom.js";
import { t } from "../common/words.js";
import { seatPart, sideBadge } from "./seat-details.js";

/** @import { Picture } from "../common/types.js" */

/**
 * The goals of this seat, to stand beside the pieces, and everything else, to stand above the board.
 * @param {Picture} picture
 * @param {number} seat
 * @param {(card: string, order: "show" | "hold", goal: string) => void} [onOrder] where orders can be given
 */
export function seatsAround(picture, seat, onOrder) {
  const own = picture.seats[seat];
  const goals = own?.type === "xoxo" && seatPart(own, { own: true, reveal: true, onOrder });
  const others = picture.seats.flatMap((shown, i) => {
    if (shown.type === "flip" || shown.type === "plain" || (i === seat && goals)) return [];
    const name = i === seat ? t("page-learn-you") : t("page-learn-rival");
    return [el("div", { class: "lesson-seat" }, sideBadge(shown), el("span", { class: "lesson-name", text: name }), seatPart(shown, { own: false, reveal: false }))];
  });
  return { goals, others };
}
