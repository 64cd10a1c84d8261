// What an answer points at on the board: squares that are framed, and arrows for what could still happen.
// @ts-check
import { clear, svg } from "../common/dom.js";
import { PITCH, centre } from "./line-layer.js";

/** @import { BoardView } from "./board-view.js" */
/** @import { BoardPicture } from "../common/types.js" */

/** How far a frame goes beyond the middle of a square, and an arrow stays away from it unless told. */
const REACH = 46;
const CLEARANCE = 14;
const HEAD = 20;
/** How far an arc bends away from the straight line, as a part of its length. */
const BEND = 0.2;

export class Pointers {
  /**
   * @param {BoardView} board
   * @param {number} [clearance] how far an arrow stays away from the middle of a square
   */
  constructor(board, clearance = CLEARANCE) {
    this.board = board;
    this.clearance = clearance;
    this.element = svg("svg", { class: "pointers", "aria-hidden": true });
    board.grid.lattice.append(this.element);
  }

  /**
   * @param {BoardPicture} shown
   * @param {string[]} squares
   * @param {[string, string][]} arrows
   * @param {boolean} alone whether all other pieces fade
   */
  show(shown, squares, arrows, alone) {
    this.board.root.classList.toggle("has-points", alone && squares.length > 0);
    for (const [square, { button }] of this.board.grid.spots) {
      button.classList.toggle("is-lit", squares.includes(square));
    }
    const at = (/** @type {string} */ square) => centre(shown, square);
    this.element.setAttribute("viewBox", `0 0 ${shown.columns.length * PITCH} ${shown.rows.length * PITCH}`);
    clear(this.element, ...frames(squares.map(at)), ...arrows.flatMap(([from, to]) => arrow(at(from), at(to), this.clearance)));
  }
}

/** @typedef {[number, number]} Point */

/**
 * One frame around a line of neighbours, or one around each square.
 * @param {Point[]} points
 */
function frames(points) {
  const sorted = [...points].sort(([a, b], [c, d]) => a - c || b - d);
  return inLine(sorted) ? [frame(sorted[0], sorted[sorted.length - 1])] : sorted.map((point) => frame(point, point));
}

/** @param {Point[]} points */
function inLine(points) {
  if (points.length < 2) return false;
  const [dx, dy] = [points[1][0] - points[0][0], points[1][1] - points[0][1]];
  const near = Math.max(Math.abs(dx), Math.abs(dy)) === PITCH;
  return near && points.every(([x, y], i) => x === points[0][0] + i * dx && y === points[0][1] + i * dy);
}

/**
 * @param {Point} from
 * @param {Point} to
 */
function frame([x, y], [u, v]) {
  const length = Math.hypot(u - x, v - y) + 2 * REACH;
  const turn = (Math.atan2(v - y, u - x) * 180) / Math.PI;
  return svg("rect", {
    class: "frame",
    width: length,
    height: 2 * REACH,
    rx: length > 2 * REACH ? REACH : REACH / 2,
    x: (x + u - length) / 2,
    y: (y + v) / 2 - REACH,
    transform: `rotate(${turn} ${(x + u) / 2} ${(y + v) / 2})`,
  });
}

/**
 * A bow from one square to another, so that the line between them stays free.
 * @param {Point} from
 * @param {Point} to
 * @param {number} clearance
 */
function arrow([x, y], [u, v], clearance) {
  const [bendX, bendY] = [(x + u) / 2 - (v - y) * BEND, (y + v) / 2 + (u - x) * BEND];
  const length = Math.hypot(u - bendX, v - bendY);
  const [dx, dy] = [(u - bendX) / length, (v - bendY) / length];
  const [tipX, tipY] = [u - dx * clearance, v - dy * clearance];
  const [neckX, neckY] = [tipX - dx * HEAD, tipY - dy * HEAD];
  const side = HEAD * 0.65;
  const corners = [
    `${tipX} ${tipY}`,
    `${neckX - dy * side} ${neckY + dx * side}`,
    `${neckX + dy * side} ${neckY - dx * side}`,
  ];
  return [
    svg("path", { class: "shaft", d: `M${x} ${y}Q${bendX} ${bendY} ${neckX} ${neckY}` }),
    svg("path", { class: "tip", d: `M${corners.join("L")}Z` }),
  ];
}
