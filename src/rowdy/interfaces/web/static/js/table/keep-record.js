// Keeps the record of a game that is over in this browser, where the home page finds it.
// @ts-check
import { keepGame, keptGame } from "../common/kept-games.js";
import { request } from "../common/transport.js";

/** @import { Result } from "../common/kept-games.js" */
/** @import { TableClient } from "./connection/table-client.js" */

/** The games that are being fetched. @type {Set<string>} */
const fetching = new Set();

/**
 * @param {string} table
 * @param {TableClient} client a seat of this device
 * @param {boolean} alone whether nobody else plays at this device
 */
export async function keepRecord(table, client, alone) {
  const { about, view } = client;
  if (!about || !view?.outcome) return;
  const id = `${table}-${view.round}`;
  if (fetching.has(id) || keptGame(id)) return;
  fetching.add(id);
  const names = view.seats.filter((_, seat) => !alone || seat !== view.you).map((seat) => seat.name);
  const query = { as: client.place, round: view.round, tab: client.connection.tab };
  try {
    const record = await request(`/api/tables/${table}/record`, query);
    const { game, title } = about;
    const you = alone ? view.you : undefined;
    keepGame({ id, game, title, names, result: result(view, alone), at: Date.now(), record, you });
  } catch {
    // It is tried again when the table is opened again.
  }
  fetching.delete(id);
}

/**
 * @param {import("../common/types.js").TableView} view
 * @param {boolean} alone
 * @returns {Result}
 */
function result({ outcome, you }, alone) {
  if (!outcome || you === undefined || !alone) return "";
  if (!outcome.winners.length) return "draw";
  return outcome.winners.includes(you) ? "won" : "lost";
}
