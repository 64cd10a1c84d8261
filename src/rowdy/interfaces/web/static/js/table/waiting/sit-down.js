// Sitting down: the players at this device take their seats by name.
// @ts-check
import { el } from "../../shared/dom.js";
import { t } from "../../shared/words.js";
import { nonceFor } from "../connection/nonces.js";
import { ask } from "../dialogs.js";
import { lastNames, storeNames } from "./names.js";

/** @import { TableClient } from "../connection/table-client.js" */

/**
 * Takes open seats, under the names that were used last or that the players are asked for. Somebody alone among bots is
 * not asked, since nobody else would read the name.
 * @param {string} table
 * @param {TableClient[]} clients all of this device
 * @param {TableClient[]} standing those that have not sat down yet
 * @param {string} trouble why their names were refused the last time
 */
export async function sitDown(table, clients, standing, trouble) {
  const names = lastNames(clients.length);
  if (!names[0] && isAlone(clients)) names[0] = t("page-name-default");
  if (clients.length > 1 || !names[0] || trouble) {
    const given = await askNames(clients, standing, names, trouble);
    for (const [client, name] of given) names[clients.indexOf(client)] = name;
    storeNames(names);
  }
  for (const client of standing) {
    const nonce = nonceFor(table, client.place, client.view?.round ?? 1);
    void client.send({ do: "sit", name: names[clients.indexOf(client)], nonce });
  }
}

/**
 * @param {TableClient[]} clients
 * @returns {boolean}
 */
function isAlone([client, ...others]) {
  const { seats = [], you } = client.view ?? {};
  return !others.length && seats.every(({ kind }, seat) => kind === "bot" || seat === you);
}

/**
 * @param {TableClient[]} clients
 * @param {TableClient[]} standing
 * @param {string[]} known
 * @param {string} trouble
 * @returns {Promise<[TableClient, string][]>}
 */
async function askNames(clients, standing, known, trouble) {
  const several = clients.length > 1;
  /** @param {TableClient} client */
  const usual = ({ place }) => (several ? `${t("page-name-default")} ${place}` : t("page-name-default"));
  const inputs = standing.map((client, i) =>
    el("input", {
      class: "input",
      value: known[clients.indexOf(client)] || usual(client),
      maxlength: 20,
      required: true,
      autocomplete: several ? "off" : "nickname",
      data: { testid: `name-${i + 1}` },
    }),
  );
  const labels = standing.map(({ place }, i) => {
    const text = several ? t("page-name-of", { seat: place }) : t("page-name");
    return el("label", { class: "field" }, el("span", { text }), inputs[i]);
  });
  const said = trouble ? el("p", { class: "trouble", role: "alert", text: trouble }) : null;
  const sit = { value: "sit", text: t("page-sit-down"), main: true, testid: "sit" };
  const title = several ? t("page-names-title") : t("page-name-title");
  // If the dialog is closed without an answer, the names in it are taken.
  await ask(title, [said, ...labels], [sit], { testid: "name-dialog", onOpen: () => inputs[0].select() });
  return standing.map((client, i) => [client, inputs[i].value.trim() || usual(client)]);
}
