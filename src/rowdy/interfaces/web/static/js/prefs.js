// What this browser remembers: its tables, the name of whoever sits here, sound, and light or dark.
// @ts-check

/** @typedef {"auto" | "light" | "dark"} Theme */

/**
 * A table that was played from here. `place` is what the live connection is asked for, `at` when it was last seen.
 * @typedef {{ table: string, place: string, game: string, title: string, at: number }} Remembered
 */

const TABLES = "rowdy-tables";
const MOST_TABLES = 40;
const YEAR = 365 * 24 * 60 * 60;

/**
 * What lies under a key; nothing if the browser keeps nothing, or what it has cannot be read.
 * @param {string} key
 * @returns {any}
 */
export function kept(key) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null");
  } catch {
    return null;
  }
}

/**
 * Keeps something, or drops it if it is null. Who allows no storage plays without.
 * @param {string} key
 * @param {unknown} value
 */
export function keep(key, value) {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Full or forbidden.
  }
}

// Tables

/**
 * The tables played from here, the latest first; several people at this device have one entry each.
 * @returns {Remembered[]}
 */
export function remembered() {
  const list = kept(TABLES);
  if (!Array.isArray(list)) return [];
  return list.filter((entry) => typeof entry?.table === "string" && typeof entry?.place === "string");
}

/** @param {Remembered} entry */
export function remember(entry) {
  const others = remembered().filter((one) => one.table !== entry.table || one.place !== entry.place);
  keep(TABLES, [entry, ...others].slice(0, MOST_TABLES));
}

/**
 * Drops a table with its links, and gives back a way to have them again.
 * @param {string} table
 * @returns {() => void}
 */
export function forget(table) {
  const entries = remembered().filter((one) => one.table === table);
  const links = kept(linksKey(table));
  keep(TABLES, remembered().filter((one) => one.table !== table));
  keep(linksKey(table), null);
  return () => {
    for (const entry of entries.reverse()) remember(entry);
    keep(linksKey(table), links);
  };
}

/**
 * Where the links of a table that was opened here are kept, for its friends and those who look on.
 * @param {string} table
 */
export function linksKey(table) {
  return `rowdy-links-${table}`;
}

// Whoever sits here

/** The name used last, or nothing. */
export function myName() {
  const name = kept("rowdy-name");
  return typeof name === "string" ? name : "";
}

/** @param {string} name */
export function setMyName(name) {
  keep("rowdy-name", name);
}

/** Whether moves can be heard; off at first. */
export function sound() {
  return kept("rowdy-sound") === true;
}

/** @param {boolean} on */
export function setSound(on) {
  keep("rowdy-sound", on);
}

// Light and dark: in a cookie, as the server draws the page right from the first moment.

/** @returns {Theme} */
export function theme() {
  const now = document.documentElement.dataset.theme;
  return now === "light" || now === "dark" ? now : "auto";
}

/** @param {Theme} theme */
export function setTheme(theme) {
  document.documentElement.dataset.theme = theme;
  document.cookie = `theme=${theme}; Path=/; Max-Age=${YEAR}; SameSite=Lax`;
}

// From one page to the next

const RECORD = "rowdy-record";

/**
 * Leaves a record for the page that shows it.
 * @param {string} text
 */
export function handOverRecord(text) {
  sessionStorage.setItem(RECORD, text);
}

/**
 * The record that another page left; it stays, so that the page can be loaded again.
 * @returns {string | null}
 */
export function handedRecord() {
  return sessionStorage.getItem(RECORD);
}
