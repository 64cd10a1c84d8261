// The names that were used in this browser.
// @ts-check
import { myName, setMyName, store, stored } from "../../common/storage.js";

const NAMES = "rowdy-names";

/**
 * The names that were used here last, by the first player at this device, the second and so on; empty where there was
 * none.
 * @param {number} count
 * @returns {string[]}
 */
export function lastNames(count) {
  const names = stored(NAMES);
  return Array.from({ length: count }, (_, i) => (i ? String(names?.[i] ?? "") : myName()));
}

/** @param {string[]} names */
export function storeNames(names) {
  setMyName(names[0]);
  store(NAMES, names);
}
