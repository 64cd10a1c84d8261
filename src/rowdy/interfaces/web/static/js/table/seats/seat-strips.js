// A strip for each seat: who sits there, whether they are connected, whose turn it is, and what the game shows of it.
// @ts-check
import { seatPart, sideBadge } from "../../board/seat-details.js";
import { clear, el } from "../../common/dom.js";
import { t } from "../../common/words.js";
import { Bubbles, seatState } from "./seat-state.js";

/** @import { OnOrder } from "../../board/seat-details.js" */
/** @import { SeatView, TableView } from "../../common/types.js" */
/** @import { TableClient } from "../connection/table-client.js" */

/** A name of more letters is written in two lines where one has no room for it. */
const LONG_NAME = 12;

export class SeatStrips {
  others = el("section", { class: "seats others", "aria-label": t("page-table-players") });
  mine = el("section", { class: "seats mine", "aria-label": t("page-your-seat") });
  #bubbles = new Bubbles();
  #alone;
  #onOrder;

  /** @param {{ alone: boolean, onOrder: OnOrder }} options whether nobody else plays at this device */
  constructor({ alone, onOrder }) {
    this.#alone = alone;
    this.#onOrder = onOrder;
  }

  /** @param {TableClient} client */
  show(client) {
    const view = client.view;
    if (!view) return;
    const count = view.seats.length;
    const first = view.you ?? -1;
    const strips = view.seats.map((_, i) => (first + 1 + i) % count).map((seat) => this.#strip(client, seat));
    const own = view.you === undefined ? [] : strips.splice(-1);
    this.others.dataset.count = String(strips.length);
    keepFocus(this.others, () => clear(this.others, ...strips));
    keepFocus(this.mine, () => clear(this.mine, ...own));
    this.mine.hidden = !own.length;
  }

  /**
   * @param {TableClient} client
   * @param {number} seat
   * @param {string} say
   */
  react(client, seat, say) {
    this.#bubbles.show(seat, say, () => this.show(client));
  }

  /**
   * @param {TableClient} client
   * @param {number} seat
   */
  #strip(client, seat) {
    const view = /** @type {TableView} */ (client.view);
    const who = view.seats[seat];
    const own = seat === view.you;
    const turn = view.phase === "playing" && view.picture?.turn === seat;
    const here = client.here?.here[seat] ?? true;
    const shown = view.picture?.seats[seat];
    const winner = view.outcome?.winners.includes(seat);
    const bubble = this.#bubbles.at(seat);
    const name = own && this.#alone ? t("page-you") : who.name;
    const classes = ["strip", turn && "is-turn", own && "is-own", !here && "is-absent", winner && "is-winner"];
    return el(
      "article",
      { class: classes.filter(Boolean).join(" "), data: { testid: `seat-${seat + 1}`, seat } },
      el(
        "header",
        { class: "strip-head" },
        sideBadge(shown),
        el("h2", { class: `strip-name ${name.length > LONG_NAME ? "is-long" : ""}`, text: name }),
        note(who, { turn, absent: !here && !own, winner: Boolean(winner) }),
      ),
      shown ? seatPart(shown, { own, reveal: view.phase === "over", onOrder: own && client.can("order") ? this.#onOrder : undefined }) : null,
      bubble ? el("p", { class: "bubble", text: bubble }) : null,
      mayReplace(client, seat) ? replaceButton(client, seat, who) : null,
    );
  }
}

/**
 * @param {SeatView} who
 * @param {{ turn: boolean, absent: boolean, winner: boolean }} how
 */
function note(who, how) {
  const text = seatState(who, how);
  return text ? el("span", { class: how.turn ? "strip-note is-turn" : "strip-note", text }) : null;
}

/**
 * @param {TableClient} client
 * @param {number} seat
 */
function mayReplace(client, seat) {
  const view = client.view;
  const stands = !view || view.phase === "over" || view.seats[seat].bot;
  return client.seated && !stands && seat !== view.you && (client.here?.away ?? []).includes(seat);
}

/**
 * @param {TableClient} client
 * @param {number} seat
 * @param {SeatView} who
 */
function replaceButton(client, seat, who) {
  return el("button", {
    class: "button small",
    type: "button",
    text: t("page-let-bot-play", { name: who.name }),
    data: { testid: `sit-in-${seat + 1}` },
    on: { click: () => void client.send({ do: "sit-in", seat }) },
  });
}

/**
 * Redraws an element; what had the focus in it has it again.
 * @param {HTMLElement} root
 * @param {() => void} draw
 */
function keepFocus(root, draw) {
  const what = "button, input, summary, [tabindex]";
  const index = [...root.querySelectorAll(what)].findIndex((one) => one === document.activeElement);
  draw();
  const again = root.querySelectorAll(what)[index];
  if (again instanceof HTMLElement) again.focus({ preventScroll: true });
}
