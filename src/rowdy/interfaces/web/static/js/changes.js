// What is different between two pictures of a board, so that motion can explain it.
// @ts-check

/** @typedef {import("./types.js").Board} Board */
/** @typedef {import("./types.js").Cell} Cell */
/** @typedef {import("./types.js").Look} Look */

/**
 * `moved`: stones that went elsewhere and show their other side now; `laid`: what is new or on top; `gone`: what was
 * taken away.
 * @typedef {{
 *   moved: { from: string, to: string, was: Look, is: Look }[],
 *   laid: { to: string, is: Look, was: Look | undefined }[],
 *   gone: { from: string, was: Look }[],
 * }} Changes
 */

/** With more changes than these somebody has leafed on or come back: nothing is to be explained then. */
const MOST = 4;

/**
 * @param {Board} before
 * @param {Board} after
 * @returns {Changes}
 */
export function changes(before, after) {
  const old = new Map(before.cells.map((cell) => [cell.square, cell.piece]));
  /** @type {Changes} */
  const found = { moved: [], laid: [], gone: [] };
  for (const { square, piece } of after.cells) {
    const was = old.get(square);
    if (same(was, piece)) continue;
    if (piece && height(piece) >= height(was)) found.laid.push({ to: square, is: piece, was });
    else if (was) found.gone.push({ from: square, was });
  }
  pair(found);
  const many = found.moved.length + found.laid.length + found.gone.length;
  return many > MOST ? { moved: [], laid: [], gone: [] } : found;
}

/**
 * A stone that is gone here and there again with its other side has been flipped.
 * @param {Changes} found
 */
function pair(found) {
  for (const gone of [...found.gone]) {
    const was = gone.was;
    const laid = found.laid.find(
      ({ is, was: under }) =>
        !under && was.type === "stone" && is.type === "stone" && is.owner === was.owner && is.side !== was.side,
    );
    if (!laid) continue;
    found.moved.push({ from: gone.from, to: laid.to, was, is: laid.is });
    found.gone.splice(found.gone.indexOf(gone), 1);
    found.laid.splice(found.laid.indexOf(laid), 1);
  }
}

/** @param {Look | undefined} piece */
function height(piece) {
  return !piece ? 0 : piece.type === "stack" ? piece.height : 1;
}

/**
 * @param {unknown} one
 * @param {unknown} other
 */
export function same(one, other) {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}
