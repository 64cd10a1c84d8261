// Puts something small beside a square or a piece: never on it, and never off the screen.
// @ts-check

/** How far from what it belongs to, and from the edge of the screen, in pixels. */
const GAP = 6;
const EDGE = 8;

/** @typedef {{ left: number, top: number }} Corner */

/**
 * Above or below it.
 * @param {HTMLElement} node positioned in the box of its offset parent
 * @param {Element} anchor
 */
export function placeBeside(node, anchor) {
  const { at, size, above } = measure(node, anchor);
  const isBelow = size.height > above;
  const [over, under] = aboveAndBelow(at, size);
  const { left } = put(node, isBelow ? under : over, size);
  node.style.setProperty("--tip", `${at.left + at.width / 2 - left}px`);
  node.classList.toggle("is-below", isBelow);
}

/**
 * On any side of it or of the board: where it covers least of some squares, and then least of all pieces.
 * @param {HTMLElement} node positioned in the box of its offset parent
 * @param {Element} anchor
 * @param {Element} board
 * @param {Element[]} squares which ought to stay in sight
 */
export function placeClear(node, anchor, board, squares) {
  const { at, size } = measure(node, anchor);
  const field = board.getBoundingClientRect();
  const middle = at.top + at.height / 2 - size.height / 2;
  const beside = (/** @type {DOMRect} */ box) => [
    { left: box.right + GAP, top: middle },
    { left: box.left - GAP - size.width, top: middle },
  ];
  const places = [...aboveAndBelow(at, size), ...beside(at), ...beside(field), ...aboveAndBelow(field, size).reverse()];
  const named = [anchor, ...squares].map((square) => square.getBoundingClientRect());
  const pieces = [...board.querySelectorAll("[data-square]:not(.is-empty)")].map((piece) => piece.getBoundingClientRect());
  const covered = places.map((place) => {
    const corner = onScreen(place, size);
    const area = (/** @type {DOMRect[]} */ boxes) => boxes.reduce((sum, box) => sum + overlap(corner, size, box), 0);
    return { place, named: area(named), pieces: area(pieces) };
  });
  covered.sort((one, other) => one.named - other.named || one.pieces - other.pieces);
  put(node, covered[0].place, size);
}

/**
 * How large it is where it may not be higher than the room above or below its anchor.
 * @param {HTMLElement} node
 * @param {Element} anchor
 */
function measure(node, anchor) {
  const at = anchor.getBoundingClientRect();
  const [above, below] = [at.top - GAP - EDGE, document.documentElement.clientHeight - at.bottom - GAP - EDGE];
  node.style.setProperty("max-height", `${Math.max(above, below)}px`);
  return { at, above, size: node.getBoundingClientRect() };
}

/**
 * @param {DOMRect} box
 * @param {DOMRect} size
 * @returns {Corner[]}
 */
function aboveAndBelow(box, size) {
  const left = box.left + box.width / 2 - size.width / 2;
  return [
    { left, top: box.top - GAP - size.height },
    { left, top: box.bottom + GAP },
  ];
}

/**
 * @param {Corner} corner
 * @param {DOMRect} size
 * @returns {Corner}
 */
function onScreen({ left, top }, { width, height }) {
  const { clientWidth, clientHeight } = document.documentElement;
  return {
    left: Math.max(EDGE, Math.min(left, clientWidth - width - EDGE)),
    top: Math.max(EDGE, Math.min(top, clientHeight - height - EDGE)),
  };
}

/**
 * @param {Corner} corner
 * @param {DOMRect} size
 * @param {DOMRect} box
 */
function overlap({ left, top }, { width, height }, box) {
  const across = Math.min(left + width, box.right) - Math.max(left, box.left);
  const down = Math.min(top + height, box.bottom) - Math.max(top, box.top);
  return Math.round(Math.max(0, across) * Math.max(0, down));
}

/**
 * @param {HTMLElement} node
 * @param {Corner} corner
 * @param {DOMRect} size
 */
function put(node, corner, size) {
  const frame = node.offsetParent?.getBoundingClientRect() ?? document.body.getBoundingClientRect();
  const at = onScreen(corner, size);
  node.style.setProperty("left", `${at.left - frame.left}px`);
  node.style.setProperty("top", `${at.top - frame.top}px`);
  return at;
}
