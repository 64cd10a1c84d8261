// Before the game: who has sat down, links for friends, and bots for seats that stay open.
// @ts-check
import { clear, el } from "../../common/dom.js";
import { lazy } from "../../common/lazy.js";
import { t } from "../../common/words.js";
import { linksOf } from "../connection/own-places.js";

/** @import { About, SeatView } from "../../common/types.js" */
/** @import { TableClient } from "../connection/table-client.js" */

const invitations = lazy(() => import("./invitation.js"), { words: "table/waiting/invitation.js" });
const rulesPanel = lazy(() => import("../../rules/panel.js"), { words: "rules/panel.js" });

export class WaitingRoom {
  root = el("section", { class: "waiting", data: { testid: "waiting" } });
  #table;
  #shown = "";

  /** @param {string} table */
  constructor(table) {
    this.#table = table;
  }

  /**
   * @param {TableClient} client
   * @param {boolean} visible
   */
  show(client, visible) {
    this.root.hidden = !visible;
    const view = client.view;
    // It is redrawn only if it has changed, so that a QR code stays while somebody scans it.
    const now = visible && view ? JSON.stringify([view.seats, view.can, client.here]) : "";
    if (now === this.#shown) return;
    this.#shown = now;
    clear(this.root);
    if (!visible || !view) return;
    const list = el("ul", { class: "waiting-seats" });
    view.seats.forEach((who, seat) => list.append(this.#seat(client, who, seat)));
    const taken = view.seats.filter((who) => who.kind !== "open").length;
    const filling = t("page-waiting-filled", { count: taken, seats: view.seats.length });
    this.root.append(el("p", { class: "waiting-filled", text: filling }), list);
    if (client.about) this.root.append(meanwhile(client.about));
    const links = linksOf(this.#table);
    if (!links) return;
    if (view.you === undefined) {
      const friends = links.seats.filter((one) => one.who === "friend" && one.link);
      const named = friends.map((one, i) => invitation(t("page-link-friend", { number: i + 1 }), one.link ?? ""));
      this.root.append(...named);
    }
    this.root.append(invitation(t("page-link-watch"), links.watch, { folded: true }));
  }

  /**
   * @param {TableClient} client
   * @param {SeatView} who
   * @param {number} seat
   */
  #seat(client, who, seat) {
    const own = seat === client.view?.you;
    const open = who.kind === "open" && !own;
    const here = who.kind === "bot" || client.here?.here[seat];
    const state = own ? "" : open ? t("page-seat-open") : here ? t("page-seat-here") : t("page-seat-away");
    const link = open ? this.#link(client, who) : "";
    const bot = el("button", {
      class: "button small",
      type: "button",
      text: t("page-bot-takes-seat"),
      data: { testid: `fill-${seat + 1}` },
      on: { click: () => void client.send({ do: "sit-in", seat }) },
    });
    return el(
      "li",
      { class: open ? "waiting-seat is-open" : "waiting-seat" },
      el(
        "div",
        { class: "waiting-head" },
        el("strong", { text: own ? t("page-you") : open ? t("page-seat-number", { number: seat + 1 }) : who.name }),
        el("span", { class: "faint", text: state }),
        open && client.can("sit-in") ? bot : null,
      ),
      link ? invitation(t("page-link-this"), link, { code: this.#first(client) === seat }) : null,
    );
  }

  /**
   * The first seat that a friend can be invited to: the code of its link is shown at once.
   * @param {TableClient} client
   */
  #first(client) {
    const seats = client.view?.seats ?? [];
    return seats.findIndex((who, seat) => who.kind === "open" && seat !== client.view?.you && this.#link(client, who));
  }

  /**
   * The link for a friend who is to have this seat.
   * @param {TableClient} client
   * @param {SeatView} seat
   */
  #link(client, { chair = 0 }) {
    const given = client.seated ? linksOf(this.#table)?.seats[chair] : undefined;
    return given?.who === "friend" ? (given.link ?? "") : "";
  }
}

/**
 * An invitation, or its place until its code is loaded: those whom others invite have none.
 * @param {string} label
 * @param {string} link
 * @param {{ folded?: boolean, code?: boolean }} [options]
 */
function invitation(label, link, options) {
  const place = el("div", {});
  void invitations().then((loaded) => loaded && place.replaceWith(loaded.invitation(label, link, options)));
  return place;
}

/**
 * What to read until all are here.
 * @param {About} about
 */
function meanwhile({ game, edition, rulings: agreed }) {
  const rulings = Object.fromEntries(agreed.map(({ name, option }) => [name, option]));
  const click = async () => (await rulesPanel())?.openRules({ game, edition, rulings });
  const rules = { class: "button", type: "button", text: t("page-rules"), data: { testid: "waiting-rules" } };
  return el(
    "div",
    { class: "meanwhile" },
    el("p", { text: t("page-waiting-meanwhile") }),
    el("button", { ...rules, on: { click: () => void click() } }),
  );
}
