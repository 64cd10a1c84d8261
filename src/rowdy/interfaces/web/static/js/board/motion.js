// What moves from one picture to the next: pieces that are laid, lifted or turned, and the field as it grows.
// @ts-check
import { isEqual } from "../common/equal.js";
import { drawPiece } from "../drawing/pieces.js";
import { Animations } from "./animation.js";
import { difference } from "./diff.js";

/** @import { OfferedMove, Picture } from "../common/types.js" */
/** @import { Box } from "./animation.js" */
/** @import { Grid } from "./grid.js" */
/**
 * Where everything lies; `sent` is what was picked for the move that was sent.
 * @typedef {{ squares: Map<string, Box>, pieces: Map<string, Box>, sent: Box | null }} Positions
 */

export class Motion {
  #grid;
  #animations;

  /**
   * @param {Grid} grid
   * @param {HTMLElement} overlay what flies is drawn here
   */
  constructor(grid, overlay) {
    this.#grid = grid;
    this.#animations = new Animations(overlay);
  }

  /** Ends at once what is still moving. */
  finish() {
    this.#animations.finish();
  }

  /**
   * Where everything lies, before the next picture is drawn.
   * @param {Box | null} sent
   * @returns {Positions}
   */
  positions(sent) {
    const squares = new Map([...this.#grid.spots].map(([square, { box }]) => [square, box.getBoundingClientRect()]));
    const pieces = new Map(
      [...this.#grid.spots.keys()].flatMap((square) => {
        const drawing = this.#grid.drawing(square);
        return drawing ? [/** @type {[string, Box]} */ ([square, drawing.getBoundingClientRect()])] : [];
      }),
    );
    return { squares, pieces, sent };
  }

  /**
   * Lets all that differs between two pictures, the later of which is drawn, come from where it was.
   * @param {Picture} before
   * @param {Picture} picture
   * @param {Positions} positions
   * @param {OfferedMove | null} sent the player's own move
   * @param {Map<string, Box>} [origins] where pieces of others came from, by their squares
   */
  animate(before, picture, positions, sent, origins) {
    const animations = this.#animations;
    const found = difference(before.board, picture.board);
    for (const { from, was } of found.gone) {
      const box = positions.pieces.get(from);
      if (box) animations.lift(drawPiece(was), box);
    }
    for (const { to } of found.laid) {
      const piece = this.#grid.drawing(to);
      const from = sent?.target === to ? positions.sent : origins?.get(to);
      if (piece && from) animations.fly(piece, from);
      else if (piece) animations.drop(piece);
    }
    for (const { from, to, was } of found.moved) {
      const piece = this.#grid.drawing(to);
      const box = (sent?.source === from && positions.sent) || positions.pieces.get(from);
      if (piece && box && was.type === "sign") animations.fly(piece, box);
      else if (piece && box) animations.turn(piece, drawPiece(was), box);
    }
    this.#shift(positions);
  }

  /**
   * Moves the whole field smoothly if other squares are shown now.
   * @param {Positions} positions
   */
  #shift({ squares }) {
    const { spots, lattice } = this.#grid;
    if (isEqual([...squares.keys()], [...spots.keys()])) return;
    const known = [...spots.keys()].find((square) => squares.has(square));
    const was = squares.get(known ?? "");
    if (known && was) this.#animations.shift(lattice, this.#grid.spot(known).box.getBoundingClientRect(), was);
    for (const [square, { box }] of spots) if (!squares.has(square)) this.#animations.appear(box);
  }
}
