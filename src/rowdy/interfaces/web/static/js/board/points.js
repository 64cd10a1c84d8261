// Points of drawings that lie over the board.
// @ts-check

/** @import { BoardPicture } from "../common/types.js" */

/** The distance between the centres of neighbouring squares, in units of such a drawing. */
export const PITCH = 100;

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
