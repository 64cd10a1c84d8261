// The difference between two pictures of a board, so that an animation can show it.
// @ts-check
import { isEqual } from "../common/equal.js";

/** @import { BoardPicture, Look } from "../common/types.js" */

/**
 * `moved`: pieces that went elsewhere, a stone then showing its other side; `laid`: pieces that are new, or new on top
 * of a stack; `gone`: pieces that were taken away.
 * @typedef {{
 *   moved: { from: string, to: string, was: Look, is: Look }[],
 *   laid: { to: string, is: Look, was: Look | undefined }[],
 *   gone: { from: string, was: Look }[],
 * }} Changes
 */

/** The most changes that a move makes; with more, the viewer has skipped steps or come back, and nothing is animated. */
const MAX_CHANGES = 4;

/**
 * @param {BoardPicture} before
 * @param {BoardPicture} after
 * @returns {Changes}
 */
export function difference(before, after) {
  const old = new Map(before.cells.map((cell) => [cell.square, cell.piece]));
  /** @type {Changes} */
  const found = { moved: [], laid: [], gone: [] };
  for (const { square, piece } of after.cells) {
    const was = old.get(square);
    if (isEqual(was, piece)) continue;
    if (piece && height(piece) >= height(was)) found.laid.push({ to: square, is: piece, was });
    else if (was) found.gone.push({ from: square, was });
  }
  pair(found);
  const many = found.moved.length + found.laid.length + found.gone.length;
  return many > MAX_CHANGES ? { moved: [], laid: [], gone: [] } : found;
}

/**
 * Finds the pieces that moved: a stone that is gone in one place and laid in another with its other side up was
 * flipped, and an equal sign was moved.
 * @param {Changes} found
 */
function pair(found) {
  for (const gone of [...found.gone]) {
    const was = gone.was;
    const laid = found.laid.find(({ is, was: under }) =>
      was.type === "stone" && is.type === "stone"
        ? !under && is.owner === was.owner && is.side !== was.side
        : is.type === "sign" && isEqual(is, was),
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
