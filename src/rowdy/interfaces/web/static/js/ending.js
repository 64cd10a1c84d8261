// After the game: who won and why, another round, and whether the deal was fair.
// @ts-check
import { address } from "./api.js";
import { clear, el } from "./dom.js";
import { nonceFor, nonceGiven } from "./places.js";
import { t } from "./words.js";

/** @typedef {import("./place.js").Place} Place */
/** @typedef {import("./types.js").TableView} TableView */

export class Ending {
  root = el("section", { class: "ending", data: { testid: "ending" }, hidden: true });
  #again = el("div", { class: "ending-again" });
  #table;
  #places;
  #round = 0;

  /**
   * @param {string} table
   * @param {Place[]} places all of this device
   */
  constructor(table, places) {
    this.#table = table;
    this.#places = places;
  }

  /** @param {Place} place */
  show(place) {
    const view = place.view;
    this.root.hidden = !view?.outcome;
    if (!view?.outcome) {
      this.#round = 0;
      clear(this.root);
      return;
    }
    if (this.#round !== view.round) {
      this.#round = view.round;
      this.#draw(place, view);
    }
    this.#drawAgain(view);
  }

  /**
   * @param {Place} place
   * @param {TableView} view
   */
  #draw(place, view) {
    const query = { table: this.#table, as: place.name, round: view.round };
    const record = address(`/api/tables/${this.#table}/record`, { as: place.name, round: view.round });
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
      place.about?.hidden ? this.#fairness(view) : null,
    );
  }

  /** @param {TableView} view */
  #drawAgain(view) {
    const wants = view.seats.filter((seat) => seat.again).map((seat) => seat.name);
    const asked = this.#places.filter((place) => place.can("rematch"));
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

  /** Those at one device say it together. */
  #ask() {
    for (const place of this.#places) {
      if (!place.can("rematch") || place.line.waitsFor("rematch") || !place.view) continue;
      void place.send({ do: "rematch", nonce: nonceFor(this.#table, place.name, place.view.round + 1) });
    }
  }

  /** @param {TableView} view */
  #fairness(view) {
    const own = this.#places
      .filter((one) => one.view?.you !== undefined)
      .map((one) => ({ seat: (one.view?.you ?? 0) + 1, nonce: nonceGiven(this.#table, one.name, view.round) }))
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
 * How it ended for whoever looks; said to one person, so nothing where several share the device.
 * @param {TableView} view
 * @param {Place[]} places all of this device
 */
export function verdict({ outcome, you }, places) {
  if (!outcome || you === undefined || places.length > 1) return "";
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
