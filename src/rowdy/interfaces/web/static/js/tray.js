// The pieces to pick from: the two piles, a stone's two sides, or a hand of cards.
// @ts-check
import { same } from "./changes.js";
import { clear, el } from "./dom.js";
import { drawPiece } from "./pieces.js";
import { t } from "./words.js";

/** @typedef {import("./types.js").Picture} Picture */
/** @typedef {import("./types.js").Piece} Piece */
/** @typedef {{ can: Set<string>, picked: number | null, hints: Set<string>, asked: boolean }} TrayMarks */

export class Tray {
  constructor() {
    this.element = el("div", { class: "pieces", role: "group", "aria-label": t("page-pieces") });
    /** @type {{ piece: Piece, button: HTMLButtonElement }[]} */
    this.places = [];
    this.element.addEventListener("keydown", (event) => this.#key(event));
    this.element.addEventListener("focusin", (event) =>
      this.#settle(this.places.findIndex(({ button }) => button === event.target)),
    );
  }

  /** @param {Picture} picture */
  show(picture) {
    const focused = this.places.findIndex(({ button }) => button === document.activeElement);
    const pieces = picture.pieces ?? [];
    // A button that stays the same stays: a click may be under way.
    if (
      pieces.length &&
      same(
        pieces,
        this.places.map(({ piece }) => piece),
      )
    )
      return;
    this.places = pieces.map((piece, nth) => ({ piece, button: this.#button(piece, nth) }));
    clear(this.element, ...(pieces.length ? this.places.map(({ button }) => button) : [pile(picture)]));
    this.element.dataset.look = pieces[0]?.look.type ?? "";
    this.element.hidden = !this.element.childElementCount;
    this.#settle(Math.max(0, Math.min(focused, pieces.length - 1)));
    if (focused >= 0) this.places[Math.min(focused, pieces.length - 1)]?.button.focus();
  }

  /**
   * @param {Piece} piece
   * @param {number} nth
   */
  #button(piece, nth) {
    const card = piece.look.type === "card";
    return el(
      "button",
      {
        type: "button",
        class: "piece",
        data: { piece: piece.key, nth },
        "aria-label": piece.hint && piece.can ? `${piece.name}; ${piece.hint}` : piece.name,
      },
      drawPiece(piece.look, card ? piece.label : ""),
      !card && label(piece.label),
    );
  }

  /** @param {TrayMarks} marks */
  mark(marks) {
    this.places.forEach(({ piece, button }, nth) => {
      const can = marks.can.has(piece.key);
      button.classList.toggle("is-source", can);
      button.classList.toggle("is-picked", marks.picked === nth);
      button.classList.toggle("is-hint", marks.hints.has(piece.key));
      button.classList.toggle("is-idle", marks.asked && !can);
      button.setAttribute("aria-disabled", String(!can));
      button.setAttribute("aria-pressed", String(marks.picked === nth));
    });
  }

  /** @param {number} nth */
  drawing(nth) {
    return this.places[nth]?.button.querySelector(".drawing") ?? null;
  }

  /** @param {number} nth */
  focus(nth) {
    this.places[nth]?.button.focus();
  }

  /** @param {number} nth */
  #settle(nth) {
    this.places.forEach(({ button }, i) => {
      button.tabIndex = i === nth ? 0 : -1;
    });
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const step = event.key === "ArrowLeft" ? -1 : event.key === "ArrowRight" ? 1 : 0;
    const at = this.places.findIndex(({ button }) => button === document.activeElement);
    if (!step || at < 0 || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    this.focus((at + step + this.places.length) % this.places.length);
  }
}

/**
 * Who has nothing to pick from still sees what all can see: the draw pile.
 * @param {Picture} picture
 */
function pile(picture) {
  if (picture.beside?.type !== "xoxo" || !picture.beside.draw.top) return null;
  const { top, label: count, name } = picture.beside.draw;
  return el(
    "div",
    { class: "piece", role: "img", "aria-label": t("page-draw-pile", { tiles: name }) },
    drawPiece(top),
    label(t("page-draw-pile", { tiles: count })),
  );
}

/**
 * No line begins with a dot.
 * @param {string} text
 */
function label(text) {
  return el("span", { class: "piece-label", text: text.replace(" · ", "\u00a0·\u00a0") });
}
