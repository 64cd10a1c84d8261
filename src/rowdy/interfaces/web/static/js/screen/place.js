// The place of the table's screen, which has no seat: the host's, or a spectator's.
// @ts-check
import { enterTable } from "../common/entering.js";
import { rememberTable, rememberedTables } from "../common/storage.js";
import { linksOf } from "../table/connection/own-places.js";

const PLACES = ["host", "watch"];

/**
 * The place at which this browser looks on, whatever seats it has; empty if there is none. A key in the address is
 * exchanged for a cookie and removed.
 * @param {string} table
 * @returns {Promise<string>}
 */
export async function findScreenPlace(table) {
  const known = rememberedTables().filter((entry) => entry.table === table);
  const place = PLACES.find((one) => known.some((entry) => entry.place === one));
  // Somebody who opened the table and plays at it can have it on this screen, too.
  const key = location.hash.slice(1) || (place ? "" : new URL(linksOf(table)?.watch ?? "about:blank").hash.slice(1));
  if (!key) return place ?? "";
  const entered = await enterTable(table, { key });
  history.replaceState(null, "", location.pathname + location.search);
  if (!PLACES.includes(entered.as)) return place ?? "";
  rememberTable({ table, place: entered.as, game: "", title: "", page: "screen", at: Date.now() });
  return entered.as;
}
