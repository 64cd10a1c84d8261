// Whether the deal of a round was fair: what this device can check itself, and how to check the whole deal.
// @ts-check
import { copyButton } from "../common/copy-button.js";
import { el } from "../common/dom.js";
import { sha256 } from "../common/sha256.js";
import { t } from "../common/words.js";
import { dealKept, nonceGiven } from "./connection/nonces.js";

/** @import { OutcomeView, TableView } from "../common/types.js" */
/** @import { TableClient } from "./connection/table-client.js" */

/**
 * What a device can say about a deal. `seal`: whether it is the one committed to before the first step, or since this
 * device has known it, or not. `own`: how many nonces of this device's players are part of it; `missing`: how many are
 * not, though they were given in time; `without`: how many of its players gave none in time.
 * @typedef {{ seal: "kept" | "since" | "broken", own: number, missing: number, without: number }} DealCheck
 */

/** A salt of another form could open a commitment in two ways. */
const SALT = /^[0-9a-f]{64}$/;
const NO_NONCE = "-";

/**
 * The part of the end of a round that says whether the deal was fair, and shows what it came from.
 * @param {string} table
 * @param {TableView} view
 * @param {TableClient[]} clients all of this device
 */
export async function fairness(table, view, clients) {
  const { outcome, round } = view;
  if (!outcome) return null;
  const check = await checkDeal(table, view, outcome, clients);
  const players = clients.filter((one) => one.seated && one.view?.you !== undefined);
  const numbers = players.flatMap((one) => {
    const nonce = nonceGiven(table, one.place, round);
    return nonce ? [`--nonce ${(one.view?.you ?? 0) + 1}=${nonce}`] : [];
  });
  const file = `rowdy-${clients[0].about?.game}-${table}-${round}.rowdy`;
  const command = ["rowdy verify", file, ...numbers].join(" ");
  const input = el("input", { class: "input link", readonly: true, value: command, "aria-label": t("page-fair-check") });
  const rows = [
    [t("page-fair-commitment"), view.commitment ?? ""],
    [t("page-fair-seed"), outcome.seed],
    [t("page-fair-salt"), outcome.salt],
    ...view.seats.map((seat, i) => [t("page-fair-nonce", { name: seat.name }), outcome.nonces?.[i] ?? NO_NONCE]),
  ];
  return el(
    "div",
    { class: "fair", data: { testid: "fair" } },
    ...sayings(check),
    view.practice ? el("p", { text: t("page-fair-practice"), data: { testid: "fair-practice" } }) : null,
    el(
      "details",
      {},
      el("summary", { text: t("page-fair") }),
      el("p", { text: t("page-fair-how") }),
      el("dl", {}, ...rows.flatMap(([name, text]) => [el("dt", { text: name }), el("dd", {}, el("code", { text }))])),
      el("p", { text: t("page-fair-check") }),
      el("div", { class: "link-row" }, input, copyButton(input)),
    ),
  );
}

/**
 * Compares what the server tells of the deal now with what it told first.
 * @param {string} table
 * @param {TableView} view
 * @param {OutcomeView} outcome
 * @param {TableClient[]} clients
 * @returns {Promise<DealCheck>}
 */
async function checkDeal(table, view, { seed, salt, nonces = [] }, clients) {
  const { sealed, seen, nonces: first } = dealKept(table, view.round);
  const opened = SALT.test(salt) ? await sha256(`${salt}:${seed}`) : "";
  const same = opened === (sealed ?? seen) && opened === view.commitment && nonces.join(" ") === first;
  const check = { seal: !same ? "broken" : sealed ? "kept" : "since", own: 0, missing: 0, without: 0 };
  for (const client of clients) {
    const seat = client.seated ? client.view?.you : undefined;
    if (seat === undefined) continue;
    const given = nonceGiven(table, client.place, view.round);
    if (given) check[nonces[seat] === given ? "own" : "missing"]++;
    else if (nonces[seat] === NO_NONCE) check.without++;
  }
  return /** @type {DealCheck} */ (check);
}

/** @param {DealCheck} check */
function sayings({ seal, own, missing, without }) {
  if (seal === "broken" || missing) {
    const wrongs = [seal === "broken" ? t("page-fair-wrong-seal") : "", missing ? t("page-fair-wrong-number") : ""];
    const lines = wrongs.filter(Boolean).map((text) => el("p", { text }));
    return [el("div", { class: "fair-wrong", role: "alert", data: { testid: "fair-wrong" } }, ...lines)];
  }
  const all = own && !without;
  const text = seal === "since" ? t("page-fair-since") : all ? t("page-fair-own") : t("page-fair-sealed");
  return [
    el("p", { class: seal === "kept" ? "fair-right" : "", text, data: { testid: "fair-right" } }),
    without ? el("p", { text: t("page-fair-without", { count: without }) }) : null,
  ];
}
