// How a game ended, in a word.
// @ts-check
import { t } from "../shared/words.js";

/** @import { TableView } from "../shared/types.js" */
/** @import { TableClient } from "./connection/table-client.js" */

/**
 * How the game ended for the viewer; empty where several people share the device.
 * @param {TableView} view
 * @param {TableClient[]} clients all of this device
 */
export function verdict({ outcome, you }, clients) {
  if (!outcome || you === undefined || clients.length > 1) return "";
  if (!outcome.winners.length) return t("page-end-draw");
  return outcome.winners.includes(you) ? t("page-end-won") : t("page-end-lost");
}
