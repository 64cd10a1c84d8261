// The trail of what others did since one's own last move: where each piece came from, and in which order.
// @ts-check
import { clear, el, svg } from "../common/dom.js";
import { t } from "../common/words.js";
import { PITCH, centre } from "./line-layer.js";

/** @import { BoardPicture, Trail } from "../common/types.js" */
/** @import { Box } from "./animation.js" */
/** @import { Grid } from "./grid.js" */

/** How far from the middle of its square an arrow ends, so that it hides no piece. */
const SHORT_OF = 34;
/** How large the number on a square is at most, in units of the drawing and on the screen. */
const MAX_RADIUS = 14;
const MAX_RADIUS_PX = 14;
/** The arm of an arrow's head. */
const HEAD = 15;

/**
 * Draws the trail over a board, and marks where its pieces came from.
 * @param {HTMLElement} desk all that is seen of the table
 * @param {Grid} grid of the board
 * @param {BoardPicture} board
 * @param {Trail[]} trail
 */
export function drawTrail(desk, { lattice, before, element }, board, trail) {
  const size = `0 0 ${board.columns.length * PITCH} ${board.rows.length * PITCH}`;
  const layer = lattice.querySelector(".trail") ?? lattice.appendChild(svg("svg", { class: "trail", "aria-hidden": true }));
  layer.setAttribute("viewBox", size);
  const many = trail.length > 1;
  const radius = Math.min(MAX_RADIUS, (MAX_RADIUS_PX * PITCH * board.columns.length) / (lattice.clientWidth || 1));
  clear(
    layer,
    ...trail.flatMap(({ origin, squares }) => (isSquare(board, origin) ? [arrow(board, origin ?? "", squares[0])] : [])),
    ...trail.flatMap(({ squares }, i) => squares.slice(0, many ? 1 : 0).map((square) => number(board, square, i + 1, radius))),
  );
  markOrigins(desk, board, trail);
  if (before && element.dataset.kind !== "plain" && closesIn(before, board)) tellLimit(element);
  else if (!trail.length) element.querySelector(".board-limit")?.remove();
}

/**
 * Whether a board of XOXO or Djeco has fewer squares than before, because the field cannot reach them any more.
 * @param {BoardPicture} before
 * @param {BoardPicture} after
 */
function closesIn(before, after) {
  const left = new Set(after.cells.map(({ square }) => square));
  const taken = before.cells.filter(({ piece }) => piece);
  return taken.length > 0 && left.size < before.cells.length && taken.every(({ square }) => left.has(square));
}

/** Says above the squares why others are gone. @param {HTMLElement} board */
function tellLimit(board) {
  if (board.querySelector(".board-limit")) return;
  board.append(el("p", { class: "board-limit", data: { testid: "board-limit" }, text: t("page-board-limit") }));
}

/**
 * Marks piles with the numbers of the pieces that came from them, and seats whose pieces could be mistaken.
 * @param {HTMLElement} desk
 * @param {BoardPicture} board
 * @param {Trail[]} trail
 */
function markOrigins(desk, board, trail) {
  for (const old of desk.querySelectorAll(".trail-from")) old.remove();
  const several = new Set(trail.map(({ seat }) => seat)).size > 1;
  /** @type {Map<Element, number[]>} */
  const found = new Map();
  trail.forEach((one, i) => {
    const host = isSquare(board, one.origin) || !(one.origin || several) ? null : originOf(desk, one);
    if (host) found.set(host, [...(found.get(host) ?? []), i + 1]);
  });
  for (const [host, numbers] of found) {
    const text = trail.length > 1 ? numbers.join(", ") : "";
    host.append(el("span", { class: "trail-from", "aria-hidden": true, title: t("page-trail-from"), text }));
  }
}

/**
 * Where a piece came from that was on no square: a pile, or what a seat shows.
 * @param {HTMLElement} desk
 * @param {Trail} trail
 * @returns {Element | null}
 */
function originOf(desk, { seat, origin }) {
  const strip = `[data-seat="${seat}"]`;
  if (origin === "draw") return desk.querySelector(".pieces [data-piece=draw], .pieces > :not(button)");
  return desk.querySelector(`${strip} .seat-pile`) ?? desk.querySelector(strip);
}

/**
 * Where a piece came from, as a square on the screen; null if that cannot be seen.
 * @param {HTMLElement} desk
 * @param {Trail} trail
 * @returns {Box | null}
 */
export function originBox(desk, trail) {
  const box = originOf(desk, trail)?.getBoundingClientRect();
  if (!box?.width) return null;
  const side = Math.min(box.width, box.height);
  return { left: box.left, top: box.top + (box.height - side) / 2, width: side, height: side };
}

/**
 * @param {BoardPicture} board
 * @param {string | undefined} name
 */
function isSquare({ cells }, name) {
  return cells.some(({ square }) => square === name);
}

/**
 * @param {BoardPicture} board
 * @param {string} from
 * @param {string} to
 */
function arrow(board, from, to) {
  const [[x, y], [u, v]] = [centre(board, from), centre(board, to)];
  const length = Math.hypot(u - x, v - y) || 1;
  const [dx, dy] = [(u - x) / length, (v - y) / length];
  const [a, b] = [u - dx * SHORT_OF, v - dy * SHORT_OF];
  // A piece that was put there since is not where the arrow begins.
  const taken = board.cells.some(({ square, piece }) => square === from && piece);
  const [c, d] = taken ? [x + dx * SHORT_OF, y + dy * SHORT_OF] : [x, y];
  const arm = (/** @type {number} */ side) => `M${a} ${b}l${(-dx - dy * side) * HEAD} ${(-dy + dx * side) * HEAD}`;
  return svg(
    "g",
    { class: "trail-arrow" },
    ...(taken ? [] : [svg("circle", { cx: x, cy: y, r: 7 })]),
    svg("path", { class: "trail-dots", d: `M${c} ${d}L${a} ${b}` }),
    svg("path", { d: `${arm(1)}${arm(-1)}` }),
  );
}

/**
 * @param {BoardPicture} board
 * @param {string} square
 * @param {number} nth
 * @param {number} radius
 */
function number(board, square, nth, radius) {
  const [x, y] = centre(board, square);
  const [cx, cy] = [x - 48 + radius, y - 48 + radius];
  const place = { x: cx, y: cy, "font-size": radius * 1.4, "text-anchor": "middle", "dominant-baseline": "central" };
  const text = svg("text", place);
  text.textContent = String(nth);
  return svg("g", { class: "trail-number" }, svg("circle", { cx, cy, r: radius, "stroke-width": radius / 5 }), text);
}
