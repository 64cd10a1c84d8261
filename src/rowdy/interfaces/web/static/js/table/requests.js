// What players at this device are asked apart from moves, and warnings that somebody else has their seat open.
// @ts-check
import { clear, el } from "../common/dom.js";
import { lazy } from "../common/lazy.js";
import { formats, t } from "../common/words.js";

/** @import { TableClient } from "./connection/table-client.js" */
/** A question is asked above the board and answered in the bar, so that it moves and covers nothing. */
/** @typedef {{ text: string, answers: HTMLElement[] }} Question */

const newKey = lazy(() => import("./actions/new-key.js"), { words: "table/actions/new-key.js", styles: ["dialogs.css"] });

export class Requests {
  /** Warnings, which stand over the top of the page until they are read. */
  banner = el("section", { class: "request", data: { testid: "request" }, hidden: true });
  #table;
  #clients;
  #speak;
  #key = "";
  /** @type {Question | null} */
  #question = null;
  /** The look through this seat, and the number of its windows, that the player has read of. */
  #known = { look: 0, windows: 1 };

  /**
   * @param {string} table
   * @param {TableClient[]} clients all of this device
   * @param {(text: string) => void} speak
   */
  constructor(table, clients, speak) {
    this.#table = table;
    this.#clients = clients;
    this.#speak = speak;
  }

  /**
   * Shows the warnings, and returns what is asked; the same answers as before while the question is the same.
   * @param {TableClient} client
   * @returns {Question | null}
   */
  show(client) {
    const asked = this.#clients.find((one) => one.can("consent"));
    const key = JSON.stringify([client.place, asked?.place, client.view?.undo, client.can("return")]);
    if (key !== this.#key) {
      this.#key = key;
      this.#question = question(client, asked, this.#clients.length > 1);
      if (asked && this.#question) this.#speak(this.#question.text);
    }
    this.#drawBanner(client);
    return this.#question;
  }

  /** @param {TableClient} client */
  #drawBanner(client) {
    const looked = client.looked === this.#known.look ? 0 : client.looked;
    const windows = client.windows > Math.max(1, this.#known.windows) ? client.windows : 0;
    if (client.windows < this.#known.windows) this.#known.windows = client.windows;
    const key = JSON.stringify([client.place, windows, looked]);
    if (this.banner.dataset.key === key) return;
    this.banner.dataset.key = key;
    clear(this.banner, windows > 0 && this.#windows(client), looked > 0 && this.#look(client));
    this.banner.hidden = !windows && !looked;
  }

  /** @param {TableClient} client */
  #windows(client) {
    const text = t("page-windows", { count: client.windows });
    const lock = button("lock", "button", t("page-lock-seat"), () => void this.#renewKey(client));
    return this.#warning("windows", text, lock, () => (this.#known.windows = client.windows), client);
  }

  /** @param {TableClient} client */
  #look(client) {
    const at = client.looked;
    const time = new Date(at * 1000).toLocaleTimeString(formats, { timeStyle: "short" });
    const known = () => (this.#known.look = at);
    const lock = button("lock-looked", "button", t("page-new-key"), () => {
      known();
      this.#drawBanner(client);
      void this.#renewKey(client);
    });
    return this.#warning("look", t("page-looked", { time }), lock, known, client);
  }

  /**
   * @param {"windows" | "look"} kind
   * @param {string} text
   * @param {HTMLElement} lock
   * @param {() => void} known
   * @param {TableClient} client
   */
  #warning(kind, text, lock, known, client) {
    this.#speak(text);
    const close = button(`${kind}-known`, "button", t("page-close"), () => {
      known();
      this.#drawBanner(client);
    });
    const testid = kind === "look" ? "looked" : kind;
    return el("div", { class: "request-row" }, el("p", { text, data: { testid } }), lock, close);
  }

  /** @param {TableClient} client */
  async #renewKey(client) {
    await (await newKey())?.renewKey(this.#table, client);
  }
}

/**
 * @param {TableClient} client the one that is shown
 * @param {TableClient | undefined} asked the one whose consent is asked for
 * @param {boolean} several whether several people sit here
 * @returns {Question | null}
 */
function question(client, asked, several) {
  const named = (/** @type {TableClient} */ one) => (several && one.name ? `${one.name}: ` : "");
  if (asked) return consent(asked, named(asked));
  if (client.can("return")) return comeBack(client, named(client));
  return client.view?.undo ? { text: t("page-undo-waits"), answers: [] } : null;
}

/**
 * @param {TableClient} client
 * @param {string} named who is asked, where several people sit here
 * @returns {Question}
 */
function consent(client, named) {
  const say = client.view?.undo?.say ?? "";
  /** @param {boolean} yes */
  const answer = (yes) => () => {
    if (!client.connection.waitsFor("consent")) void client.send({ do: "consent", yes });
  };
  return {
    text: named + say,
    answers: [
      button("consent-yes", "button main", t("page-consent-yes"), answer(true)),
      button("consent-no", "button", t("page-consent-no"), answer(false)),
    ],
  };
}

/**
 * @param {TableClient} client
 * @param {string} named
 * @returns {Question}
 */
function comeBack(client, named) {
  const bot = client.view?.seats[client.view.you ?? 0].bot;
  return {
    text: named + (bot ? t("page-bot-for-you", { bot }) : t("page-you-left")),
    answers: [button("return", "button main", t("page-return"), () => void client.send({ do: "return" }))],
  };
}

/**
 * @param {string} testid
 * @param {string} look
 * @param {string} text
 * @param {() => void} click
 */
function button(testid, look, text, click) {
  return el("button", { class: look, type: "button", text, data: { testid }, on: { click } });
}
