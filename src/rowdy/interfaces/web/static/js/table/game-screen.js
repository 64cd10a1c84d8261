// The table as one client sees it: seats, what is asked, the board, what happened, and what can be done.
// @ts-check
import { BoardView } from "../board/board-view.js";
import { besidePart } from "../board/seat-details.js";
import { attribute, clear, el } from "../common/dom.js";
import { lazy, LazyPart } from "../common/lazy.js";
import { t } from "../common/words.js";
import { ActionBar } from "./actions/action-bar.js";
import { SeatStrips } from "./seats/seat-strips.js";
import { setText, ToldLine } from "./told-line.js";
import { TurnSteps } from "./turn-steps.js";

/** @import { Picture, Reacted } from "../common/types.js" */
/** @import { TableClient } from "./connection/table-client.js" */

const gameOver = lazy(() => import("./game-over.js"), { words: "table/game-over.js", styles: ["panels.css"] });
const requests = lazy(() => import("./requests.js"), { words: "table/requests.js", styles: ["panels.css"] });
const log = lazy(() => import("./log/log.js"), { words: "table/log/log.js", styles: ["play.css"] });
const stage = lazy(() => import("./stage.js"));
const trails = lazy(() => import("../board/trail.js"), { words: "board/trail.js", styles: ["play.css"] });
const whyBubble = lazy(() => import("../board/why-bubble.js"), { styles: ["play.css"] });
const waitingRoom = lazy(() => import("./waiting/waiting-room.js"), { words: "table/waiting/waiting-room.js", styles: ["dialogs.css"] });

const WIDE = matchMedia("(width >= 900px) and (height >= 560px)");

/** The number of letters from which on a text is written smaller, to fit into the same space. */
const LONG = 44;
const LONG_TITLE = 18;

export class GameScreen {
  #clients;
  #speak;
  #asked = el("span", {});
  /** What is told before anything else. */
  #stage = new LazyPart(async () => {
    const loaded = await stage();
    return loaded && new loaded.Stage((lines) => this.#board.light(lines));
  });
  #ask = el("h2", { class: "ask", data: { testid: "ask" }, tabindex: -1 }, this.#asked, this.#stage.root);
  #happened = new ToldLine();
  #play = el("div", { class: "play" });
  #own = el("div", {});
  #beside = el("div", { class: "beside-slot" });
  #left;
  #log = new LazyPart(async () => {
    const loaded = await log();
    return loaded && new loaded.Log();
  });
  #steps = new TurnSteps();
  #seats;
  #board;
  #bar;
  #waiting;
  #gameOver;
  /** What the picked piece can do, which is shown instead of what is asked. */
  #picked = "";
  /** Why a command was refused, or a hint, which is shown instead of what is asked. */
  #note = /** @type {{ text: string, more?: string, wrong: boolean } | null} */ (null);
  /** A move that is previewed, but not made yet. */
  #preview = /** @type {{ move: string, picture: Picture } | null} */ (null);
  /** @type {import("../board/why-bubble.js").WhyBubble | null} */
  #bubble = null;
  /** @type {typeof import("../board/trail.js") | null} */
  #trails = null;
  /** What is asked apart from moves. */
  #question = /** @type {import("./requests.js").Question | null} */ (null);
  /** @type {import("./requests.js").Requests | null} */
  #requests = null;
  #table;
  root;

  /**
   * @param {string} table
   * @param {TableClient} client through whose eyes; another may take over where nothing is hidden
   * @param {TableClient[]} clients all of this device
   * @param {(text: string) => void} speak tells those who listen rather than look
   */
  constructor(table, client, clients, speak) {
    this.client = client;
    this.#clients = clients;
    this.#speak = speak;
    this.#table = table;
    this.#seats = new SeatStrips({ alone: clients.length === 1, onOrder: (...order) => void this.#order(...order) });
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
      log: () => this.#log.use(true, (part) => (part.show(this.client.log), part.open())),
      confirm: () => this.#confirm(),
      cancel: () => this.#cancel(),
      react: (reaction) => void this.client.send({ do: "react", reaction }),
      skip: () => this.#skip(),
      repeat: () => void this.client.repeat(),
    });
    this.#play.addEventListener("click", this.#skipInstead, true);
    addEventListener("keydown", this.#skipByKey);
    this.#left = el("div", { class: "left" }, this.#own, this.#seats.others, this.#beside);
    this.#left.addEventListener("click", ({ target }) => target instanceof Element && this.#nameDrawn(target));
    this.#board.between.append(this.#happened.root, this.#gameOver.root);
    this.root = el(
      "div",
      { class: "desk" },
      this.#left,
      el("div", { class: "middle" }, this.#steps.root, this.#ask, this.#play, this.#waiting.root),
      this.#log.root,
    );
    this.#settle();
    WIDE.addEventListener("change", this.#settle);
    addEventListener("resize", this.#letGo);
  }

  /** Puts the player's own seat with the others where there is room, else beside the pieces in reach of the thumb. */
  #settle = () => {
    (WIDE.matches ? this.#own : this.#board.aside).append(this.#seats.mine);
    (WIDE.matches ? this.#left : this.root).append(this.#bar.root);
  };

  remove() {
    WIDE.removeEventListener("change", this.#settle);
    removeEventListener("keydown", this.#skipByKey);
    removeEventListener("resize", this.#letGo);
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
    this.#holdBoard(view.phase);
    this.root.dataset.phase = view.phase;
    this.root.toggleAttribute("data-begun", view.phase !== "waiting");
    this.root.dataset.kind = view.picture?.seats[0]?.type ?? "";
    this.root.dataset.seats = String(view.seats.length);
    this.#drawBoard(moved);
    this.#seats.show(client);
    void this.#drawTrail();
    this.#steps.show(view.phase === "playing" ? view.picture : undefined);
    clear(this.#beside, besidePart(view.picture?.beside));
    this.#log.use(view.phase !== "waiting", (part) => part.show(this.client.log));
    this.#showWaiting();
    this.#gameOver.use(Boolean(view.outcome), (part) => part.show(client, moved));
    const keys = moved && !view.outcome ? client.keys : [];
    if (moved) this.#stage.use(keys.length > 0, (part) => part.show(keys));
    this.showState();
    if (moved) this.#speak([...keys.map(({ say }) => say), client.told, view.say].filter(Boolean).join(" "));
  }

  /**
   * Keeps the board where it is when the game ends, whatever then stands below it.
   * @param {string} phase the one that begins
   */
  #holdBoard(phase) {
    const board = this.#play.querySelector(".board");
    if (phase === "over" && this.root.dataset.phase === "playing" && board) {
      this.root.style.setProperty("--held", `${board.getBoundingClientRect().height}px`);
      this.root.dataset.held = "";
    } else if (phase !== "over") this.#letGo();
  }

  #letGo = () => {
    delete this.root.dataset.held;
  };

  /** What depends on the connection and on what has not been answered yet. */
  showState() {
    const waits = this.client.connection.waitsFor("play");
    this.#play.classList.toggle("is-pending", waits);
    this.#question = this.#requests?.show(this.client) ?? null;
    if (!this.#requests && this.#isAsked) void this.#loadRequests();
    this.#drawWords();
    this.#bar.show(this.client, {
      canUndo: Boolean(this.#undoer),
      previewing: Boolean(this.#preview),
      answers: this.#question?.answers ?? [],
    });
  }

  /** Whether players at this device are asked something apart from moves, or to be warned. */
  get #isAsked() {
    const { view, windows, looked } = this.client;
    return view?.undo || windows > 1 || looked || this.client.can("return") || this.#clients.some((one) => one.can("consent"));
  }

  async #loadRequests() {
    const loaded = await requests();
    if (!loaded || this.#requests) return;
    this.#requests = new loaded.Requests(this.#table, this.#clients, this.#speak);
    this.root.append(this.#requests.banner);
    this.showState();
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

  /**
   * Keeps a card secret or lets it be shown, and says what that means.
   * @param {string} card
   * @param {"show" | "hold"} order
   * @param {string} goal
   */
  async #order(card, order, goal) {
    const answer = await this.client.send({ do: "order", card, order });
    if ("error" in answer) return;
    this.#tell(order === "hold" ? t("page-goal-held", { goal }) : t("page-goal-shown", { goal }));
  }

  /**
   * Says what is drawn at a seat or beside the board: cards, stones, tokens, piles; a pointer is told by its title, too.
   * @param {Element} clicked
   */
  #nameDrawn(clicked) {
    const drawn = clicked.closest("button") ? null : clicked.closest("[title], .seat-pile, .seat-part");
    const said = drawn?.getAttribute("title") ?? drawn?.getAttribute("aria-label") ?? drawn?.querySelector(".unseen")?.textContent;
    const name = drawn?.closest(".strip")?.querySelector(".strip-name")?.textContent;
    if (said) this.#tell(name ? `${name}: ${said}` : said);
  }

  /** @param {string} more what stands below the board until something happens */
  #tell(more) {
    this.#note = { text: "", more, wrong: false };
    this.showState();
    this.#speak(more);
  }

  async #hint() {
    const client = this.client;
    const n = client.connection.n;
    const answer = await client.send({ do: "hint" });
    if (!("hint" in answer) || !answer.hint || client.connection.n !== n) return;
    const [text, ...more] = answer.hint.say;
    this.#picked = "";
    this.#note = { text, more: more.join(" "), wrong: false };
    this.#stage.use(false, (part) => part.show([]));
    this.#board.highlight((answer.hint.moves ?? []).slice(0, 1));
    this.showState();
    this.#speak(answer.hint.say.join(" "));
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

  /** A click on the board or a piece shows what waits, and does nothing else. @param {MouseEvent} event */
  #skipInstead = (event) => {
    const on = event.target instanceof Element && event.target.closest(".board, .pieces, .board-plain");
    if (!this.client.waiting || !on) return;
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
    if (this.client.view?.trail?.length) this.#trails ??= await trails();
    const { picture, trail = [] } = this.client.view ?? {};
    if (picture) this.#trails?.drawTrail(this.root, this.#board.grid, picture.board, trail);
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
    this.#stage.use(false, (part) => part.show([]));
    this.#picked = text === this.client.view?.picture?.ask ? "" : text;
    this.#drawWords();
    if (text) this.#speak(text);
  }

  #drawWords() {
    const { view, lastStep } = this.client;
    const { to_you, title } = view?.outcome ?? {};
    const result = to_you || title || "";
    const asked = this.#preview ? t("page-confirm-ask") : this.#picked;
    const note = this.#note?.wrong ? this.#note : asked ? null : (this.#question ?? this.#note);
    setText(this.#asked, note?.text || asked || result || (view?.say ?? ""));
    // Why the game ended as it did takes more room than there is above the board.
    const told = result ? (view?.outcome?.why ?? []).join(" ") : this.#note?.more || view?.aim || lastStep;
    this.#happened.show(told, result ? view?.picture?.won : []);
    // Where there is no room for the title, and what stands beside it.
    attribute(this.#happened.text, { "data-practice": view?.practice ? t("page-practice") : null });
    this.#ask.classList.toggle("is-long", (this.#asked.textContent ?? "").length > (result ? LONG_TITLE : LONG));
    this.#ask.classList.toggle("is-note", Boolean(note?.text));
    this.#ask.classList.toggle("trouble", Boolean(this.#note?.wrong));
  }
}
