// How a game ended, in a few words.
// @ts-check

/** @import { TableView } from "../common/types.js" */
/** @import { TableClient } from "./connection/table-client.js" */

/**
 * Who won: said to the viewer, or to all where several people share the device.
 * @param {TableView} view
 * @param {TableClient[]} clients all of this device
 */
export function verdict({ outcome }, clients) {
  return (clients.length === 1 && outcome?.to_you) || outcome?.title || "";
}
