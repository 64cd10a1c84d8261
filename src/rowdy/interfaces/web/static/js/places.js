// What this browser holds at a table: its places, which it gets by links, and the names and nonces it gave there.
// @ts-check
import { post } from "./api.js";
import { newId } from "./line.js";
import { keep, kept, linksKey, myName, remember, remembered, setMyName } from "./prefs.js";

/** @typedef {import("./types.js").About} About */
/** @typedef {import("./types.js").Entered} Entered */
/** @typedef {import("./types.js").TableOpened} TableOpened */

const NAMES = "rowdy-names";
const NONCE_BYTES = 32;

/**
 * The places that this tab plays: that of the link it came by, or else all seats of this browser. A key in the address
 * is exchanged for a cookie and then vanishes from it.
 * @param {string} table
 * @returns {Promise<string[]>}
 */
export async function findPlaces(table) {
  const key = location.hash.slice(1);
  const asked = new URLSearchParams(location.search).get("as");
  const before = ofThisTab(table);
  if (key) {
    /** @type {Entered | null} */
    const entered = await post(`/api/tables/${table}/enter`, { key }).catch((error) => {
      // A new key that never reached the server: then the old one is still good.
      if (error.code === "no-table" && before.length) return null;
      throw error;
    });
    history.replaceState(null, "", location.pathname + location.search);
    if (!entered) return before;
    remember({ table, place: entered.as, game: "", title: "", at: Date.now() });
    return ofThisTab(table, before.includes(entered.as) ? before : [entered.as]);
  }
  if (asked) return ofThisTab(table, [asked]);
  if (before.length) return before;
  const all = remembered()
    .filter((entry) => entry.table === table)
    .map((entry) => entry.place)
    .sort();
  const seats = all.filter((place) => place !== "watch" && place !== "host");
  return ofThisTab(table, seats.length ? seats : all.slice(0, 1));
}

/**
 * A tab goes on with the places it had, whatever other tabs of this browser play.
 * @param {string} table
 * @param {string[]} [places] from now on
 * @returns {string[]}
 */
function ofThisTab(table, places) {
  const key = `rowdy-places-${table}`;
  try {
    if (places?.length) sessionStorage.setItem(key, places.join(" "));
    return places ?? sessionStorage.getItem(key)?.split(" ") ?? [];
  } catch {
    return places ?? [];
  }
}

/**
 * This tab goes on without one of its places.
 * @param {string} table
 * @param {string} place
 */
export function giveUp(table, place) {
  ofThisTab(table, ofThisTab(table).filter((one) => one !== place));
}

/**
 * @param {About} about
 * @param {string} place
 */
export function rememberPlace(about, place) {
  remember({ table: about.table, place, game: about.game, title: about.title, at: Date.now() });
}

/**
 * The links for friends and those who look on, if the table was opened here.
 * @param {string} table
 * @returns {TableOpened | null}
 */
export function linksOf(table) {
  return kept(linksKey(table));
}

// Names

/**
 * The names that were used here last, by whoever sits first, second and so on; empty where there was none.
 * @param {number} count
 * @returns {string[]}
 */
export function knownNames(count) {
  const names = kept(NAMES);
  return Array.from({ length: count }, (_, i) => (i ? String(names?.[i] ?? "") : myName()));
}

/** @param {string[]} names */
export function keepNames(names) {
  setMyName(names[0]);
  keep(NAMES, names);
}

// Nonces

/**
 * This place's own share in the chance of a round; it is kept, so that the deal can be checked afterwards.
 * @param {string} table
 * @param {string} place
 * @param {number} round
 * @returns {string}
 */
export function nonceFor(table, place, round) {
  const key = `rowdy-nonces-${table}`;
  /** @type {Record<string, string>} */
  const nonces = kept(key) ?? {};
  const name = `${place}/${round}`;
  if (!nonces[name]) {
    nonces[name] = newId(NONCE_BYTES);
    keep(key, nonces);
  }
  return nonces[name];
}

/**
 * The nonce that this place gave, if this browser knows it.
 * @param {string} table
 * @param {string} place
 * @param {number} round
 * @returns {string | undefined}
 */
export function nonceGiven(table, place, round) {
  return kept(`rowdy-nonces-${table}`)?.[`${place}/${round}`];
}
