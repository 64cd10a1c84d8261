// The tray of pieces to pick from: two piles, the two sides of a stone, or a hand of cards.
// @ts-check
import { MOST_LETTERS, drawPiece } from "../drawing/pieces.js";
import { clear, el, setTabStop, useArrowKeys } from "../common/dom.js";
import { isEqual } from "../common/equal.js";
import { t } from "../common/words.js";

/** @import { Picture, Piece } from "../common/types.js" */
/** @typedef {{ can: Set<string>, picked: number | null, hints: Set<string>, asked: boolean }} TrayMarks */

/** Less than this hides nothing of a card but the room for its ring, in pixels. */
const RIM = 8;

export class Tray {
  constructor() {
    this.element = el("div", { class: "pieces", role: "group", "aria-label": t("page-pieces") });
    /** @type {{ piece: Piece, button: HTMLButtonElement }[]} */
    this.slots = [];
    useArrowKeys(this.element);
    this.element.addEventListener("scroll", () => this.#showMore(), { passive: true });
    new ResizeObserver(() => this.#showMore()).observe(this.element);
  }

  /** Shows on which sides a long hand continues. */
  #showMore() {
    const { scrollLeft, scrollWidth, clientWidth } = this.element;
    const sides = [scrollLeft > RIM && "left", scrollLeft + clientWidth < scrollWidth - RIM && "right"];
    this.element.dataset.more = sides.filter(Boolean).join(" ");
  }

  /** @param {Picture} picture */
  show(picture) {
    const focused = this.slots.findIndex(({ button }) => button === document.activeElement);
    const pieces = picture.pieces ?? [];
    // Buttons are kept while the pieces are the same, since one of them may just be clicked.
    if (
      pieces.length &&
      isEqual(
        pieces,
        this.slots.map(({ piece }) => piece),
      )
    )
      return;
    this.slots = pieces.map((piece, nth) => ({ piece, button: this.#button(piece, nth) }));
    clear(this.element, ...(pieces.length ? this.slots.map(({ button }) => button) : [pile(picture)]));
    this.element.dataset.look = pieces[0]?.look.type ?? "";
    this.element.hidden = !this.element.childElementCount;
    const at = Math.min(focused, pieces.length - 1);
    setTabStop(this.element, Math.max(0, at));
    this.#showMore();
    if (focused >= 0) this.focus(at);
  }

  /**
   * @param {Piece} piece
   * @param {number} nth
   */
  #button(piece, nth) {
    const { look, label: written } = piece;
    const card = look.type === "card";
    const said = card || (look.type === "sign" && look.text === written && written.length <= MOST_LETTERS);
    // For voice control, the accessible name contains the visible text.
    const name = (said && !card) || piece.name.includes(written) ? piece.name : `${written}: ${piece.name}`;
    return el(
      "button",
      {
        type: "button",
        class: "piece",
        data: { piece: piece.key, nth },
        "aria-label": piece.hint && piece.can ? `${name}; ${piece.hint}` : name,
      },
      drawPiece(look, card ? written : ""),
      !said && label(written),
    );
  }

  /** @param {TrayMarks} marks */
  mark(marks) {
    this.slots.forEach(({ piece, button }, nth) => {
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
    return this.slots[nth]?.button.querySelector(".drawing") ?? null;
  }

  /** @param {number} nth */
  focus(nth) {
    this.slots[nth]?.button.focus();
  }
}

/**
 * The draw pile, which is shown to those who have nothing to pick from.
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
 * No line of a label begins with a dot.
 * @param {string} text
 */
function label(text) {
  return el("span", { class: "piece-label", text: text.replace(" · ", "\u00a0·\u00a0") });
}
