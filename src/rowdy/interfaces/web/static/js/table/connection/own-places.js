// The places that this browser has at a table, which it gets by links, and the links that it can give to others.
// @ts-check
import { enterTable } from "../../common/entering.js";
import { linksKey, rememberTable, rememberedTables, stored, tablePage } from "../../common/storage.js";
import { RefusedError } from "../../common/transport.js";

/** @import { About, TableOpened, TableView } from "../../common/types.js" */

/**
 * The places that this tab plays: that of the link by which it was opened, or else all seats of this browser. A key in
 * the address is exchanged for a cookie and removed.
 * @param {string} table
 * @returns {Promise<string[]>}
 */
export async function findPlaces(table) {
  const key = location.hash.slice(1);
  const wanted = new URLSearchParams(location.search).get("as");
  const before = placesOfTab(table);
  if (key) {
    const entered = await enterTable(table, { key }).catch((error) => {
      // A new key that never reached the server: then the old one is still good.
      if (error instanceof RefusedError && error.code === "no-table" && before.length) return null;
      throw error;
    });
    history.replaceState(null, "", location.pathname + location.search);
    if (!entered) return before;
    rememberTable({ table, place: entered.as, game: "", title: "", at: Date.now() });
    return placesOfTab(table, before.includes(entered.as) ? before : [entered.as]);
  }
  if (wanted) return placesOfTab(table, [wanted]);
  if (before.length) return before;
  const all = rememberedTables()
    .filter((entry) => entry.table === table)
    .map((entry) => entry.place)
    .sort();
  const seats = all.filter((place) => place !== "watch" && place !== "host");
  return placesOfTab(table, seats.length ? seats : all.slice(0, 1));
}

/**
 * The places of this tab, which it keeps whatever other tabs of this browser play.
 * @param {string} table
 * @param {string[]} [places] from now on
 * @returns {string[]}
 */
function placesOfTab(table, places) {
  const key = `rowdy-places-${table}`;
  try {
    if (places?.length) sessionStorage.setItem(key, places.join(" "));
    return places ?? sessionStorage.getItem(key)?.split(" ") ?? [];
  } catch {
    return places ?? [];
  }
}

/**
 * Takes a place away from this tab, which keeps its others.
 * @param {string} table
 * @param {string} place
 */
export function giveUpPlace(table, place) {
  placesOfTab(table, placesOfTab(table).filter((other) => other !== place));
}

/**
 * @param {About} about
 * @param {string} place
 * @param {TableView | null} view
 */
export function rememberPlace(about, place, view) {
  const names = view?.seats.filter(({ kind }, seat) => seat !== view.you && kind !== "open").map(({ name }) => name);
  const due = view?.picture?.turn;
  const turn = due === undefined || due === null || due === view?.you ? "" : view?.seats[due].name;
  const { table, game, title } = about;
  rememberTable({ table, place, game, title, page: tablePage(), at: Date.now(), names, phase: view?.phase, turn });
}

/**
 * The links for friends and spectators, if the table was opened in this browser; whose lesson it belongs to, and whether
 * the level of its bots was chosen by results.
 * @param {string} table
 * @returns {(TableOpened & { lesson?: string, partner?: boolean }) | null}
 */
export function linksOf(table) {
  return stored(linksKey(table));
}

/**
 * The place that may delete the table, if the table was opened in this browser; else nothing.
 * @param {string} table
 * @returns {string}
 */
export function hostPlace(table) {
  return linksOf(table)?.entered[0]?.as ?? "";
}
