// What each move leads to, written on the squares where it ends: a sign and a number, over a shade.
// @ts-check
import { clear, el } from "../common/dom.js";

/** @import { BoardView } from "../board/board-view.js" */
/** @import { OfferedMove, Picture, Worth } from "../common/types.js" */

const ORDER = { win: 0, draw: 1, loss: 2 };
/** The number of turns of the longest game. */
const FAR = 16;

export class ValueLayer {
  /** @param {BoardView} board */
  constructor(board) {
    this.board = board;
    this.element = el("div", { class: "values", "aria-hidden": true });
    board.grid.lattice.append(this.element);
  }

  /**
   * @param {Picture} picture
   * @param {Record<string, Worth>} values by moves
   */
  show(picture, values) {
    const { pick } = this.board;
    const moves = /** @type {OfferedMove[]} */ (picture.moves ?? []).filter((move) => isMeant(move, pick));
    const { columns, cells } = picture.board;
    const marks = [...bestBySquare(moves, values)].map(([square, worth]) => {
      const i = cells.findIndex((cell) => cell.square === square);
      const strong = worth.distance === undefined ? 1 : Math.max(0.25, 1 - worth.distance / FAR);
      const mark = el("span", { class: "value", text: worth.label, data: { value: worth.value, at: square } });
      mark.style.setProperty("--column", String((i % columns.length) + 1));
      mark.style.setProperty("--row", String(Math.floor(i / columns.length) + 1));
      mark.style.setProperty("--strong", String(strong));
      return mark;
    });
    clear(this.element, ...marks);
  }
}

/**
 * The best value of all moves that end on each square.
 * @param {OfferedMove[]} moves
 * @param {Record<string, Worth>} values
 * @returns {Map<string, Worth>}
 */
export function bestBySquare(moves, values) {
  /** @type {Map<string, Worth>} */
  const best = new Map();
  for (const { move, target } of moves) {
    const worth = values[move];
    const before = target && best.get(target);
    if (target && worth && (!before || isBetter(worth, before))) best.set(target, worth);
  }
  return best;
}

/**
 * @param {OfferedMove} move
 * @param {import("../board/legal-moves.js").Pick | null} pick
 */
function isMeant(move, pick) {
  return !pick || ("piece" in pick ? move.piece === pick.piece : move.source === pick.source);
}

/**
 * A win is better the sooner, a loss the later it comes.
 * @param {Worth} one
 * @param {Worth} other
 */
function isBetter(one, other) {
  const by = ORDER[one.value] - ORDER[other.value];
  if (by) return by < 0;
  const longer = (one.distance ?? 0) - (other.distance ?? 0);
  return one.value === "win" ? longer < 0 : longer > 0;
}
