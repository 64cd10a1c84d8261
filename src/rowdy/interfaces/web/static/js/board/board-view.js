// The board with its pieces: draws a picture, and turns clicks, drags and keys into one of the moves it offers.
// @ts-check
import { reducedMotion, clear, el, setTabStop, useArrowKeys } from "../common/dom.js";
import { isEqual } from "../common/equal.js";
import { lazy } from "../common/lazy.js";
import { t } from "../common/words.js";
import { DRAG_EVENTS } from "./drag-events.js";
import { Grid } from "./grid.js";
import { LegalMoves, targetsOf } from "./legal-moves.js";
import { LineLayer } from "./line-layer.js";
import { Tray } from "./tray.js";

/** @import { OfferedMove, Picture } from "../common/types.js" */
/** @import { Box } from "./animation.js" */
/** @import { Heard } from "./drag-events.js" */
/** @import { Pick } from "./legal-moves.js" */
/**
 * `origins`: where pieces that are laid came from, by their squares.
 * @typedef {{ interactive: boolean, animate: boolean, origins?: Map<string, Box> }} Showing
 */
/** @typedef {(asked: { piece: string, square: string }, clicked: HTMLElement) => void} OnWhy */

const moveChooser = lazy(() => import("./move-chooser.js"), { words: "board/move-chooser.js", styles: ["play.css"] });
const reading = lazy(() => import("./reading.js"), { words: "board/reading.js", styles: ["menu.css"] });
/** Nothing moves before it is loaded. @type {typeof import("./motion.js") | null} */
let motionModule = null;
const dragging = lazy(() => import("./drag.js"), { styles: ["play.css"] });
const loadMotion = lazy(async () => (motionModule = await import("./motion.js")), { styles: ["play.css"] });

export class BoardView {
  /**
   * `onMove` gets a move, and no other can be made until the next `show`. `onSay` gets what the picked piece can do.
   * `onWhy` gets what was clicked where nothing can be done, with what was picked before.
   * @param {HTMLElement} root
   * @param {{ onMove: (move: string) => void, onSay?: (text: string) => void, onWhy?: OnWhy }} options
   */
  constructor(root, options) {
    this.root = root;
    this.onMove = options.onMove;
    this.onSay = options.onSay ?? (() => {});
    this.onWhy = options.onWhy ?? (() => {});
    this.grid = new Grid();
    this.tray = new Tray();
    this.lines = new LineLayer();
    /** @type {import("./move-chooser.js").MoveChooser | null} */
    this.chooser = null;
    /** The board in words, while somebody reads it. @type {import("./reading.js").Reading | null} */
    this.reading = null;
    const read = el("button", { type: "button", class: "button", text: t("page-read"), data: { testid: "read-board" } });
    read.addEventListener("click", () => void this.#read());
    /** A place between the board and the pieces, such as for what just happened. */
    this.between = el("div", { class: "board-between" });
    /** A place beside the pieces, such as for the player's own goals. */
    this.aside = el("div", { class: "board-aside" });
    /** What a game without drawings of its own says beside its board. */
    this.told = el("div", { class: "board-told" });
    this.plain = el("div", { class: "board-plain", role: "toolbar", "aria-label": t("page-moves") });
    useArrowKeys(this.plain);
    /** True if the focus was on a button that is gone. */
    this.lost = false;
    this.overlay = el("div", { class: "overlay", "aria-hidden": true });
    /** @type {import("./motion.js").Motion | null} */
    this.motion = null;
    /** Loaded when something is first pointed at. @type {import("./drag.js").Drag | null} */
    this.drag = null;
    /** @type {Picture | null} */
    this.picture = null;
    this.legal = new LegalMoves([]);
    /** The moves that are buttons now. @type {OfferedMove[]} */
    this.offered = [];
    /** @type {Pick | null} */
    this.pick = null;
    /** A move that was made and has not been seen yet. @type {OfferedMove | null} */
    this.sent = null;
    /** @type {string[]} */
    this.hinted = [];
    this.interactive = false;
    this.grid.lattice.append(this.lines.element);
    root.classList.add("board-view");
    clear(
      root,
      this.grid.element,
      // Invisible until it has the focus, as people who see the board do not need it.
      el("div", { class: "unseen read-board" }, read),
      this.told,
      this.between,
      el("div", { class: "tray" }, this.tray.element, this.plain, this.aside),
      this.overlay,
    );
    root.addEventListener("pointerdown", (event) => void this.#pointed(event));
    root.addEventListener("click", (event) => this.#click(event));
    root.addEventListener("keydown", (event) => event.key === "Escape" && this.#escape(event));
  }

  /**
   * Draws a picture; animations that are still running end at once.
   * @param {Picture} picture
   * @param {Showing} options
   */
  show(picture, options) {
    const before = this.picture;
    this.motion?.finish();
    const animate = options.animate && before !== null && !reducedMotion();
    const motion = animate ? this.#useMotion() : null;
    const positions = motion?.positions(this.#sentBox());
    this.drag?.end();
    const changed = !before || !isEqual(before.board, picture.board);
    this.picture = picture;
    this.interactive = options.interactive;
    this.legal = new LegalMoves(options.interactive ? (picture.moves ?? []) : []);
    const sent = this.sent;
    this.sent = null;
    this.hinted = [];
    this.#dismiss();
    if (this.pick && (sent || changed || !this.legal.allows(this.pick))) this.pick = null;
    this.grid.show(picture.board, picture.seats[0]?.type ?? "");
    this.tray.show(picture);
    this.lines.show(picture, animate);
    this.#lightWon(picture);
    const notes = picture.beside?.type === "plain" ? picture.beside.lines : [];
    clear(this.told, ...notes.map((text) => el("p", { text })));
    this.#offerPlain();
    this.#mark();
    this.reading?.show(picture);
    if (motion && positions && before) motion.animate(before, picture, positions, sent, options.origins);
  }

  #useMotion() {
    if (!motionModule) void loadMotion();
    else this.motion ??= new motionModule.Motion(this.grid, this.overlay);
    return this.motion;
  }

  /** Where the piece of the move that was sent is, in the player's hand or in the tray. */
  #sentBox() {
    if (!this.sent) return null;
    const picked = this.pick && "nth" in this.pick ? this.tray.drawing(this.pick.nth) : null;
    return (this.drag?.carried ?? picked)?.getBoundingClientRect() ?? null;
  }

  /**
   * Encircles lines and fades everything else, until the next picture; without any, shows the picture's own lines again.
   * @param {string[][]} lines the squares of each
   */
  light(lines) {
    this.grid.light(new Set(lines.flat()));
    if (lines.length) this.lines.light(lines);
    else if (this.picture) {
      this.lines.show(this.picture, false);
      this.#lightWon(this.picture);
    }
  }

  /** @param {Picture} picture */
  #lightWon({ won = [] }) {
    if (won.length) this.light(won.map(({ squares }) => squares));
    else this.grid.light(new Set());
  }

  /**
   * Marks the moves of a hint.
   * @param {string[]} moves
   */
  highlight(moves) {
    this.hinted = moves;
    this.#mark();
  }

  /** Drops whatever is picked, and a move that was refused. */
  cancel() {
    this.drag?.end();
    this.chooser?.close();
    this.sent = null;
    this.#unpick();
  }

  // Picking

  /** @param {MouseEvent} event */
  #click(event) {
    const node = event.target instanceof Element ? event.target.closest("[data-piece], [data-square]") : null;
    if (!(node instanceof HTMLElement) || this.sent) return;
    const { square, piece, nth } = node.dataset;
    if (!this.interactive) return this.onWhy({ piece: piece ?? "", square: square ?? "" }, node);
    this.#dismiss();
    if (square) this.#clickSquare(square);
    else if (piece) this.#clickPiece({ piece, nth: Number(nth) }, event.detail === 0);
  }

  get #ready() {
    return this.interactive && !this.sent;
  }

  /** @param {string} square */
  #clickSquare(square) {
    if (this.legal.targets(this.pick).has(square)) return this.#decide(this.legal.at(this.pick, square), square);
    if (this.legal.sources.has(square)) return this.#toggle({ source: square });
    const choices = this.pick ? [] : this.legal.pieceMovesAt(square);
    if (choices.length) return void this.#ask(choices, square);
    this.#wonder(square);
    if (!this.pick) this.#nudge();
  }

  /** Asks why nothing can be done on a square with what is picked. @param {string} square */
  #wonder(square) {
    const piece = !this.pick ? "" : "piece" in this.pick ? this.pick.piece : this.pick.source;
    this.onWhy({ piece, square }, this.grid.spot(square).button);
  }

  /**
   * @param {{ piece: string, nth: number }} pick
   * @param {boolean} byKey
   */
  #clickPiece(pick, byKey) {
    if (!this.legal.pieces.has(pick.piece)) {
      return this.onWhy({ piece: pick.piece, square: "" }, this.tray.slots[pick.nth].button);
    }
    this.#toggle(pick);
    const targets = this.legal.targets(pick);
    if (byKey && this.pick && targets.size && !targets.has(this.grid.home)) {
      this.grid.focus(this.picture?.board.cells.find(({ square }) => targets.has(square))?.square ?? "");
    } else if (byKey && this.pick) this.grid.focus(this.grid.home);
  }

  /** @param {Pick} pick */
  #toggle(pick) {
    if (isEqual(pick, this.pick)) return this.#unpick();
    this.#take(pick);
    const left = this.legal.left(pick);
    if (!left.some((choice) => targetsOf(choice).length)) this.#decide(left);
  }

  /** @param {Pick} pick */
  #take(pick) {
    this.pick = pick;
    const left = new Set(this.legal.left(pick).map(({ move }) => move));
    this.hinted = this.hinted.filter((move) => left.has(move));
    this.#mark();
    const hint = "nth" in pick ? this.picture?.pieces?.[pick.nth]?.hint : "";
    this.onSay(hint || this.picture?.then || this.picture?.ask || "");
  }

  #unpick() {
    const had = this.pick !== null;
    this.pick = null;
    this.#mark();
    if (had) this.onSay(this.picture?.ask ?? "");
  }

  /** Shows where something can be done, after a click where nothing can. */
  #nudge() {
    if (!this.legal.moves.length) return;
    this.onSay(this.picture?.ask ?? "");
    this.root.classList.remove("is-nudged");
    void this.root.offsetWidth;
    this.root.classList.add("is-nudged");
  }

  /**
   * @param {OfferedMove[]} choices
   * @param {string} [square] where the player pointed
   */
  #decide(choices, square) {
    if (choices.length === 1) this.#send(choices[0]);
    else if (choices.length) void this.#ask(choices, square);
  }

  /**
   * Asks which move is meant; without a pick even if there is only one, as nobody has said which piece to play.
   * @param {OfferedMove[]} choices
   * @param {string} [square]
   */
  async #ask(choices, square) {
    const { picture } = this;
    if (!this.chooser) await this.#makeChooser();
    if (this.picture !== picture || !this.#ready) return;
    const anchor = square ? this.grid.spot(square).button : null;
    this.chooser?.ask(choices, this.pick ? [] : (this.picture?.pieces ?? []), anchor);
  }

  async #makeChooser() {
    const module = await moveChooser();
    if (!module || this.chooser) return;
    this.chooser = new module.MoveChooser({
      choose: (move) => this.#send(move),
      preview: (move) => this.#outline(move ? targetsOf(move) : []),
      close: () => this.#closeChooser(),
    });
    this.root.append(this.chooser.element);
  }

  /** @param {OfferedMove} choice */
  #send(choice) {
    if (!this.#ready) return;
    this.sent = choice;
    this.#dismiss();
    this.#mark();
    this.onMove(choice.move);
  }

  /** Closes the question which move is meant; what is picked stays picked. */
  #closeChooser() {
    const inside = this.chooser?.element.contains(document.activeElement);
    this.chooser?.close();
    if (inside) this.grid.focus(this.grid.home);
  }

  #dismiss() {
    this.#closeChooser();
    this.root.classList.remove("is-nudged");
  }

  /** @param {KeyboardEvent} event */
  #escape(event) {
    if (this.drag?.active) return;
    if (this.chooser?.open) this.#closeChooser();
    else if (this.pick && !this.sent) {
      const pick = this.pick;
      this.#unpick();
      if ("nth" in pick) this.tray.focus(pick.nth);
      else this.grid.focus(pick.source);
    } else return;
    event.stopPropagation();
  }

  // Dragging

  /** @param {PointerEvent} event */
  async #pointed(event) {
    if (this.drag) return this.drag.down(event);
    const { picture } = this;
    /** The events since then, while dragging was not loaded yet. @type {Heard[]} */
    const since = [];
    const listening = new AbortController();
    for (const kind of DRAG_EVENTS) {
      document.addEventListener(kind, (heard) => since.push(heard), { signal: listening.signal });
    }
    const module = await dragging();
    listening.abort();
    if (!module) return;
    this.drag ??= new module.Drag(this.root, this.overlay, {
      grab: (node) => this.#grab(node),
      over: (square) => this.#over(square),
      drop: (square) => this.#drop(square),
    });
    if (this.picture === picture) this.drag.down(event, since);
  }

  /**
   * @param {HTMLElement} node
   * @returns {Element | null}
   */
  #grab(node) {
    const { square, piece, nth } = node.dataset;
    if (!this.#ready) return null;
    if (square ? !this.legal.sources.has(square) : !this.legal.pieces.has(piece ?? "")) return null;
    this.#dismiss();
    this.#take(square ? { source: square } : { piece: piece ?? "", nth: Number(nth) });
    return square ? this.grid.drawing(square) : this.tray.drawing(Number(nth));
  }

  /** @param {string | null} square */
  #over(square) {
    const on = square !== null && this.legal.targets(this.pick).has(square);
    this.grid.hover(on ? square : null);
  }

  /**
   * @param {string | null} square
   * @returns {boolean}
   */
  #drop(square) {
    if (!this.#ready) return false;
    const back = this.pick && "source" in this.pick && this.pick.source === square;
    if (square === null || back || !this.legal.targets(this.pick).has(square)) {
      if (square !== null && !back) this.#wonder(square);
      this.#unpick();
      return false;
    }
    this.#decide(this.legal.at(this.pick, square), square);
    return this.sent !== null;
  }

  /** Opens the board in words, which changes with the board while it is open. */
  async #read() {
    const module = await reading();
    if (!module || !this.picture || this.reading) return;
    this.reading = new module.Reading({
      reword: () => this.#mark(),
      close: () => (this.reading = null),
    });
    this.reading.show(this.picture);
  }

  // Drawing

  /** Draws a button for each move without a piece or square; buttons that stay the same are kept, as in the tray. */
  #offerPlain() {
    const moves = this.legal.plain;
    this.plain.hidden = !moves.length;
    if (isEqual(moves, this.offered)) return;
    this.offered = moves;
    this.lost ||= this.plain.contains(document.activeElement);
    clear(
      this.plain,
      ...moves.map((choice) =>
        el("button", {
          type: "button",
          class: "button main",
          text: choice.name || choice.move,
          data: { move: choice.move },
          on: { click: () => this.#send(choice) },
        }),
      ),
    );
    setTabStop(this.plain, 0);
    if (!moves.length) return;
    if (this.lost && document.activeElement === document.body) this.plain.querySelector("button")?.focus();
    this.lost = false;
  }

  #mark() {
    const { legal, pick, sent } = this;
    const hinted = legal.named(this.hinted);
    const ready = this.#ready;
    /** @type {Set<string>} */
    const none = new Set();
    this.grid.mark({
      targets: ready ? legal.targets(pick) : none,
      offers: ready && !pick ? legal.pieceTargets : none,
      sources: ready ? legal.sources : none,
      picked: pick && "source" in pick ? pick.source : null,
      hints: new Set(hinted.flatMap((choice) => [choice.source ?? "", ...targetsOf(choice)])),
      pending: new Set(sent ? targetsOf(sent) : []),
    });
    this.tray.mark({
      can: ready ? legal.pieces : none,
      picked: pick && "nth" in pick ? pick.nth : null,
      hints: new Set(hinted.map((choice) => choice.piece ?? "")),
      asked: ready && legal.moves.length > 0,
    });
    for (const button of this.plain.querySelectorAll("button")) {
      button.setAttribute("aria-disabled", String(!ready));
      button.classList.toggle("is-hint", this.hinted.includes(button.dataset.move ?? ""));
    }
    this.root.classList.toggle("has-pick", pick !== null);
    this.root.classList.toggle("is-waiting", sent !== null);
  }

  /** @param {string[]} squares */
  #outline(squares) {
    for (const [square, { button }] of this.grid.spots) button.classList.toggle("is-hint", squares.includes(square));
  }
}
