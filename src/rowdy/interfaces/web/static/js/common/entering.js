// Entering a table, and what every request needs: all that a page asks of the server before it shows anything.
// @ts-check
import { RefusedError, request } from "./transport.js";
import { t } from "./words.js";

/** @import { Sending } from "./transport.js" */
/** @import { CodeShown, Entered, KeyShown } from "./types.js" */

/**
 * Exchanges the key of a link for a cookie.
 * @param {string} table
 * @param {KeyShown} shown
 * @returns {Promise<Entered>}
 */
export async function enterTable(table, shown) {
  return JSON.parse(await request(`/api/tables/${table}/enter`, {}, json(shown)));
}

/**
 * Takes the seat whose code was scanned.
 * @param {string} table
 * @param {CodeShown} shown
 * @returns {Promise<Entered>}
 */
export async function takeSeat(table, shown) {
  return JSON.parse(await request(`/api/tables/${table}/take`, {}, json(shown)));
}

/**
 * @param {object} body
 * @returns {Sending}
 */
export function json(body) {
  return post("application/json", JSON.stringify(body));
}

/**
 * @param {string} type
 * @param {string} body
 * @returns {Sending}
 */
export function post(type, body) {
  return { method: "POST", headers: { "Content-Type": type }, body };
}

/**
 * The words for an error, whatever it is.
 * @param {unknown} error
 * @returns {string}
 */
export function messageOf(error) {
  return error instanceof RefusedError ? error.say : t("page-failed");
}
