// The question for the names of the players at this device.
// @ts-check
import { el } from "../../common/dom.js";
import { t } from "../../common/words.js";
import { ask } from "../dialogs.js";

/** @import { TableClient } from "../connection/table-client.js" */

/**
 * Asks for the names of those who are to sit down.
 * @param {TableClient[]} clients
 * @param {TableClient[]} standing
 * @param {string[]} known
 * @param {string} trouble
 * @returns {Promise<[TableClient, string][]>}
 */
export async function askNames(clients, standing, known, trouble) {
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
