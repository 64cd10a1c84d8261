// The requests of this page.
// @ts-check
import { json } from "../common/entering.js";
import { request } from "../common/transport.js";

/** @import { PuzzleAnswer, PuzzleHint, PuzzleLine, PuzzleTried, PuzzleView, PuzzleWanted } from "../common/types.js" */

/**
 * @param {PuzzleWanted} wanted
 * @returns {Promise<PuzzleView>}
 */
export async function getPuzzle(wanted) {
  return JSON.parse(await request("/api/puzzles", {}, json(wanted)));
}

/**
 * @param {string} id
 * @param {PuzzleTried} tried
 * @returns {Promise<PuzzleAnswer>}
 */
export async function tryPuzzle(id, tried) {
  return JSON.parse(await request(`/api/puzzles/${id}`, {}, json(tried)));
}

/**
 * Why a wrong try fails.
 * @param {string} id
 * @param {PuzzleTried} tried
 * @returns {Promise<PuzzleLine>}
 */
export async function getRefutation(id, tried) {
  return JSON.parse(await request(`/api/puzzles/${id}/refutation`, {}, json(tried)));
}

/**
 * @param {string} id
 * @returns {Promise<PuzzleHint>}
 */
export async function getHint(id) {
  return JSON.parse(await request(`/api/puzzles/${id}/hint`, {}, json({})));
}

/**
 * @param {string} id
 * @returns {Promise<PuzzleLine>}
 */
export async function getSolution(id) {
  return JSON.parse(await request(`/api/puzzles/${id}/solution`, {}, json({})));
}
