// Sitting down: the players at this device take their seats by name.
// @ts-check
import { lazy } from "../../common/lazy.js";
import { t } from "../../common/words.js";
import { nonceFor } from "../connection/nonces.js";
import { lastNames, storeNames } from "./names.js";

/** @import { TableClient } from "../connection/table-client.js" */

const nameDialog = lazy(() => import("./name-dialog.js"), { words: "table/waiting/name-dialog.js", styles: ["dialogs.css"] });

/**
 * Takes open seats, under the names that were used last or that the players are asked for. Somebody alone among bots is
 * not asked, since nobody else would read the name.
 * @param {string} table
 * @param {TableClient[]} clients all of this device
 * @param {TableClient[]} standing those that have not sat down yet
 * @param {string} trouble why their names were refused the last time
 * @returns {Promise<boolean>} whether they could be asked
 */
export async function sitDown(table, clients, standing, trouble) {
  const names = lastNames(clients.length);
  if (!names[0] && isAlone(clients)) names[0] = t("page-name-default");
  if (clients.length > 1 || !names[0] || trouble) {
    const given = await (await nameDialog())?.askNames(clients, standing, names, trouble);
    if (!given) return false;
    for (const [client, name] of given) names[clients.indexOf(client)] = name;
    storeNames(names);
  }
  for (const client of standing) {
    const nonce = nonceFor(table, client.place, client.view?.round ?? 1);
    void client.send({ do: "sit", name: names[clients.indexOf(client)], nonce });
  }
  return true;
}

/**
 * @param {TableClient[]} clients
 * @returns {boolean}
 */
function isAlone([client, ...others]) {
  const { seats = [], you } = client.view ?? {};
  return !others.length && seats.every(({ kind }, seat) => kind === "bot" || seat === you);
}
