// The board in words, for those who cannot see it: square by square, by piece, or by line, in short or in full.
// @ts-check
import { clear, el } from "../common/dom.js";
import { setShortWording, shortWording } from "../common/storage.js";
import { listing, t } from "../common/words.js";
import { shortName } from "./grid.js";

/** @import { BoardCell, Picture } from "../common/types.js" */
/** @typedef {"squares" | "pieces" | "lines"} Order */

/** The least number of squares that makes a diagonal worth reading. */
const SHORTEST = 3;

export class Reading {
  #list = el("ul", { class: "reading-list", tabindex: 0, "aria-labelledby": "reading-title", data: { testid: "reading-list" } });
  /** @type {Order} */
  #order = "squares";
  /** @type {Picture | null} */
  #picture = null;

  /** @param {{ reword: () => void, close: () => void }} hooks `reword`: squares are to be named anew */
  constructor(hooks) {
    const short = el("input", { type: "checkbox", checked: shortWording(), data: { testid: "reading-short" } });
    short.addEventListener("change", () => {
      setShortWording(short.checked);
      hooks.reword();
      this.#draw();
    });
    /** @type {[Order, string][]} */
    const orders = [
      ["squares", t("page-read-squares")],
      ["pieces", t("page-read-pieces")],
      ["lines", t("page-read-lines")],
    ];
    const dialog = el(
      "dialog",
      {
        "aria-labelledby": "reading-title",
        data: { testid: "reading" },
        on: {
          close: () => {
            dialog.remove();
            hooks.close();
          },
          click: (event) => {
            if (event.target === dialog) dialog.close();
          },
        },
      },
      el(
        "form",
        { method: "dialog", class: "dialog-form" },
        el("h2", { text: t("page-read"), id: "reading-title" }),
        el(
          "div",
          { class: "menu-switches", role: "radiogroup", "aria-labelledby": "reading-title" },
          ...orders.map((order) => this.#choice(...order)),
        ),
        el("label", { class: "pick" }, short, el("span", { text: t("page-read-short") })),
        this.#list,
        el("p", { class: "agreed", text: t("page-read-keys") }),
        el("div", { class: "row" }, el("button", { class: "button", text: t("page-close") })),
      ),
    );
    document.body.append(dialog);
    dialog.showModal();
  }

  /** @param {Picture} picture */
  show(picture) {
    this.#picture = picture;
    this.#draw();
  }

  /**
   * @param {Order} order
   * @param {string} text
   */
  #choice(order, text) {
    const radio = el("input", { type: "radio", name: "reading-order", checked: order === this.#order, data: { testid: `reading-${order}` } });
    radio.addEventListener("change", () => {
      this.#order = order;
      this.#draw();
    });
    return el("label", { class: "pick" }, radio, el("span", { text }));
  }

  #draw() {
    if (!this.#picture) return;
    const read = { squares: bySquare, pieces: byPiece, lines: byLine }[this.#order];
    clear(this.#list, ...read(this.#picture, shortWording()).map((text) => el("li", { text })));
  }
}

/**
 * Every square; in short only those on which something lies, and then which are empty.
 * @param {Picture} picture
 * @param {boolean} short
 */
function bySquare({ board: { cells } }, short) {
  if (!short) return cells.map(({ name }) => name);
  return [...cells.filter(({ what }) => what).map(shortName), ...emptyOnes(cells)];
}

/**
 * Every kind of piece with its squares; in full also which squares are empty.
 * @param {Picture} picture
 * @param {boolean} short
 */
function byPiece({ board: { cells } }, short) {
  /** @type {Map<string, string[]>} */
  const found = new Map();
  for (const { what, square } of cells) if (what) found.set(what, [...(found.get(what) ?? []), square]);
  const pieces = [...found].map(([what, squares]) => t("page-read-piece", { what, squares: listing(squares) }));
  return short && pieces.length ? pieces : [...pieces, ...emptyOnes(cells)];
}

/**
 * The lines that were made, then all rows, columns and diagonals; in short without those on which nothing lies.
 * @param {Picture} picture
 * @param {boolean} short
 */
function byLine({ board, lines = [] }, short) {
  const width = board.columns.length;
  /** @param {number} x @param {number} y */
  const at = (x, y) => (x >= 0 && x < width ? board.cells[y * width + x] : undefined);
  const down = board.rows.map((_, y) => y);
  const across = board.columns.map((_, x) => x);
  const starts = Array.from({ length: width + down.length }, (_, i) => i);
  /** @param {(y: number) => number} column */
  const slant = (column) => down.flatMap((y) => at(column(y), y) ?? []);
  const diagonals = [
    ...starts.map((i) => slant((y) => i - down.length + y)),
    ...starts.map((i) => slant((y) => i - y)),
  ].filter((cells) => cells.length >= SHORTEST);
  const read = [
    ...down.map((y) => ({ id: "page-read-row", name: board.rows[y], cells: across.flatMap((x) => at(x, y) ?? []) })),
    ...across.map((x) => ({ id: "page-read-column", name: board.columns[x], cells: down.flatMap((y) => at(x, y) ?? []) })),
    ...diagonals.map((cells) => ({ id: "page-read-diagonal", name: `${cells[0].square}–${cells.at(-1)?.square}`, cells })),
  ];
  const told = read
    .filter(({ cells }) => !short || cells.some(({ what }) => what))
    .map(({ id, name, cells }) => readLine(id, name, cells, short));
  return [...lines.map(({ name }) => name), ...(told.length ? told : emptyOnes(board.cells))];
}

/**
 * A line with what lies on it, one after another; in full with the name of each square.
 * @param {string} id of the message
 * @param {string} name
 * @param {BoardCell[]} cells
 * @param {boolean} short
 */
function readLine(id, name, cells, short) {
  const said = cells.map(({ square, what }) => `${short ? "" : `${square} `}${what || t("page-read-nothing")}`);
  return t(id, { name, squares: said.join("; ") });
}

/**
 * Which squares are empty, if any are.
 * @param {BoardCell[]} cells
 */
function emptyOnes(cells) {
  const empty = cells.filter(({ what }) => !what).map(({ square }) => square);
  return empty.length ? [t("page-read-empty", { squares: listing(empty) })] : [];
}
