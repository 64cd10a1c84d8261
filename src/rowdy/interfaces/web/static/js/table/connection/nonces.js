// The nonces of this browser's seats: their own share in the chance of each round, by which the deal can be checked.
// @ts-check
import { store, stored } from "../../shared/storage.js";
import { newId } from "./connection.js";

const NONCE_BYTES = 32;

/**
 * The nonce of a place for a round, made if there is none yet, and stored for checking the deal after the game.
 * @param {string} table
 * @param {string} place
 * @param {number} round
 * @returns {string}
 */
export function nonceFor(table, place, round) {
  const known = nonceGiven(table, place, round);
  if (known) return known;
  const nonce = newId(NONCE_BYTES);
  store(keyOf(table), { ...stored(keyOf(table)), [`${place}/${round}`]: nonce });
  return nonce;
}

/**
 * The nonce that a place gave, if this browser knows it.
 * @param {string} table
 * @param {string} place
 * @param {number} round
 * @returns {string | undefined}
 */
export function nonceGiven(table, place, round) {
  return stored(keyOf(table))?.[`${place}/${round}`];
}

/** @param {string} table */
function keyOf(table) {
  return `rowdy-nonces-${table}`;
}
