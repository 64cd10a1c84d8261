// The layer below the pieces that draws finished lines, and rings around those that are lit.
// @ts-check
import { colourOf } from "../drawing/templates.js";
import { clear, svg } from "../common/dom.js";

/** @import { BoardPicture, DrawnLine, Picture } from "../common/types.js" */

/** The distance between the centres of neighbouring squares, in units of this drawing and of others that lie over the board. */
export const PITCH = 100;
/** The thickness of a ring around a line, wide enough for tiles, which fill their squares. */
const AROUND_PIECES = 88;
const AROUND_TILES = 122;

/**
 * The centre of a square.
 * @param {BoardPicture} board
 * @param {string} name
 * @returns {[number, number]}
 */
export function centre({ cells, columns }, name) {
  const i = cells.findIndex(({ square }) => square === name);
  return [((i % columns.length) + 0.5) * PITCH, (Math.floor(i / columns.length) + 0.5) * PITCH];
}

export class LineLayer {
  constructor() {
    /** Below the pieces, so that lines show between them and hide none. */
    this.element = svg("svg", { class: "lines", "aria-hidden": true });
    /** @type {Set<string>} */
    this.known = new Set();
    /** @type {BoardPicture | null} */
    this.board = null;
    /** How thick the ring around a line is. */
    this.width = AROUND_PIECES;
  }

  /**
   * @param {Picture} picture
   * @param {boolean} animate
   */
  show(picture, animate) {
    const lines = picture.lines ?? [];
    const { board } = picture;
    this.element.setAttribute("viewBox", `0 0 ${board.columns.length * PITCH} ${board.rows.length * PITCH}`);
    const fresh = (/** @type {DrawnLine} */ line) => animate && !this.known.has(key(line));
    this.board = board;
    this.width = picture.seats[0]?.type === "xoxo" ? AROUND_TILES : AROUND_PIECES;
    clear(
      this.element,
      ...lines.map((line) => stroke(board, line, fresh(line))),
    );
    this.known = new Set(lines.map(key));
  }

  /**
   * Encircles some lines; all others are removed, as nothing else matters now.
   * @param {string[][]} lines the squares of each
   */
  light(lines) {
    const board = this.board;
    if (!board) return;
    // All outlines lie above all grounds, so that each line is seen whole where several cross.
    const rings = (/** @type {string} */ part) => lines.map((squares) => ring(board, squares, this.width, part));
    clear(this.element, ...rings("lit-ground"), ...rings("lit"));
  }
}

/** @param {DrawnLine} line */
function key(line) {
  return `${line.squares.join()} ${line.owner ?? ""}`;
}

/**
 * @param {BoardPicture} board
 * @param {string[]} squares
 * @returns {[[number, number], [number, number]]}
 */
function ends(board, squares) {
  return [centre(board, squares[0]), centre(board, squares[squares.length - 1])];
}

/**
 * @param {BoardPicture} board
 * @param {DrawnLine} line
 * @param {boolean} fresh whether it is drawn for the first time
 */
function stroke(board, line, fresh) {
  const [[x, y], [u, v]] = ends(board, line.squares);
  const colour = line.colour ? colourOf(line.colour).fill : null;
  return svg("path", { d: `M${x} ${y}L${u} ${v}`, pathLength: 1, class: line.pending ? "is-pending" : fresh ? "is-new" : null, stroke: colour });
}

/**
 * A long ring around the squares of a line.
 * @param {BoardPicture} board
 * @param {string[]} squares
 * @param {number} thick
 * @param {string} part its ground, or its outline
 */
function ring(board, squares, thick, part) {
  const [[x, y], [u, v]] = ends(board, squares);
  const length = Math.hypot(u - x, v - y) + thick;
  const turn = (Math.atan2(v - y, u - x) * 180) / Math.PI;
  return svg("rect", {
    class: part,
    width: length,
    height: thick,
    rx: thick / 2,
    x: (x + u - length) / 2,
    y: (y + v - thick) / 2,
    transform: `rotate(${turn} ${(x + u) / 2} ${(y + v) / 2})`,
  });
}
