// A card for each seat, where people sit: who plays there and what the game shows of it, or the code to sit down by.
// @ts-check
import { seatPart, sideBadge } from "../board/seat-details.js";
import { clear, el } from "../common/dom.js";
import { t } from "../common/words.js";
import { Bubbles, seatState } from "../table/seats/seat-state.js";

/** @import { SeatView } from "../common/types.js" */
/** @import { TableClient } from "../table/connection/table-client.js" */
/** @import { SeatCodes } from "./seat-codes.js" */

export class SeatCards {
  root = el("section", { class: "screen-seats", "aria-label": t("page-table-players") });
  #bubbles = new Bubbles();
  #codes;
  #onReplace;

  /**
   * @param {SeatCodes} codes
   * @param {(who: SeatView) => void} onReplace somebody is to have another phone
   */
  constructor(codes, onReplace) {
    this.#codes = codes;
    this.#onReplace = onReplace;
  }

  /** @param {TableClient} client */
  show(client) {
    const seats = client.view?.seats ?? [];
    clear(this.root, ...seats.map((who, seat) => this.#card(client, who, seat)));
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
   * @param {SeatView} who
   * @param {number} seat
   */
  #card(client, who, seat) {
    const { view, here } = client;
    const open = who.kind === "open";
    const absent = who.kind !== "bot" && !here?.here[seat];
    const code = absent ? this.#codes.of(who.chair ?? 0) : null;
    const sitting = open && !code && (!absent || this.#codes.known);
    const turn = view?.phase === "playing" && view.picture?.turn === seat;
    const winner = view?.outcome?.winners.includes(seat) ?? false;
    const shown = view?.picture?.seats[seat];
    const wins = view?.score?.wins[seat];
    const bubble = this.#bubbles.at(seat);
    const sits = view?.phase === "waiting" && who.kind === "person" ? t("page-seat-here") : "";
    const note = seatState(who, { turn, absent, winner }) || sits;
    return el(
      "article",
      {
        class: ["screen-seat", turn && "is-turn", winner && "is-winner"].filter(Boolean).join(" "),
        data: { testid: `seat-${seat + 1}`, seat },
      },
      el(
        "header",
        { class: "screen-seat-head" },
        sideBadge(shown),
        el("h2", { text: open ? t("page-seat-number", { number: seat + 1 }) : who.name }),
        note && el("span", { class: note === t("page-seat-turn") ? "screen-note is-turn" : "screen-note", text: note }),
      ),
      code ? drawCode(code) : sitting && el("p", { class: "screen-sits", text: t("page-screen-sits") }),
      shown ? seatPart(shown, { own: false, reveal: view?.phase === "over" }) : null,
      wins ? el("p", { class: "screen-wins", text: t("page-screen-wins", { count: wins }) }) : null,
      bubble ? el("p", { class: "screen-bubble", text: bubble }) : null,
      el("div", { class: "screen-seat-buttons" }, ...this.#buttons(client, who, seat, { coded: Boolean(code), sitting })),
    );
  }

  /**
   * @param {TableClient} client
   * @param {SeatView} who
   * @param {number} seat
   * @param {{ coded: boolean, sitting: boolean }} how whether its code is shown, and whether somebody has used it who has
   * no name yet; a phone that was lost just then is replaced by a button that nobody has to look for
   */
  #buttons(client, who, seat, { coded, sitting }) {
    if (client.place !== "host") return [];
    const sitIn = () => void client.send({ do: "sit-in", seat });
    const away = who.kind === "person" && !who.bot && client.here?.away?.includes(seat) && client.view?.phase !== "over";
    const phone = button(`phone-${seat + 1}`, t("page-screen-phone"), () => this.#onReplace(who));
    return [
      who.kind === "open" && client.can("sit-in") && button(`fill-${seat + 1}`, t("page-bot-takes-seat"), sitIn),
      away && button(`sit-in-${seat + 1}`, t("page-let-bot-play", { name: who.name }), sitIn),
      who.kind !== "bot" && !coded && el("span", { class: sitting ? "" : "now-and-then" }, phone),
    ];
  }
}

/** @param {SVGElement} drawing */
function drawCode(drawing) {
  const said = el("p", { text: t("page-screen-scan") });
  return el("figure", { class: "screen-code", data: { testid: "code" } }, drawing, said);
}

/**
 * @param {string} testid
 * @param {string} text
 * @param {() => void} click
 */
function button(testid, text, click) {
  return el("button", { class: "button", type: "button", text, data: { testid }, on: { click } });
}
