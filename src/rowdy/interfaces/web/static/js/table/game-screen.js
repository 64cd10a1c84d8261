// The table as one client sees it: seats, what is asked, the board, what happened, and what can be done.
// @ts-check
import { BoardView } from "../board/board-view.js";
import { besidePart } from "../board/seat-details.js";
import { clear, el } from "../shared/dom.js";
import { lazy, LazyPart } from "../shared/lazy.js";
import { lang, t } from "../shared/words.js";
import { ActionBar } from "./actions/action-bar.js";
import { Log } from "./log/log.js";
import { SeatStrips } from "./seats/seat-strips.js";
import { TurnSteps } from "./turn-steps.js";
import { verdict } from "./verdict.js";

/** @import { Picture, Reacted } from "../shared/types.js" */
/** @import { TableClient } from "./connection/table-client.js" */

const gameOver = lazy(() => import("./game-over.js"));
const newKey = lazy(() => import("./actions/new-key.js"));
const trails = lazy(() => import("../board/trail.js"));
const whyBubble = lazy(() => import("./why-bubble.js"));
const waitingRoom = lazy(() => import("./waiting/waiting-room.js"));

const WIDE = matchMedia("(width >= 900px)");

export class GameScreen {
  #table;
  #clients;
  #speak;
  #ask = el("h2", { class: "ask", data: { testid: "ask" }, tabindex: -1 });
  #happened = el("p", { class: "happened", data: { testid: "happened" } });
  #request = el("section", { class: "request", data: { testid: "request" }, hidden: true });
  #play = el("div", { class: "play" });
  #own = el("div", {});
  #beside = el("div", { class: "beside-slot" });
  #left;
  #log = new Log();
  #steps = new TurnSteps();
  #seats;
  #board;
  #bar;
  #waiting;
  #gameOver;
  /** What the picked piece can do, which is shown instead of what is asked. */
  #picked = "";
  /** Why a command was refused, or a hint, which is shown instead of what happened. */
  #note = /** @type {{ text: string, wrong: boolean } | null} */ (null);
  /** A move that is previewed, but not made yet. */
  #preview = /** @type {{ move: string, picture: Picture } | null} */ (null);
  /** @type {import("./why-bubble.js").WhyBubble | null} */
  #bubble = null;
  /** @type {typeof import("../board/trail.js") | null} */
  #trails = null;
  /** The look through this seat that the player has read of. */
  #lookKnown = 0;
  root;

  /**
   * @param {string} table
   * @param {TableClient} client through whose eyes; another may take over where nothing is hidden
   * @param {TableClient[]} clients all of this device
   * @param {(text: string) => void} speak tells those who listen rather than look
   */
  constructor(table, client, clients, speak) {
    this.#table = table;
    this.client = client;
    this.#clients = clients;
    this.#speak = speak;
    this.#seats = new SeatStrips({ alone: clients.length === 1 });
    this.#waiting = new LazyPart(async () => {
      const loaded = await waitingRoom();
      return loaded && new loaded.WaitingRoom(table);
    });
    this.#gameOver = new LazyPart(async () => {
      const loaded = await gameOver();
      return loaded && new loaded.GameOver(table, clients);
    });
    this.#board = new BoardView(this.#play, {
      onMove: (move) => void this.#move(move),
      onSay: (text) => this.#describePick(text),
      onWhy: (asked, clicked) => void this.#why(asked, clicked),
    });
    this.#bar = new ActionBar({
      undo: () => this.#undoer && void this.#undoer.send({ do: "undo" }),
      hint: () => void this.#hint(),
      log: () => this.#log.open(),
      confirm: () => this.#confirm(),
      cancel: () => this.#cancel(),
      react: (reaction) => void this.client.send({ do: "react", reaction }),
      skip: () => this.#skip(),
      repeat: () => this.client.repeat(),
    });
    this.#play.addEventListener("click", this.#skipInstead, true);
    addEventListener("keydown", this.#skipByKey);
    this.#left = el("div", { class: "left" }, this.#own, this.#seats.others, this.#beside);
    this.#board.between.append(this.#happened, this.#gameOver.root);
    this.root = el(
      "div",
      { class: "desk" },
      this.#left,
      el("div", { class: "middle" }, this.#steps.root, this.#ask, this.#request, this.#play, this.#waiting.root),
      this.#log.root,
    );
    this.#settle();
    WIDE.addEventListener("change", this.#settle);
  }

  /** Puts the player's own seat with the others where there is room, else beside the pieces in reach of the thumb. */
  #settle = () => {
    (WIDE.matches ? this.#own : this.#board.aside).append(this.#seats.mine);
    (WIDE.matches ? this.#left : this.root).append(this.#bar.root);
  };

  remove() {
    WIDE.removeEventListener("change", this.#settle);
    removeEventListener("keydown", this.#skipByKey);
    this.root.remove();
  }

  /** @param {boolean} moved whether something happened just now */
  show(moved) {
    const client = this.client;
    const view = client.view;
    if (!view) return;
    this.#bubble?.hide();
    if (moved) {
      this.#note = null;
      this.#preview = null;
      this.#picked = "";
    }
    this.root.dataset.phase = view.phase;
    this.root.dataset.kind = view.picture?.seats[0]?.type ?? "";
    this.root.dataset.seats = String(view.seats.length);
    this.#drawBoard(moved);
    this.#seats.show(client);
    void this.#drawTrail();
    this.#steps.show(view.phase === "playing" ? view.picture : undefined);
    clear(this.#beside, besidePart(view.picture?.beside));
    this.#log.show(client.log);
    this.#showWaiting();
    this.#gameOver.use(Boolean(view.outcome), (part) => part.show(client));
    this.showState();
    if (moved) this.#speak([client.told, verdict(view, this.#clients), view.say].filter(Boolean).join(" "));
  }

  /** What depends on the connection and on what has not been answered yet. */
  showState() {
    const waits = this.client.connection.waitsFor("play");
    this.#play.classList.toggle("is-pending", waits);
    this.#drawWords();
    this.#drawRequest();
    this.#bar.show(this.client, { canUndo: Boolean(this.#undoer), previewing: Boolean(this.#preview) });
  }

  showHere() {
    this.#seats.show(this.client);
    this.#showWaiting();
  }

  #showWaiting() {
    const waiting = this.client.view?.phase === "waiting";
    // Among bots the game begins as soon as this player sits.
    this.#waiting.use(waiting && !this.client.can("sit"), (part) => part.show(this.client, waiting));
  }

  /** @param {Reacted} message */
  react(message) {
    this.#seats.react(this.client, message.seat, message.say);
    this.#speak(message.say);
  }

  /** @param {string} say */
  refuse(say) {
    this.#preview = null;
    this.#note = { text: say, wrong: true };
    this.#drawBoard(false);
    this.showState();
    this.#speak(say);
  }

  focus() {
    this.#ask.focus({ preventScroll: true });
  }

  // Moves

  /** @param {string} move */
  async #move(move) {
    const client = this.client;
    this.#picked = "";
    this.#note = null;
    if (!client.about?.confirm) {
      void client.send({ do: "play", move });
      return;
    }
    const answer = await client.send({ do: "preview", move });
    if (!("preview" in answer) || !answer.preview || !client.can("play")) return;
    this.#preview = { move, picture: answer.preview };
    this.#drawBoard(true);
    this.showState();
    this.#speak(t("page-confirm-ask"));
  }

  #confirm() {
    const preview = this.#preview;
    if (!preview) return;
    void this.client.send({ do: "play", move: preview.move });
    this.#preview = null;
    this.#drawBoard(false, preview.picture);
    this.showState();
  }

  #cancel() {
    this.#preview = null;
    this.#drawBoard(true);
    this.showState();
    this.focus();
  }

  /**
   * Asks why a click does nothing; the answer stands beside what was clicked until the player does something else.
   * @param {{ piece: string, square: string }} asked
   * @param {HTMLElement} clicked
   */
  async #why(asked, clicked) {
    const { client } = this;
    const { connection } = client;
    if (!client.seated || this.#preview || connection.waitsFor("why") || connection.waitsFor("play")) return;
    const n = connection.n;
    const [answer, module] = await Promise.all([client.send({ do: "why", ...asked }), whyBubble()]);
    if (!("why" in answer) || !answer.why || !module || connection.n !== n || !clicked.isConnected) return;
    this.#bubble ??= new module.WhyBubble(this.#play);
    this.#bubble.show(answer.why.say, clicked);
    this.#speak(answer.why.say);
  }

  async #hint() {
    const client = this.client;
    const n = client.connection.n;
    const answer = await client.send({ do: "hint" });
    if (!("hint" in answer) || !answer.hint || client.connection.n !== n) return;
    this.#note = { text: answer.hint.say.join(" "), wrong: false };
    this.#board.highlight((answer.hint.moves ?? []).slice(0, 1));
    this.showState();
    this.#speak(this.#note.text);
  }

  /** The client whose move would be taken back: any of this device where nothing is hidden. */
  get #undoer() {
    const others = this.client.about?.hidden ? [] : this.#clients.filter((one) => one !== this.client);
    return [...others, this.client].find((one) => one.can("undo")) ?? null;
  }

  // Following

  /** Shows what waits: the next step if the player goes step by step, else all. */
  #skip() {
    for (const client of this.#clients) client.skip();
  }

  /** A click on the board shows what waits, and does nothing else. @param {MouseEvent} event */
  #skipInstead = (event) => {
    if (!this.client.waiting) return;
    event.stopPropagation();
    event.preventDefault();
    this.#skip();
  };

  /** @param {KeyboardEvent} event */
  #skipByKey = (event) => {
    if (!this.client.waiting || document.querySelector("dialog[open]")) return;
    const free = event.target === document.body || event.target === this.#ask;
    if (event.key !== "Escape" && !(free && [" ", "Enter", "ArrowRight"].includes(event.key))) return;
    event.preventDefault();
    this.#skip();
  };

  /** Where the piece that somebody else laid last came from, by its square. */
  #origins() {
    const last = this.client.view?.trail?.at(-1);
    const box = last && this.#trails?.originBox(this.root, last);
    return new Map(box ? last.squares.map((square) => [square, box]) : []);
  }

  async #drawTrail() {
    this.#trails ??= await trails();
    const { picture, trail = [] } = this.client.view ?? {};
    if (picture) this.#trails?.drawTrail(this.root, this.#board.grid.lattice, picture.board, trail);
  }

  // Drawing

  /**
   * @param {boolean} animate
   * @param {Picture} [picture] instead of what lies there
   */
  #drawBoard(animate, picture) {
    const { view, connection } = this.client;
    const shown = picture ?? this.#preview?.picture ?? view?.picture;
    this.#play.hidden = !shown;
    if (!shown || !view) return;
    const free = !this.#preview && !connection.waitsFor("play") && !connection.waitsFor("preview");
    this.#board.show(shown, {
      interactive: free && this.client.can("play"),
      animate,
      origins: animate ? this.#origins() : undefined,
    });
  }

  /** @param {string} text */
  #describePick(text) {
    this.#picked = text;
    this.#drawWords();
    if (text) this.#speak(text);
  }

  #drawWords() {
    const { view, lastStep } = this.client;
    const asked = this.#preview ? t("page-confirm-ask") : this.#picked || view?.say || "";
    const result = view ? verdict(view, this.#clients) : "";
    if (this.#ask.textContent !== result + asked) {
      clear(this.#ask, result && el("span", { class: "verdict", text: result }), el("span", { text: asked }));
    }
    const happened = this.#note?.text ?? lastStep;
    if (this.#happened.textContent !== happened) this.#happened.textContent = happened;
    this.#happened.classList.toggle("is-note", Boolean(this.#note));
    this.#happened.classList.toggle("trouble", Boolean(this.#note?.wrong));
  }

  /** Draws what players at this device are asked apart from moves. */
  #drawRequest() {
    const client = this.client;
    const asked = this.#clients.filter((one) => one.can("consent"));
    const parts = asked.map((one) => consent(one, this.#clients.length > 1));
    if (!asked.length && client.view?.undo) parts.push(el("p", { text: t("page-undo-waits") }));
    if (client.can("return")) parts.push(comeBack(client));
    const { place, view, windows } = client;
    const looked = client.looked === this.#lookKnown ? 0 : client.looked;
    const key = JSON.stringify([place, windows, looked, asked.map((one) => one.place), view?.undo, client.can("return")]);
    if (this.#request.dataset.key === key) return;
    this.#request.dataset.key = key;
    if (windows > 1) parts.push(this.#lock());
    if (looked) parts.push(this.#look(looked));
    clear(this.#request, ...parts);
    this.#request.hidden = !parts.length;
  }

  /** @param {number} at seconds since 1970 */
  #look(at) {
    const client = this.client;
    const text = t("page-looked", { time: new Date(at * 1000).toLocaleTimeString(lang, { timeStyle: "short" }) });
    this.#speak(text);
    const known = () => {
      this.#lookKnown = at;
      this.#drawRequest();
    };
    return el(
      "div",
      { class: "request-row" },
      el("p", { text, data: { testid: "looked" } }),
      button("lock-looked", "button", t("page-new-key"), () => {
        known();
        void this.#renewKey(client);
      }),
      button("look-known", "button", t("page-close"), known),
    );
  }

  #lock() {
    const client = this.client;
    const text = t("page-windows", { count: client.windows });
    this.#speak(text);
    return el(
      "div",
      { class: "request-row" },
      el("p", { text, data: { testid: "windows" } }),
      button("lock", "button", t("page-lock-seat"), () => void this.#renewKey(client)),
    );
  }

  /** @param {TableClient} client */
  async #renewKey(client) {
    await (await newKey())?.renewKey(this.#table, client);
  }
}

/**
 * @param {TableClient} client
 * @param {boolean} named whether several people sit here
 */
function consent(client, named) {
  const say = client.view?.undo?.say ?? "";
  /** @param {boolean} yes */
  const answer = (yes) => () => {
    if (!client.connection.waitsFor("consent")) void client.send({ do: "consent", yes });
  };
  return el(
    "div",
    { class: "request-row" },
    el("p", { text: named ? `${client.name}: ${say}` : say }),
    button("consent-yes", "button main", t("page-consent-yes"), answer(true)),
    button("consent-no", "button", t("page-consent-no"), answer(false)),
  );
}

/** @param {TableClient} client */
function comeBack(client) {
  const bot = client.view?.seats[client.view.you ?? 0].bot;
  return el(
    "div",
    { class: "request-row" },
    el("p", { text: bot ? t("page-bot-for-you") : t("page-you-left") }),
    button("return", "button main", t("page-return"), () => void client.send({ do: "return" })),
  );
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
