// The strips of the seats: who sits there, whether they are here, whose turn it is, and the game's part of each.
// @ts-check
import { clear, el } from "./dom.js";
import { seatPart } from "./gameparts.js";
import { t } from "./words.js";

/** @typedef {import("./place.js").Place} Place */
/** @typedef {import("./types.js").SeatView} SeatView */

/** @typedef {(card: string, order: "show" | "hold") => void} OnOrder */

const BUBBLE = 4_000;

export class Seats {
  others = el("section", { class: "seats others", "aria-label": t("page-table-players") });
  mine = el("section", { class: "seats mine", "aria-label": t("page-your-seat") });
  /** What each seat said with a reaction a moment ago. */
  #bubbles = /** @type {Map<number, string>} */ (new Map());
  #alone;

  /** @param {{ alone: boolean }} options whether nobody else plays at this device */
  constructor({ alone }) {
    this.#alone = alone;
  }

  /** @param {Place} place */
  show(place) {
    const view = place.view;
    if (!view) return;
    const count = view.seats.length;
    const first = view.you ?? -1;
    const strips = view.seats.map((_, i) => (first + 1 + i) % count).map((seat) => this.#strip(place, seat));
    const own = view.you === undefined ? [] : strips.splice(-1);
    this.others.dataset.count = String(strips.length);
    keepFocus(this.others, () => clear(this.others, ...strips));
    keepFocus(this.mine, () => clear(this.mine, ...own));
    this.mine.hidden = !own.length;
  }

  /**
   * @param {Place} place
   * @param {number} seat
   * @param {string} say
   */
  react(place, seat, say) {
    this.#bubbles.set(seat, say);
    this.show(place);
    setTimeout(() => {
      if (this.#bubbles.get(seat) !== say) return;
      this.#bubbles.delete(seat);
      this.show(place);
    }, BUBBLE);
  }

  /**
   * @param {Place} place
   * @param {number} seat
   */
  #strip(place, seat) {
    const view = /** @type {import("./types.js").TableView} */ (place.view);
    const who = view.seats[seat];
    const own = seat === view.you;
    const turn = view.phase === "playing" && view.picture?.turn === seat;
    const here = place.here?.here[seat] ?? true;
    const shown = view.picture?.seats[seat];
    // One's own goals are a list; a hand lies among the pieces, so that it is told here only when all are shown.
    const open = shown?.type === "xoxo" ? own : view.phase === "over";
    const winner = view.outcome?.winners.includes(seat);
    const bubble = this.#bubbles.get(seat);
    const classes = ["strip", turn && "is-turn", own && "is-own", !here && "is-absent", winner && "is-winner"];
    return el(
      "article",
      { class: classes.filter(Boolean).join(" "), data: { testid: `seat-${seat + 1}` } },
      el(
        "header",
        { class: "strip-head" },
        el("h2", { class: "strip-name", text: own && this.#alone ? t("page-you") : who.name }),
        note(who, { turn, here, own, winner: Boolean(winner) }),
      ),
      shown ? seatPart(shown, { open, ...(own ? orders(place) : {}) }) : null,
      bubble ? el("p", { class: "bubble", text: bubble }) : null,
      mayReplace(place, seat) ? replaceButton(place, seat, who) : null,
    );
  }
}

/**
 * How somebody is there, in a word or two.
 * @param {SeatView} who
 * @param {{ turn: boolean, here: boolean, own: boolean, winner: boolean }} how
 */
function note(who, { turn, here, own, winner }) {
  let text = "";
  if (winner) text = t("page-seat-won");
  else if (who.resigned) text = t("page-seat-resigned");
  else if (who.kind === "person" && who.bot) text = t("page-seat-stand-in", { bot: who.bot });
  else if (who.left) text = t("page-seat-left");
  else if (!here && !own && who.kind === "person") text = t("page-seat-away");
  else if (turn) text = t("page-seat-turn");
  return text ? el("span", { class: turn ? "strip-note is-turn" : "strip-note", text }) : null;
}

/** @param {Place} place */
function orders(place) {
  if (!place.can("order")) return {};
  /** @type {OnOrder} */
  const onOrder = (card, order) => void place.send({ do: "order", card, order });
  return { onOrder };
}

/**
 * @param {Place} place
 * @param {number} seat
 */
function mayReplace(place, seat) {
  const view = place.view;
  const stands = !view || view.phase === "over" || view.seats[seat].bot;
  return place.seated && !stands && seat !== view.you && (place.here?.away ?? []).includes(seat);
}

/**
 * @param {Place} place
 * @param {number} seat
 * @param {SeatView} who
 */
function replaceButton(place, seat, who) {
  return el("button", {
    class: "button small",
    type: "button",
    text: t("page-let-bot-play", { name: who.name }),
    data: { testid: `sit-in-${seat + 1}` },
    on: { click: () => void place.send({ do: "sit-in", seat }) },
  });
}

/**
 * Draws anew without taking the focus from whoever has it there.
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
