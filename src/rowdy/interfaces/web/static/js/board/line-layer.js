// The layer below the pieces that draws finished lines, and a wall around each row that is enclosed.
// @ts-check
import { colourOf } from "../drawing/templates.js";
import { clear, svg } from "../shared/dom.js";

/** @import { BoardPicture, DrawnLine, Picture } from "../shared/types.js" */

/** The width of a square with its share of the gaps, in units of this drawing. */
const PITCH = 100;

export class LineLayer {
  constructor() {
    /** Below the pieces, so that lines show between them and hide none. */
    this.element = svg("svg", { class: "lines", "aria-hidden": true });
    /** @type {Set<string>} */
    this.known = new Set();
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
    clear(
      this.element,
      ...lines.filter(({ enclosed }) => enclosed).map((line) => wall(board, line)),
      ...lines.map((line) => stroke(board, line, fresh(line))),
    );
    this.known = new Set(lines.map(key));
  }
}

/** @param {DrawnLine} line */
function key(line) {
  return `${line.squares.join()} ${line.owner ?? ""}`;
}

/**
 * The centre of a square.
 * @param {BoardPicture} board
 * @param {string} square
 * @returns {[number, number]}
 */
function centre({ cells, columns }, square) {
  const i = cells.findIndex((cell) => cell.square === square);
  return [((i % columns.length) + 0.5) * PITCH, (Math.floor(i / columns.length) + 0.5) * PITCH];
}

/**
 * @param {BoardPicture} board
 * @param {DrawnLine} line
 * @returns {[[number, number], [number, number]]}
 */
function ends(board, line) {
  return [centre(board, line.squares[0]), centre(board, line.squares[line.squares.length - 1])];
}

/**
 * @param {BoardPicture} board
 * @param {DrawnLine} line
 * @param {boolean} fresh whether it is drawn for the first time
 */
function stroke(board, line, fresh) {
  const [[x, y], [u, v]] = ends(board, line);
  const colour = line.colour ? colourOf(line.colour).fill : null;
  return svg("path", { d: `M${x} ${y}L${u} ${v}`, pathLength: 1, class: fresh ? "is-new" : null, stroke: colour });
}

/**
 * @param {BoardPicture} board
 * @param {DrawnLine} line
 */
function wall(board, line) {
  const [[x, y], [u, v]] = ends(board, line);
  const [length, thick] = [Math.hypot(u - x, v - y) + PITCH * 0.88, PITCH * 0.88];
  const turn = (Math.atan2(v - y, u - x) * 180) / Math.PI;
  return svg("rect", {
    class: "wall",
    width: length,
    height: thick,
    rx: thick / 2,
    x: (x + u - length) / 2,
    y: (y + v - thick) / 2,
    transform: `rotate(${turn} ${(x + u) / 2} ${(y + v) / 2})`,
  });
}
