// Opens a table and goes there; leads back to one.
// @ts-check
import { openTable } from "./api.js";
import { byId } from "./dom.js";
import { root } from "./root.js";
import { linksKey, rememberedTables, rememberTable, store } from "./storage.js";
import { t } from "./words.js";

/** @import { TablePage } from "./storage.js" */
/** @import { TableWanted } from "./types.js" */

/**
 * Remembers the table and its links first, so that its page knows them.
 * @param {TableWanted} wanted
 * @param {string} title the name of the game
 * @param {{ lesson?: string, partner?: boolean, page?: TablePage }} [more] the game whose lesson the table belongs to, whether
 *   the level of its bots was chosen by results, and the page that shows it
 */
export async function goToNewTable(wanted, title, { page = "table", ...more } = {}) {
  const opened = await openTable(wanted);
  const { table } = opened;
  for (const { as } of [...opened.entered].reverse()) {
    rememberTable({ table, place: as, game: wanted.game, title, page, at: Date.now() });
  }
  // The keys of this browser's own seats are in cookies, out of reach of scripts, and so are not stored here.
  const seats = opened.seats.map((seat) => (seat.who === "me" ? { who: seat.who } : seat));
  store(linksKey(table), { ...opened, seats, ...more });
  location.assign(`${root}/${page}/${table}`);
}

/**
 * Makes the link that leaves a page lead back to the table from which the page was opened.
 * @param {string} table
 */
export function leadBackTo(table) {
  const link = byId("leave", HTMLAnchorElement);
  const page = rememberedTables().find((entry) => entry.table === table)?.page ?? "table";
  link.href = `${root}/${page}/${encodeURIComponent(table)}`;
  link.ariaLabel = link.title = t("page-back-to-game");
}
