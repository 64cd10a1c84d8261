// The board as a grid of buttons: what lies on them, how they are marked, and how the keyboard moves between them.
// @ts-check
import { drawPiece } from "../drawing/pieces.js";
import { attribute, clear, el } from "../common/dom.js";
import { isEqual } from "../common/equal.js";
import { shortWording } from "../common/storage.js";
import { t } from "../common/words.js";

/** @import { BoardCell, BoardPicture } from "../common/types.js" */
/** @typedef {{ box: HTMLElement, button: HTMLButtonElement, shown: BoardCell | null }} Spot */

/**
 * What can be done on which squares; on `offers` after a choice of the piece.
 * @typedef {{
 *   targets: Set<string>, sources: Set<string>, offers: Set<string>,
 *   picked: string | null, hints: Set<string>, pending: Set<string>,
 * }} Marks
 */

const STEPS = /** @type {Record<string, [number, number]>} */ ({
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
});

export class Grid {
  constructor() {
    this.cells = el("div", { class: "cells", role: "grid", "aria-label": t("page-board") });
    this.rows = el("div", { class: "coords coords-rows", "aria-hidden": true });
    this.columns = el("div", { class: "coords coords-columns", "aria-hidden": true });
    this.lattice = el("div", { class: "lattice" }, this.rows, this.columns, this.cells);
    this.element = el("div", { class: "board" }, this.lattice);
    /** @type {Map<string, Spot>} */
    this.spots = new Map();
    /** @type {BoardPicture | null} */
    this.board = null;
    /** What was there before the last change. @type {BoardPicture | null} */
    this.before = null;
    /** The one square that the Tab key reaches. */
    this.home = "";
    this.cells.addEventListener("keydown", (event) => this.#key(event));
    this.cells.addEventListener("focusin", (event) => {
      const square = event.target instanceof HTMLElement ? event.target.dataset.square : undefined;
      if (square) this.#settle(square);
    });
  }

  /**
   * @param {BoardPicture} board
   * @param {string} kind of pieces and squares, for the style sheet
   */
  show(board, kind) {
    this.element.dataset.kind = kind;
    this.element.hidden = !board.cells.length;
    if (!isEqual(this.board, board)) this.before = this.board;
    if (!isEqual([this.board?.columns, this.board?.rows], [board.columns, board.rows])) this.#lay(board);
    this.board = board;
    for (const cell of board.cells) this.#fill(cell);
  }

  /** @param {BoardPicture} board */
  #lay(board) {
    const focused = document.activeElement instanceof HTMLElement && this.cells.contains(document.activeElement);
    const spots = new Map(board.cells.map(({ square }) => [square, this.spots.get(square) ?? this.#spot(square)]));
    this.spots = spots;
    const width = board.columns.length;
    clear(
      this.cells,
      ...board.rows.map((_, i) =>
        el(
          "div",
          { class: "cells-row", role: "row" },
          ...board.cells.slice(i * width, (i + 1) * width).map(({ square }) => this.spot(square).box),
        ),
      ),
    );
    clear(this.rows, ...board.rows.map((row) => el("span", { text: row })));
    clear(this.columns, ...board.columns.map((column) => el("span", { text: column })));
    this.element.style.setProperty("--columns", String(width));
    this.element.style.setProperty("--rows", String(board.rows.length));
    if (!spots.has(this.home)) this.home = board.cells[board.cells.length >> 1]?.square ?? "";
    this.#settle(this.home);
    if (focused) this.focus(this.home);
  }

  /**
   * @param {string} square
   * @returns {Spot}
   */
  #spot(square) {
    const button = el("button", { type: "button", class: "square", data: { square } });
    return { box: el("div", { class: "cell", role: "gridcell" }, button), button, shown: null };
  }

  /** @param {BoardCell} cell */
  #fill(cell) {
    const spot = this.spot(cell.square);
    if (!spot.shown || !isEqual(spot.shown.piece, cell.piece)) clear(spot.button, cell.piece && drawPiece(cell.piece));
    spot.shown = cell;
    const marks = { "is-last": cell.last, "is-line": cell.line, "is-open": cell.open, "is-empty": !cell.piece };
    for (const [mark, on] of Object.entries(marks)) spot.button.classList.toggle(mark, on ?? false);
  }

  /** @param {Marks} marks */
  mark(marks) {
    const short = shortWording();
    for (const [square, { button, shown }] of this.spots) {
      const [target, source, picked] = [marks.targets.has(square), marks.sources.has(square), marks.picked === square];
      button.classList.toggle("is-target", target);
      button.classList.toggle("is-source", source);
      button.classList.toggle("is-picked", picked);
      button.classList.toggle("is-hint", marks.hints.has(square));
      button.classList.toggle("is-pending", marks.pending.has(square));
      const can = target || source || marks.offers.has(square);
      const long = shown && ((!can && shown.idle_name) || shown.name);
      const name = shown && short ? shortName(shown) : long;
      attribute(button, { "aria-label": name, "aria-disabled": !can, "aria-pressed": source ? picked : null });
    }
  }

  /**
   * Lets all pieces fade but those of these squares; without any, none fades.
   * @param {Set<string>} squares
   */
  light(squares) {
    this.element.classList.toggle("is-lit", squares.size > 0);
    for (const [name, { button }] of this.spots) button.classList.toggle("is-lit", squares.has(name));
  }

  /** @param {string | null} square */
  hover(square) {
    for (const [name, { button }] of this.spots) button.classList.toggle("is-over", name === square);
  }

  /** @param {string} square */
  spot(square) {
    const spot = this.spots.get(square);
    if (!spot) throw new Error(`no square ${square}`);
    return spot;
  }

  /** The drawing on a square. @param {string} square */
  drawing(square) {
    return this.spots.get(square)?.button.querySelector(".drawing") ?? null;
  }

  /** @param {string} square */
  focus(square) {
    this.spots.get(square)?.button.focus();
  }

  // By keyboard

  /** @param {string} square */
  #settle(square) {
    this.home = square;
    for (const [name, { button }] of this.spots) button.tabIndex = name === square ? 0 : -1;
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const board = this.board;
    if (!board || event.altKey || event.ctrlKey || event.metaKey) return;
    const width = board.columns.length;
    const at = board.cells.findIndex(({ square }) => square === this.home);
    let [x, y] = [at % width, Math.floor(at / width)];
    const step = STEPS[event.key];
    if (step) [x, y] = [within(x + step[0], width), within(y + step[1], board.rows.length)];
    else if (event.key === "Home") x = 0;
    else if (event.key === "End") x = width - 1;
    else if (event.key !== "PageDown" && event.key !== "PageUp") return;
    event.preventDefault();
    if (event.key.startsWith("Page")) this.#focusPiece(at, event.key === "PageDown" ? 1 : -1);
    else this.focus(board.cells[y * width + x].square);
  }

  /**
   * Moves the focus to the next square with a piece in this direction, around the board.
   * @param {number} at
   * @param {1 | -1} direction
   */
  #focusPiece(at, direction) {
    const cells = this.board?.cells ?? [];
    const later = cells.map((_, i) => cells.at((at + direction * (i + 1)) % cells.length));
    const found = later.find((cell) => cell?.piece);
    if (found) this.focus(found.square);
  }
}

/**
 * The square, and no more than what lies there.
 * @param {BoardCell} cell
 */
export function shortName({ square, what }) {
  return what ? `${square}, ${what}` : square;
}

/**
 * @param {number} i
 * @param {number} size
 */
function within(i, size) {
  return Math.max(0, Math.min(size - 1, i));
}
