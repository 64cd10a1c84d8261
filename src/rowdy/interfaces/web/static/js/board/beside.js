// Puts something small beside a square or a piece: never on it, and never off the screen.
// @ts-check

/** The distance from its anchor, and from the edge of the screen, in pixels. */
const GAP = 6;
const EDGE = 8;

/** @typedef {{ left: number, top: number }} Corner */

/**
 * Above or below it: where there is room, and fewer pieces are covered.
 * @param {HTMLElement} node positioned in the box of its offset parent
 * @param {Element} anchor
 */
export function placeBeside(node, anchor) {
  const { at, size, above, below } = measure(node, anchor);
  const [over, under] = aboveAndBelow(at, size);
  const pieces = piecesOn(anchor.closest(".board"));
  const better = covered(under, size, pieces) < covered(over, size, pieces);
  const isBelow = size.height > above || (better && size.height <= below);
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
  const pieces = piecesOn(board);
  const choices = places.map((place) => ({
    place,
    named: covered(place, size, named),
    pieces: covered(place, size, pieces),
  }));
  choices.sort((one, other) => one.named - other.named || one.pieces - other.pieces);
  put(node, choices[0].place, size);
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
  return { at, above, below, size: node.getBoundingClientRect() };
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

/** Where pieces lie; those that can be moved count twice. @param {Element | null} board */
function piecesOn(board) {
  const all = (/** @type {string} */ squares) => [...(board?.querySelectorAll(squares) ?? [])];
  return [...all("[data-square]:not(.is-empty)"), ...all(".is-source")].map((piece) => piece.getBoundingClientRect());
}

/**
 * How much of some boxes would be covered from there, in square pixels.
 * @param {Corner} corner
 * @param {DOMRect} size
 * @param {DOMRect[]} boxes
 */
function covered(corner, size, boxes) {
  const { left, top } = onScreen(corner, size);
  const areas = boxes.map((box) => {
    const across = Math.min(left + size.width, box.right) - Math.max(left, box.left);
    const down = Math.min(top + size.height, box.bottom) - Math.max(top, box.top);
    return Math.max(0, across) * Math.max(0, down);
  });
  return Math.round(areas.reduce((sum, area) => sum + area, 0));
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
