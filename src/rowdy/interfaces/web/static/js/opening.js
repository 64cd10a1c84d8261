// Opens a table and goes there.
// @ts-check
import { post } from "./api.js";
import { keep, linksKey, remember } from "./prefs.js";

/** @typedef {import("./types.js").TableWanted} TableWanted */
/** @typedef {import("./types.js").TableOpened} TableOpened */

/**
 * Remembers the table and its links before it goes there, so that they are known on its page.
 * @param {TableWanted} wanted
 * @param {string} title the game in words
 */
export async function openTable(wanted, title) {
  /** @type {TableOpened} */
  const opened = await post("/api/tables", wanted);
  const entered = [...opened.entered].reverse();
  for (const { as } of entered) remember({ table: opened.table, place: as, game: wanted.game, title, at: Date.now() });
  // Its own seats have cookies that no script can read: their keys are not left where one could.
  const seats = opened.seats.map((seat) => (seat.who === "me" ? { who: seat.who } : seat));
  keep(linksKey(opened.table), { ...opened, seats });
  location.assign(`/table/${opened.table}`);
}
