// The table for a room: board, seats and what happens, to be read from afar; nothing secret, and phones are the hands.
// @ts-check
import { BoardView } from "../board/board-view.js";
import { besidePart } from "../board/seat-details.js";
import { stayAwake } from "../common/awake.js";
import { byId, clear, el, foreign } from "../common/dom.js";
import { messageOf } from "../common/entering.js";
import { lazy, LazyPart, preload } from "../common/lazy.js";
import { root as folder } from "../common/root.js";
import { langOf, listing, t } from "../common/words.js";
import { linksOf, rememberPlace } from "../table/connection/own-places.js";
import { TableClient } from "../table/connection/table-client.js";
import { findScreenPlace } from "./place.js";
import { SeatCards } from "./seat-cards.js";
import { qrCode, SeatCodes } from "./seat-codes.js";

/** @import { SeatView, TableView } from "../common/types.js" */

const stage = lazy(() => import("../table/stage.js"));
const dialogs = lazy(() => import("../table/dialogs.js"), { words: "table/dialogs.js" });
const reach = lazy(() => import("../table/waiting/reach.js"), { words: "table/waiting/reach.js" });

/** How long the controls stay after the pointer was moved. */
const STIRRED_MS = 4_000;
/** The sentence on who can scan the codes; it is shown only if no phone can. */
const REACH_WORDS = { machine: "page-screen-machine", network: "", anyone: "" };

const root = byId("screen", HTMLElement);
const spoken = byId("spoken", HTMLElement);
const table = root.dataset.table ?? "";

class Screen {
  #ask = el("h1", { class: "screen-ask", data: { testid: "ask" } });
  #field = el("div", {});
  #board = new BoardView(this.#field, { onMove: () => {} });
  #told = el("p", { class: "screen-told", data: { testid: "told" } });
  #stage = new LazyPart(async () => {
    const loaded = await stage();
    return loaded && new loaded.Stage((lines) => this.#board.light(lines));
  });
  #pile = el("div", { class: "screen-pile" });
  #watch = el("div", { class: "screen-watch" });
  #door = el("div", { class: "screen-door" });
  #trouble = el("p", { class: "screen-trouble", role: "alert", hidden: true });
  #codes = new SeatCodes(table, () => this.showSeats());
  #cards = new SeatCards(this.#codes, (who) => void this.#replace(who));
  /** What the codes depend on: when it changes, they are requested again. */
  #seating = "";

  /** @param {TableClient} client */
  constructor(client) {
    this.client = client;
    this.#pile.append(this.#board.tray.element);
    const below = el("footer", { class: "screen-below" }, this.#told, this.#stage.root);
    clear(root, this.#ask, this.#cards.root, this.#field, this.#door, this.#pile, below, this.#watch, this.#trouble, controls());
    void this.#invite();
  }

  /** @param {boolean} moved whether something happened just now */
  show(moved) {
    const { client } = this;
    const { view, about } = client;
    if (!view || !about) return;
    document.title = `${about.title} · Rowdy`;
    root.dataset.phase = view.phase;
    root.dataset.kind = view.picture?.seats[0]?.type ?? "";
    root.dataset.seats = String(view.seats.length);
    this.#field.hidden = !view.picture;
    if (view.picture) this.#board.show(view.picture, { interactive: false, animate: moved });
    clear(this.#pile, this.#board.tray.element, besidePart(view.picture?.beside));
    const asked = view.outcome?.title ?? view.say;
    const happened = told(client, view);
    clear(this.#ask, view.phase === "waiting" ? foreign.mark(about.title, langOf(about.game)) : asked);
    clear(this.#told, happened);
    const keys = moved && !view.outcome ? client.keys : [];
    if (moved) {
      this.#stage.use(keys.length > 0, (part) => part.show(keys));
      clear(spoken, [...keys.map(({ say }) => say), happened].join(" "));
    }
    // A server that was started again, which says hello anew, has other codes.
    this.showSeats(!moved);
  }

  /** @param {boolean} [anyway] whether codes are asked for again although nobody has come or gone */
  showSeats(anyway = false) {
    this.#cards.show(this.client);
    void this.#refresh(anyway);
  }

  /**
   * @param {number} seat
   * @param {string} say
   */
  react(seat, say) {
    this.#cards.react(this.client, seat, say);
  }

  /** @param {string} say empty if all is well */
  complain(say) {
    this.#trouble.textContent = say;
    this.#trouble.hidden = !say;
  }

  // Codes

  /** @param {boolean} anyway */
  async #refresh(anyway) {
    const { client } = this;
    const seating = JSON.stringify([client.view?.seats.map(({ kind, name }) => [kind, name]), client.here?.here]);
    if (client.place !== "host" || (!anyway && seating === this.#seating)) return;
    this.#seating = seating;
    await this.#try(() => this.#codes.ask());
  }

  /** @param {SeatView} who */
  async #replace({ kind, name, chair = 0 }) {
    const loaded = await dialogs();
    const who = kind === "person" ? name : t("page-seat-number", { number: chair + 1 });
    const title = t("page-screen-phone-title", { name: who });
    if (!(await loaded?.confirm(title, t("page-screen-phone-say", { name: who }), t("page-screen-phone-yes")))) return;
    await this.#try(() => this.#codes.ask(chair));
  }

  /** @param {() => Promise<void>} act */
  async #try(act) {
    try {
      await act();
      this.complain("");
    } catch (error) {
      this.complain(messageOf(error));
    }
  }

  /** Shows the way to this table for those who only look on, and opens the network where no phone could come in. */
  async #invite() {
    const { watch } = linksOf(table) ?? {};
    const loaded = this.client.place === "host" ? await reach() : null;
    const door = loaded?.reachOf(watch ?? location.href, (link) => {
      void this.#refresh(true);
      if (watch) void this.#watchAlong(link);
    }, REACH_WORDS);
    clear(this.#door, door);
  }

  /** @param {string} link */
  async #watchAlong(link) {
    await this.#try(async () => {
      const name = t("page-screen-watch");
      clear(this.#watch, await qrCode(link, name), el("p", { text: name, "aria-hidden": true }));
    });
  }
}

/**
 * What is said below the board: how to begin, what just happened, or why it ended so.
 * @param {TableClient} client
 * @param {TableView} view
 */
function told(client, view) {
  if (view.phase === "waiting") return client.place === "host" ? t("page-screen-wait") : view.say;
  if (!view.outcome) return client.lastStep || (view.aim ?? "");
  const again = view.seats.filter((seat) => seat.again).map(({ name }) => name);
  return again.length ? t("page-wants-rematch", { names: listing(again) }) : (view.outcome.why ?? []).join(" ");
}

/** What is needed now and then; it is seen only while somebody is at the screen. */
function controls() {
  const full = el("button", { class: "button", type: "button", text: t("page-screen-full"), data: { testid: "full" } });
  full.addEventListener("click", () => {
    void (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen());
  });
  full.hidden = !document.fullscreenEnabled;
  let timer = 0;
  const stir = () => {
    clearTimeout(timer);
    root.classList.add("is-stirred");
    timer = setTimeout(() => root.classList.remove("is-stirred"), STIRRED_MS);
  };
  for (const event of ["pointermove", "pointerdown", "keydown"]) addEventListener(event, stir);
  const home = el("a", { class: "button", href: `${folder}/`, text: t("page-home") });
  return el("nav", { class: "screen-controls", "aria-label": t("page-actions") }, full, home);
}

/** @param {string} say */
function end(say) {
  const home = el("a", { class: "button main", href: `${folder}/`, text: t("page-home") });
  root.dataset.phase = "end";
  clear(root, el("h1", { class: "screen-ask", text: say, data: { testid: "end" } }), home);
}

async function start() {
  /** @type {Screen | null} */
  let screen = null;
  try {
    const place = await findScreenPlace(table);
    if (!place) return end(t("page-screen-no-place"));
    const client = new TableClient(table, place, false, {
      view(one, moved) {
        if (one.about) rememberPlace(one.about, one.place, one.view);
        screen ??= new Screen(one);
        screen.show(moved);
        void preload();
      },
      // Also when a code was used, though whoever used it is not there yet.
      here: () => screen?.showSeats(true),
      state: ({ connection }) => screen?.complain(connection.online ? "" : `${t("page-offline")} ${t("page-offline-soon")}`),
      reacted: (_, message) => screen?.react(message.seat, message.say),
      refused: (_, say) => screen?.complain(say),
      atDevice: () => false,
      bye: (_, message, forever) => {
        if (forever) end(message.say);
      },
    });
    stayAwake();
    addEventListener("pagehide", () => client.connection.close());
  } catch (error) {
    end(messageOf(error));
  }
}

addEventListener("hashchange", () => location.reload());
void start();
