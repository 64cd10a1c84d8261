// What this browser stores: its tables, the player's name, sound, and light or dark.
// @ts-check
import { root } from "./root.js";

/** @typedef {"auto" | "light" | "dark"} Theme */
/** The page on which a table is shown. @typedef {"table" | "screen" | "hand"} TablePage */

/**
 * A table that was played in this browser. `place` is a seat's number from 1, `watch` or `host`; `at` is when the table
 * was last seen, as of Date.now(), and the rest how it was then: `names` are those of the others, and `turn` is the name
 * of who was to move, empty for the player.
 * @typedef {{
 *   table: string, place: string, game: string, title: string, at: number,
 *   page?: TablePage, names?: string[], phase?: string, turn?: string,
 * }} TableEntry
 */

const TABLES = "rowdy-tables";
const MAX_TABLES = 40;
const YEAR_SECONDS = 365 * 24 * 60 * 60;

/**
 * The value stored under a key; null if there is none, or none that can be read.
 * @param {string} key
 * @returns {any}
 */
export function stored(key) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null");
  } catch {
    return null;
  }
}

/**
 * Stores a value, or removes it if it is null. Everything works without storage, too, if the browser allows none.
 * @param {string} key
 * @param {unknown} value
 */
export function store(key, value) {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Full or forbidden.
  }
}

// Tables

/**
 * The tables played in this browser, the latest first; several people at this device have one entry each.
 * @returns {TableEntry[]}
 */
export function rememberedTables() {
  const list = stored(TABLES);
  if (!Array.isArray(list)) return [];
  return list.filter((entry) => typeof entry?.table === "string" && typeof entry?.place === "string");
}

/** @param {TableEntry} entry */
export function rememberTable(entry) {
  const others = rememberedTables().filter((other) => other.table !== entry.table || other.place !== entry.place);
  store(TABLES, [entry, ...others].slice(0, MAX_TABLES));
}

/**
 * Removes a table with its links and nonces, and returns a function that puts them back.
 * @param {string} table
 * @returns {() => void}
 */
export function forgetTable(table) {
  const entries = rememberedTables().filter((entry) => entry.table === table);
  const keys = [linksKey(table), noncesKey(table)];
  const values = keys.map(stored);
  store(TABLES, rememberedTables().filter((entry) => entry.table !== table));
  for (const key of keys) store(key, null);
  return () => {
    for (const entry of entries.reverse()) rememberTable(entry);
    keys.forEach((key, i) => store(key, values[i]));
  };
}

/**
 * The page on which a table is shown here.
 * @returns {TablePage}
 */
export function tablePage() {
  const [, page] = location.pathname.slice(root.length).split("/");
  return page === "screen" || page === "hand" ? page : "table";
}

/**
 * The key under which the links of a table that was opened here are stored.
 * @param {string} table
 */
export function linksKey(table) {
  return `rowdy-links-${table}`;
}

/**
 * The key under which the nonces of this browser's seats are stored, with what else the deals are checked by.
 * @param {string} table
 */
export function noncesKey(table) {
  return `rowdy-nonces-${table}`;
}

// Preferences

/** The name that the player used last, or nothing. */
export function myName() {
  const name = stored("rowdy-name");
  return typeof name === "string" ? name : "";
}

/** @param {string} name */
export function setMyName(name) {
  store("rowdy-name", name);
}

/** Whether sounds are played; off by default. */
export function soundOn() {
  return stored("rowdy-sound") === true;
}

/** @param {boolean} on */
export function setSound(on) {
  store("rowdy-sound", on);
}

/** Whether squares are read out with no more than what lies there. */
export function shortWording() {
  return stored("rowdy-short-wording") === true;
}

/** @param {boolean} short */
export function setShortWording(short) {
  store("rowdy-short-wording", short);
}

/** How fast moves of others are shown: `step` waits for a click after each, `none` shows them as they come. */
const SPEEDS = /** @type {const} */ (["slow", "normal", "fast", "step", "none"]);
/** @typedef {typeof SPEEDS[number]} Speed */

/** @returns {Speed} */
export function speed() {
  return SPEEDS.find((one) => one === stored("rowdy-speed")) ?? "normal";
}

/**
 * How long something is shown that goes away by itself: three times as long for those who see moves of others slowly, ten
 * times for those who go step by step.
 * @param {number} ms how long it is shown otherwise
 */
export function readingTime(ms) {
  const now = speed();
  return now === "step" ? 10 * ms : now === "slow" ? 3 * ms : ms;
}

/** @param {string} speed */
export function setSpeed(speed) {
  store("rowdy-speed", speed);
}

// Light and dark are in a cookie, so that the page comes from the server in the right colours.

/** @returns {Theme} */
export function theme() {
  const now = document.documentElement.dataset.theme;
  return now === "light" || now === "dark" ? now : "auto";
}

/** @param {Theme} theme */
export function setTheme(theme) {
  document.documentElement.dataset.theme = theme;
  document.cookie = `theme=${theme}; Path=${root}/; Max-Age=${YEAR_SECONDS}; SameSite=Lax`;
}

// From one page to the next

const RECORD = "rowdy-record";

/**
 * Leaves a record for the replay page.
 * @param {string} text
 */
export function handOverRecord(text) {
  sessionStorage.setItem(RECORD, text);
}

/**
 * The record that another page left; it is not removed, so that the replay page can be reloaded.
 * @returns {string | null}
 */
export function handedRecord() {
  return sessionStorage.getItem(RECORD);
}
