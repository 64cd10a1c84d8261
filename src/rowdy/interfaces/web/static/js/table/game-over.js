// After the game: another round, the record, and whether the deal was fair.
// @ts-check
import { COPIED_MS, copyText } from "../common/copy-button.js";
import { clear, el } from "../common/dom.js";
import { lazy } from "../common/lazy.js";
import { root } from "../common/root.js";
import { address } from "../common/transport.js";
import { listing, t } from "../common/words.js";
import { celebrate } from "./celebration.js";
import { nonceFor } from "./connection/nonces.js";
import { linksOf } from "./connection/own-places.js";
import { noteResult, otherPartner } from "./partner.js";
import { drawCards } from "./stage.js";

/** @import { TableView } from "../common/types.js" */
/** @import { TableClient } from "./connection/table-client.js" */

const fairness = lazy(() => import("./fairness.js"), { words: "table/fairness.js", styles: ["dialogs.css", "menu.css"] });

/** Two names of more letters than this have no room in one line of a phone, with a colon between. */
const MAX_NAMES = 24;

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

  /**
   * @param {TableClient} client
   * @param {boolean} moved whether something happened just now
   */
  show(client, moved) {
    const view = client.view;
    this.root.hidden = !view?.outcome;
    if (!view?.outcome) {
      this.#round = 0;
      clear(this.root);
      return;
    }
    if (this.#round !== view.round) {
      this.#round = view.round;
      if (moved && client.about && this.#clients.length === 1) noteResult(this.#table, client.about, view);
      this.#draw(client, view);
      if (moved && (view.outcome.to_you || this.#clients.length > 1) && view.outcome.winners.length) celebrate();
    }
    this.#drawAgain(view);
  }

  /**
   * @param {TableClient} client
   * @param {TableView} view
   */
  #draw(client, view) {
    const you = this.#clients.length === 1 && view.you !== undefined ? view.you + 1 : undefined;
    const lesson = linksOf(this.#table)?.lesson;
    const query = { table: this.#table, as: client.place, round: view.round, you };
    const winners = view.outcome?.winners ?? [];
    const cards = client.keys.flatMap((event) => (winners.includes(event.seat) ? (event.cards ?? []) : []));
    clear(
      this.root,
      el("p", { class: "ending-cards" }, drawCards(cards)),
      drawScore(view, this.#clients.length === 1),
      this.#again,
      lesson ? el("p", { class: "ending-links" }, link("whole", t("page-learn-whole"), { href: `${root}/new/${lesson}` })) : null,
      client.about && otherPartner(this.#table, client.about, view),
      el(
        "p",
        { class: "ending-links" },
        link("review", t("page-review"), { href: address("/review", query) }),
        link("step-through", t("page-step-through"), { href: address("/replay", query) }),
        shareButton(shareText(client, view)),
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
 * The result in a few words that say the same to everybody: `XOXO: Ann wins! Ann 1, Bot 0`.
 * @param {TableClient} client
 * @param {TableView} view
 */
function shareText({ about }, { outcome, score, seats }) {
  const wins = seats.map(({ name }, seat) => `${name} ${score?.wins[seat] ?? 0}`);
  return `${about?.title}: ${outcome?.title ?? outcome?.say} ${wins.join(", ")}`;
}

/**
 * Shares a text; where the browser cannot, copies it, or at least shows it to be copied.
 * @param {string} text
 */
function shareButton(text) {
  const button = el("button", { class: "button", type: "button", text: t("page-share"), data: { testid: "share" } });
  button.addEventListener("click", async () => {
    if (typeof navigator.share === "function") return void navigator.share({ text }).catch(() => {});
    const field = el("input", { class: "input", readonly: true, value: text, "aria-label": t("page-share") });
    button.parentElement?.after(field);
    const copied = await copyText(field);
    if (copied) field.remove();
    button.textContent = copied ? t("page-copied") : t("page-copy-yourself");
    setTimeout(() => (button.textContent = t("page-share")), COPIED_MS);
  });
  return button;
}

/**
 * @param {string} testid
 * @param {string} text
 * @param {{ href: string }} where
 */
function link(testid, text, where) {
  return el("a", { class: "button", text, data: { testid }, ...where });
}

/**
 * The score of all rounds at this table: the viewer first, then the others in the order of play.
 * @param {TableView} view
 * @param {boolean} alone whether nobody else plays at this device
 */
function drawScore({ score, seats, you }, alone) {
  if (!score) return null;
  const players = seats.map((_, i) => (i + (you ?? 0)) % seats.length).map((seat) => ({
    name: seat === you && alone ? t("page-you") : seats[seat].name,
    wins: el("strong", { text: String(score.wins[seat]) }),
  }));
  const [first, second] = players;
  const short = players.length === 2 && first.name.length + second.name.length <= MAX_NAMES;
  const parts =
    short
      ? [el("span", {}, `${first.name} `, first.wins), " : ", el("span", {}, second.wins, ` ${second.name}`)]
      : players.map(({ name, wins }) => el("span", {}, `${name} `, wins));
  const draws = score.draws ? el("span", { class: "faint", text: t("page-score-draws", { count: score.draws }) }) : null;
  return el("p", { class: "score", data: { testid: "score" } }, ...parts, draws);
}
