// The board with its pieces: draws a picture and turns clicks, drags and keys into one of the moves it offers.
// @ts-check
import { changes, same } from "./changes.js";
import { Chooser } from "./chooser.js";
import { calm, clear, el } from "./dom.js";
import { Drag } from "./drag.js";
import { Grid } from "./grid.js";
import { Lines } from "./lines.js";
import { Motion } from "./motion.js";
import { Offers, aims } from "./offers.js";
import { drawPiece } from "./pieces.js";
import { Tray } from "./tray.js";

/** @typedef {import("./types.js").Picture} Picture */
/** @typedef {import("./types.js").Choice} Choice */
/** @typedef {import("./offers.js").Pick} Pick */
/** @typedef {import("./motion.js").Place} Place */
/** @typedef {{ you: number | null, names: string[], interactive: boolean, animate: boolean }} Showing */
/** @typedef {{ squares: Map<string, Place>, pieces: Map<string, Place>, sent: Place | null }} Places */

export class BoardView {
  /**
   * `onMove` gets exactly one move; until the next `show` no other one can be made. `onSay` gets what a pick means.
   * @param {HTMLElement} root
   * @param {{ onMove: (move: string) => void, onSay?: (text: string) => void }} options
   */
  constructor(root, options) {
    this.root = root;
    this.onMove = options.onMove;
    this.onSay = options.onSay ?? (() => {});
    this.grid = new Grid();
    this.tray = new Tray();
    this.lines = new Lines();
    this.chooser = new Chooser({
      choose: (choice) => this.#send(choice),
      look: (choice) => this.#look(choice ? aims(choice) : []),
      close: () => this.#close(),
    });
    /** For what stands between the board and the pieces, such as what just happened. */
    this.between = el("div", { class: "board-between" });
    /** For what stands beside the pieces, such as one's own goals. */
    this.aside = el("div", { class: "board-aside" });
    this.plain = el("div", { class: "board-plain" });
    const sky = el("div", { class: "sky", "aria-hidden": true });
    this.motion = new Motion(sky);
    this.drag = new Drag(root, sky, {
      grab: (node) => this.#grab(node),
      over: (square) => this.#over(square),
      drop: (square) => this.#drop(square),
    });
    /** @type {Picture | null} */
    this.picture = null;
    this.offers = new Offers([]);
    /** @type {Pick | null} */
    this.pick = null;
    /** A move that was made and has not been seen yet. @type {Choice | null} */
    this.sent = null;
    /** @type {string[]} */
    this.hinted = [];
    this.interactive = false;
    this.grid.lattice.append(this.lines.element);
    root.classList.add("board-view");
    clear(
      root,
      this.grid.element,
      this.between,
      el("div", { class: "tray" }, this.tray.element, this.plain, this.aside),
      this.chooser.element,
      sky,
    );
    root.addEventListener("click", (event) => this.#click(event));
    root.addEventListener("keydown", (event) => event.key === "Escape" && this.#escape(event));
  }

  /** Something is on its way, or in somebody's hand. */
  get busy() {
    return this.drag.active || this.motion.running;
  }

  /**
   * Draws a picture, at any time; what was moving before is where it belongs at once.
   * @param {Picture} picture
   * @param {Showing} options
   */
  show(picture, options) {
    const before = this.picture;
    this.motion.settle();
    const animate = options.animate && before !== null && !calm();
    const places = animate ? this.#places() : null;
    this.drag.end();
    const changed = !before || !same(before.board, picture.board);
    this.picture = picture;
    this.interactive = options.interactive;
    this.offers = new Offers(options.interactive ? (picture.moves ?? []) : []);
    const sent = this.sent;
    this.sent = null;
    this.hinted = [];
    this.#quiet();
    if (this.pick && (sent || changed || !this.offers.allows(this.pick))) this.pick = null;
    this.grid.show(picture.board, picture.seats[0]?.type ?? "");
    this.tray.show(picture);
    this.lines.show(picture, animate);
    this.#offerPlain();
    this.#mark();
    if (places && before) this.#explain(before, picture, places, sent);
  }

  /**
   * Marks good moves: a hint.
   * @param {string[]} moves
   */
  highlight(moves) {
    this.hinted = moves;
    this.#mark();
  }

  /** Puts down whatever is picked, and forgets a move that came to nothing. */
  cancel() {
    this.drag.end();
    this.chooser.close();
    this.sent = null;
    this.#unpick();
  }

  // Picking

  /** @param {MouseEvent} event */
  #click(event) {
    const node = event.target instanceof Element ? event.target.closest("[data-piece], [data-square]") : null;
    if (!(node instanceof HTMLElement) || !this.#ready) return;
    const { square, piece, nth } = node.dataset;
    this.#quiet();
    if (square) this.#clickSquare(square);
    else if (piece) this.#clickPiece({ piece, nth: Number(nth) }, event.detail === 0);
  }

  get #ready() {
    return this.interactive && !this.sent;
  }

  /** @param {string} square */
  #clickSquare(square) {
    if (this.offers.targets(this.pick).has(square)) return this.#aim(square);
    if (this.offers.sources.has(square)) return this.#toggle({ source: square });
    if (!this.pick) this.#nudge();
  }

  /**
   * @param {{ piece: string, nth: number }} pick
   * @param {boolean} byKey
   */
  #clickPiece(pick, byKey) {
    if (!this.offers.pieces.has(pick.piece)) {
      const hint = this.picture?.pieces?.[pick.nth]?.hint;
      if (hint) this.onSay(hint);
      return;
    }
    this.#toggle(pick);
    const targets = this.offers.targets(pick);
    if (byKey && this.pick && targets.size && !targets.has(this.grid.home)) {
      this.grid.focus(this.picture?.board.cells.find(({ square }) => targets.has(square))?.square ?? "");
    } else if (byKey && this.pick) this.grid.focus(this.grid.home);
  }

  /** @param {Pick} pick */
  #toggle(pick) {
    if (same(pick, this.pick)) return this.#unpick();
    this.#take(pick);
    const left = this.offers.left(pick);
    if (!left.some((choice) => aims(choice).length)) this.#decide(left);
  }

  /** @param {Pick} pick */
  #take(pick) {
    this.pick = pick;
    this.hinted = [];
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

  /** Whoever clicks where nothing can be done is shown where it can. */
  #nudge() {
    if (!this.offers.moves.length) return;
    this.onSay(this.picture?.ask ?? "");
    this.root.classList.remove("is-nudged");
    void this.root.offsetWidth;
    this.root.classList.add("is-nudged");
  }

  /** @param {string} square */
  #aim(square) {
    this.#decide(this.offers.at(this.pick, square));
  }

  /** @param {Choice[]} choices */
  #decide(choices) {
    if (choices.length === 1) this.#send(choices[0]);
    else if (choices.length) this.chooser.ask(choices);
  }

  /** @param {Choice} choice */
  #send(choice) {
    if (!this.#ready) return;
    this.sent = choice;
    this.#quiet();
    this.#mark();
    this.onMove(choice.move);
  }

  /** The question is taken back, but not the pick. */
  #close() {
    const inside = this.chooser.element.contains(document.activeElement);
    this.chooser.close();
    if (inside) this.grid.focus(this.grid.home);
  }

  #quiet() {
    const inside = this.chooser.element.contains(document.activeElement);
    this.chooser.close();
    this.root.classList.remove("is-nudged");
    if (inside) this.grid.focus(this.grid.home);
  }

  /** @param {KeyboardEvent} event */
  #escape(event) {
    if (this.drag.active) return;
    if (this.chooser.open) this.#close();
    else if (this.pick && !this.sent) {
      const pick = this.pick;
      this.#unpick();
      if ("nth" in pick) this.tray.focus(pick.nth);
      else this.grid.focus(pick.source);
    } else return;
    event.stopPropagation();
  }

  // Dragging

  /**
   * @param {HTMLElement} node
   * @returns {Element | null}
   */
  #grab(node) {
    const { square, piece, nth } = node.dataset;
    if (!this.#ready) return null;
    if (square ? !this.offers.sources.has(square) : !this.offers.pieces.has(piece ?? "")) return null;
    this.#quiet();
    this.#take(square ? { source: square } : { piece: piece ?? "", nth: Number(nth) });
    return square ? this.grid.drawing(square) : this.tray.drawing(Number(nth));
  }

  /** @param {string | null} square */
  #over(square) {
    const on = square !== null && this.offers.targets(this.pick).has(square);
    this.grid.hover(on ? square : null);
  }

  /**
   * @param {string | null} square
   * @returns {boolean}
   */
  #drop(square) {
    if (!this.#ready) return false;
    if (square === null || !this.offers.targets(this.pick).has(square)) {
      this.#unpick();
      return false;
    }
    this.#aim(square);
    return this.sent !== null;
  }

  // Drawing

  /** Moves for which nothing is to be picked are buttons of their own. */
  #offerPlain() {
    this.plain.hidden = !this.offers.plain.length;
    clear(
      this.plain,
      ...this.offers.plain.map((choice) =>
        el("button", {
          type: "button",
          class: "button main",
          text: choice.name || choice.move,
          data: { move: choice.move },
          on: { click: () => this.#send(choice) },
        }),
      ),
    );
  }

  #mark() {
    const { offers, pick, sent } = this;
    const hinted = offers.named(this.hinted);
    const ready = this.#ready;
    /** @type {Set<string>} */
    const none = new Set();
    this.grid.mark({
      targets: ready ? offers.targets(pick) : none,
      sources: ready ? offers.sources : none,
      picked: pick && "source" in pick ? pick.source : null,
      hints: new Set(hinted.flatMap((choice) => [choice.source ?? "", ...aims(choice)])),
      pending: new Set(sent ? aims(sent) : []),
    });
    this.tray.mark({
      can: ready ? offers.pieces : none,
      picked: pick && "nth" in pick ? pick.nth : null,
      hints: new Set(hinted.map((choice) => choice.piece ?? "")),
      asked: ready && offers.moves.length > 0,
    });
    for (const button of this.plain.querySelectorAll("button")) button.disabled = !ready;
    this.root.classList.toggle("has-pick", pick !== null);
    this.root.classList.toggle("is-waiting", sent !== null);
  }

  /** @param {string[]} squares */
  #look(squares) {
    for (const [square, { button }] of this.grid.spots) button.classList.toggle("is-hint", squares.includes(square));
  }

  // Motion

  /**
   * Where everything lies before the next picture.
   * @returns {Places}
   */
  #places() {
    const squares = new Map([...this.grid.spots].map(([square, { box }]) => [square, box.getBoundingClientRect()]));
    const pieces = new Map(
      [...this.grid.spots.keys()].flatMap((square) => {
        const drawing = this.grid.drawing(square);
        return drawing ? [/** @type {[string, Place]} */ ([square, drawing.getBoundingClientRect()])] : [];
      }),
    );
    const carried = this.drag.carried?.getBoundingClientRect() ?? null;
    const picked = this.pick && "nth" in this.pick ? this.tray.drawing(this.pick.nth)?.getBoundingClientRect() : null;
    return { squares, pieces, sent: this.sent ? (carried ?? picked ?? null) : null };
  }

  /**
   * @param {Picture} before
   * @param {Picture} picture
   * @param {Places} places
   * @param {Choice | null} sent
   */
  #explain(before, picture, places, sent) {
    const found = changes(before.board, picture.board);
    for (const { from, was } of found.gone) {
      const place = places.pieces.get(from);
      if (place) this.motion.lift(drawPiece(was), place);
    }
    for (const { to } of found.laid) {
      const piece = this.grid.drawing(to);
      if (piece && sent?.target === to && places.sent) this.motion.fly(piece, places.sent);
      else if (piece) this.motion.drop(piece);
    }
    for (const { from, to, was } of found.moved) {
      const piece = this.grid.drawing(to);
      const place = (sent?.source === from && places.sent) || places.pieces.get(from);
      if (piece && place) this.motion.turn(piece, drawPiece(was), place);
    }
    this.#shift(places);
  }

  /**
   * The field finds its place without a jump.
   * @param {Places} places
   */
  #shift({ squares }) {
    if (same([...squares.keys()], [...this.grid.spots.keys()])) return;
    const known = [...this.grid.spots.keys()].find((square) => squares.has(square));
    const was = squares.get(known ?? "");
    if (known && was) this.motion.shift(this.grid.lattice, this.grid.spot(known).box.getBoundingClientRect(), was);
    for (const [square, { box }] of this.grid.spots) if (!squares.has(square)) this.motion.appear(box);
  }
}
