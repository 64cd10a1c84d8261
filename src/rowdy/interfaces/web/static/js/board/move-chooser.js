// A small dialog that asks which move is meant, where a piece and a square leave more than one, or a square alone does.
// @ts-check
import { drawPiece } from "../drawing/pieces.js";
import { clear, el } from "../common/dom.js";
import { t } from "../common/words.js";
import { placeClear } from "./beside.js";
import { targetsOf } from "./legal-moves.js";

/** @import { OfferedMove, Piece } from "../common/types.js" */

export class MoveChooser {
  /**
   * @param {{
   *   choose: (move: OfferedMove) => void,
   *   preview: (move: OfferedMove | null) => void,
   *   close: () => void,
   * }} hooks
   */
  constructor(hooks) {
    this.hooks = hooks;
    this.element = el("div", {
      class: "chooser",
      role: "dialog",
      "aria-label": t("page-board-which"),
      hidden: true,
    });
  }

  get open() {
    return !this.element.hidden;
  }

  /**
   * @param {OfferedMove[]} moves
   * @param {Piece[]} pieces those among which the moves choose, too
   * @param {Element | null} anchor a square beside which it is put, off all that the moves name; or at the bottom of the board
   */
  ask(moves, pieces, anchor) {
    clear(
      this.element,
      el(
        "div",
        { class: "chooser-top" },
        t("page-board-which"),
        el("button", {
          type: "button",
          class: "quiet",
          text: t("page-board-cancel"),
          on: { click: () => this.hooks.close() },
        }),
      ),
      ...moves.map((move) =>
        el(
          "button",
          {
            type: "button",
            class: "button main",
            data: { move: move.move },
            on: {
              click: () => this.hooks.choose(move),
              focus: () => this.hooks.preview(move),
              pointerenter: () => this.hooks.preview(move),
            },
          },
          ...content(
            move,
            pieces.find(({ key }) => key === move.piece),
          ),
        ),
      ),
    );
    this.element.hidden = false;
    this.element.removeAttribute("style");
    this.element.classList.toggle("is-beside", anchor !== null);
    const board = anchor?.closest(".board");
    if (anchor && board) {
      const squares = new Set(moves.flatMap(targetsOf));
      const named = [...board.querySelectorAll("[data-square]")].filter((node) =>
        squares.has(/** @type {HTMLElement} */ (node).dataset.square ?? ""),
      );
      placeClear(this.element, anchor, board, named);
    }
    /** @type {HTMLElement | null} */ (this.element.querySelector("[data-move]"))?.focus({ preventScroll: true });
  }

  close() {
    if (!this.open) return;
    this.element.hidden = true;
    clear(this.element);
    this.hooks.preview(null);
  }
}

/**
 * What stands on the button of a move: its name, and the piece if that is chosen as well. A line is named by its
 * squares, as there is no room for more; whoever listens is told all.
 * @param {OfferedMove} move
 * @param {Piece | undefined} piece
 */
function content({ move, name = "", squares = [] }, piece) {
  const card = piece?.look.type === "card";
  const all = [card ? piece?.name : piece?.label, name].filter(Boolean).join(": ") || move;
  const line = squares.length > 1 ? squares.join("\u2013") : "";
  const unseen = line ? all : card ? "" : piece?.name;
  return [
    piece && drawPiece(piece.look),
    el("span", { class: line ? "line-name" : "", text: line || all }),
    unseen && el("span", { class: "unseen", text: unseen }),
  ];
}
