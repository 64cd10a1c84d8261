// What this device's player has done with puzzles; the file is that of `rowdy puzzle --export`.
// @ts-check
import { store, stored } from "../common/storage.js";
import { NEWCOMER, rate } from "./glicko.js";

/** @import { Rating } from "./glicko.js" */
/**
 * `days`: those in a row on which the puzzle of the day was solved, the last as the calendar has it.
 * @typedef {{
 *   "rowdy-puzzles": 1, rating: Rating, tries: number, solved: number,
 *   days: { last: string | null, count: number, best: number }, seen: string[],
 * }} Progress
 */

const KEY = "rowdy-puzzles";
const PUZZLE_DEVIATION = 90;
const PUZZLE_VOLATILITY = 0.06;
const MAX_SEEN = 6_000;
const DAY_MS = 24 * 60 * 60 * 1000;
const DATE = /^\d{4}-\d\d-\d\d$/;

/** @returns {Progress} */
export function progress() {
  return read(stored(KEY)) ?? { "rowdy-puzzles": 1, rating: NEWCOMER, tries: 0, solved: 0, days: { last: null, count: 0, best: 0 }, seen: [] };
}

/** @param {Progress} value */
export function keep(value) {
  store(KEY, value);
}

/**
 * The progress in a value; null if it is none.
 * @param {any} value
 * @returns {Progress | null}
 */
export function read(value) {
  const count = (/** @type {unknown} */ one) => Number.isInteger(one) && Number(one) >= 0;
  if (value?.["rowdy-puzzles"] !== 1 || !Array.isArray(value.rating) || !Array.isArray(value.seen)) return null;
  const { rating, tries, solved, days, seen } = value;
  const [level, deviation, volatility] = rating;
  const rated = level >= 100 && level <= 4000 && deviation > 0 && deviation <= 350 && volatility > 0 && volatility < 1;
  const last = days?.last ?? null;
  if (!rated || rating.length !== 3 || ![tries, solved, days?.count, days?.best].every(count)) return null;
  if (last !== null && !(typeof last === "string" && DATE.test(last))) return null;
  return { "rowdy-puzzles": 1, rating: [level, deviation, volatility], tries, solved, days: { last, count: days.count, best: days.best }, seen: seen.map(String).slice(-MAX_SEEN) };
}

/** Today by the calendar of this device. */
export function today() {
  const now = new Date();
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

/**
 * How many days in a row it is on this day; none once a day was missed.
 * @param {Progress} value
 * @param {string} day
 */
export function streak({ days }, day) {
  return days.last !== null && Date.parse(day) - Date.parse(days.last) <= DAY_MS ? days.count : 0;
}

/**
 * After a puzzle whose first try was right, or was not; it counts once, and without a rating after a hint.
 * @param {Progress} value
 * @param {{ id: string, rating: number }} puzzle
 * @param {boolean} solved
 * @param {boolean} rated
 * @returns {Progress}
 */
export function finished(value, { id, rating }, solved, rated) {
  if (value.seen.includes(id)) return value;
  const after = rated ? rate(value.rating, [{ opponent: [rating, PUZZLE_DEVIATION, PUZZLE_VOLATILITY], score: Number(solved) }]) : value.rating;
  const seen = [...value.seen, id].slice(-MAX_SEEN);
  return { ...value, rating: after, tries: value.tries + 1, solved: value.solved + Number(solved), seen };
}

/**
 * After the puzzle of a day was solved.
 * @param {Progress} value
 * @param {string} day
 * @returns {Progress}
 */
export function solvedDaily(value, day) {
  const { last, best } = value.days;
  if (last !== null && last >= day) return value;
  const count = streak(value, day) + 1;
  return { ...value, days: { last: day, count, best: Math.max(best, count) } };
}
