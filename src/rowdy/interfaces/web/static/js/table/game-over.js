// After the game: another round, the record, and whether the deal was fair.
// @ts-check
import { clear, el } from "../shared/dom.js";
import { lazy } from "../shared/lazy.js";
import { address } from "../shared/transport.js";
import { t } from "../shared/words.js";
import { nonceFor } from "./connection/nonces.js";

/** @import { TableView } from "../shared/types.js" */
/** @import { TableClient } from "./connection/table-client.js" */

const fairness = lazy(() => import("./fairness.js"));

export class GameOver {
  root = el("section", { class: "ending", data: { testid: "ending" }, hidden: true });
  #again = el("div", { class: "ending-again" });
  #fairness = el("div", { class: "fairness" });
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
      client.about?.chance ? this.#fairness : null,
    );
    if (client.about?.chance) void this.#drawFairness(view);
  }

  /** @param {TableView} view */
  async #drawFairness(view) {
    const loaded = await fairness();
    const part = await loaded?.fairness(this.#table, view, this.#clients);
    if (this.#round === view.round) clear(this.#fairness, part);
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
