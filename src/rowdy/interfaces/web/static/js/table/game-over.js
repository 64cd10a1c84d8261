// After the game: another round, the record, and how to check that the deal was fair.
// @ts-check
import { clear, el } from "../shared/dom.js";
import { address } from "../shared/transport.js";
import { t } from "../shared/words.js";
import { nonceFor, nonceGiven } from "./connection/nonces.js";

/** @import { TableView } from "../shared/types.js" */
/** @import { TableClient } from "./connection/table-client.js" */

export class GameOver {
  root = el("section", { class: "ending", data: { testid: "ending" }, hidden: true });
  #again = el("div", { class: "ending-again" });
  #table;
  #clients;
  #round = 0;

  /**
   * @param {string} table
   * @param {TableClient[]} clients all of this device
   */
  constructor(table, clients) {
    this.#table = table;
    this.#clients = clients;
  }

  /** @param {TableClient} client */
  show(client) {
    const view = client.view;
    this.root.hidden = !view?.outcome;
    if (!view?.outcome) {
      this.#round = 0;
      clear(this.root);
      return;
    }
    if (this.#round !== view.round) {
      this.#round = view.round;
      this.#draw(client, view);
    }
    this.#drawAgain(view);
  }

  /**
   * @param {TableClient} client
   * @param {TableView} view
   */
  #draw(client, view) {
    const query = { table: this.#table, as: client.place, round: view.round };
    const record = address(`/api/tables/${this.#table}/record`, { as: client.place, round: view.round });
    clear(
      this.root,
      this.#again,
      el(
        "p",
        { class: "ending-links" },
        link("step-through", t("page-step-through"), { href: address("/replay", query) }),
        link("download", t("page-end-download"), { href: record, download: "" }),
        link("home", t("page-end-home"), { href: "/" }),
      ),
      client.about?.hidden ? this.#fairness(view) : null,
    );
  }

  /** @param {TableView} view */
  #drawAgain(view) {
    const wants = view.seats.filter((seat) => seat.again).map((seat) => seat.name);
    const asked = this.#clients.filter((client) => client.can("rematch"));
    const button = el("button", {
      class: "button main",
      type: "button",
      text: t("page-rematch"),
      data: { testid: "rematch" },
      on: { click: () => this.#ask() },
    });
    const names = wants.length ? el("p", { text: t("page-wants-rematch", { names: listing(wants) }) }) : null;
    clear(this.#again, asked.length ? button : null, names);
  }

  /** Asks for another round for all players at this device. */
  #ask() {
    for (const client of this.#clients) {
      if (!client.can("rematch") || client.connection.waitsFor("rematch") || !client.view) continue;
      void client.send({ do: "rematch", nonce: nonceFor(this.#table, client.place, client.view.round + 1) });
    }
  }

  /** @param {TableView} view */
  #fairness(view) {
    const own = this.#clients
      .filter((one) => one.view?.you !== undefined)
      .map((one) => ({ seat: (one.view?.you ?? 0) + 1, nonce: nonceGiven(this.#table, one.place, view.round) }))
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
}

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

/**
 * @param {string} testid
 * @param {string} text
 * @param {{ href: string, download?: string }} where
 */
function link(testid, text, where) {
  return el("a", { class: "button", text, data: { testid }, ...where });
}

/** @param {string[]} names */
function listing(names) {
  return new Intl.ListFormat(document.documentElement.lang).format(names);
}
