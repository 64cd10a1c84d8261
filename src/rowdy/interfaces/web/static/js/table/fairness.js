// Whether the deal of a round was fair, and how to check that.
// @ts-check
import { el } from "../shared/dom.js";
import { t } from "../shared/words.js";
import { nonceGiven } from "./connection/nonces.js";

/** @import { TableView } from "../shared/types.js" */
/** @import { TableClient } from "./connection/table-client.js" */

/**
 * The part of the end of a round that shows what the deal came from.
 * @param {string} table
 * @param {TableView} view
 * @param {TableClient[]} clients all of this device
 */
export function fairness(table, view, clients) {
  const own = clients
    .filter((one) => one.view?.you !== undefined)
    .map((one) => ({ seat: (one.view?.you ?? 0) + 1, nonce: nonceGiven(table, one.place, view.round) }))
    .filter(({ nonce }) => nonce);
  const check = ["rowdy verify FILE", ...own.map(({ seat, nonce }) => `--nonce ${seat}=${nonce}`)].join(" ");
  const rows = [
    [t("page-fair-commitment"), view.commitment ?? ""],
    [t("page-fair-seed"), view.outcome?.seed ?? ""],
    [t("page-fair-salt"), view.outcome?.salt ?? ""],
    ...view.seats.map((seat) => [t("page-fair-nonce", { name: seat.name }), seat.nonce ?? "–"]),
  ];
  return el(
    "details",
    { class: "fair", data: { testid: "fair" } },
    el("summary", { text: t("page-fair") }),
    el("p", { text: t("page-fair-how") }),
    el("dl", {}, ...rows.flatMap(([name, text]) => [el("dt", { text: name }), el("dd", {}, el("code", { text }))])),
    el("p", { text: t("page-fair-check") }),
    el("code", { class: "command", text: check }),
  );
}
