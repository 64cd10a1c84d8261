// Finished lines: each links its pieces; an enclosed row has a wall around it.
// @ts-check
import { clear, svg } from "./dom.js";
import { colourOf } from "./shapes.js";

/** @typedef {import("./types.js").Picture} Picture */
/** @typedef {import("./types.js").Line} Line */
/** @typedef {import("./types.js").Board} Board */

/** A square is so wide here, with its share of the gaps. */
const PITCH = 100;

export class Lines {
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
    const fresh = (/** @type {Line} */ line) => (animate && !this.known.has(key(line)) ? "is-new" : "");
    clear(
      this.element,
      ...lines.filter(({ enclosed }) => enclosed).map((line) => wall(board, line)),
      ...lines.map((line) => stroke(board, line, colour(picture, line), fresh(line))),
    );
    this.known = new Set(lines.map(key));
  }
}

/** @param {Line} line */
function key(line) {
  return `${line.squares.join()} ${line.owner ?? ""}`;
}

/**
 * @param {Board} board
 * @param {string} square
 * @returns {[number, number]}
 */
function middle(board, square) {
  return [(board.columns.indexOf(square[0]) + 0.5) * PITCH, (board.rows.indexOf(square.slice(1)) + 0.5) * PITCH];
}

/**
 * @param {Board} board
 * @param {Line} line
 * @returns {[[number, number], [number, number]]}
 */
function ends(board, line) {
  return [middle(board, line.squares[0]), middle(board, line.squares[line.squares.length - 1])];
}

/**
 * @param {Board} board
 * @param {Line} line
 * @param {string} colour
 * @param {string} fresh
 */
function stroke(board, line, colour, fresh) {
  const [[x, y], [u, v]] = ends(board, line);
  return svg("path", { d: `M${x} ${y}L${u} ${v}`, pathLength: 1, class: fresh || null, stroke: colour || null });
}

/**
 * @param {Board} board
 * @param {Line} line
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

/**
 * The colour of whoever made the line, or the one that its tiles share.
 * @param {Picture} picture
 * @param {Line} line
 */
function colour(picture, line) {
  const seat = line.owner === undefined ? undefined : picture.seats[line.owner];
  if (seat?.type === "djeco") return colourOf(seat.colour).fill;
  const shared = line.features?.find((feature) => ["red", "blue", "green", "yellow"].includes(feature));
  return shared ? colourOf(shared).fill : "";
}
