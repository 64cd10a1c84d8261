// The legal moves, which come from the server, narrowed down step by step: what can be picked, and where it can go.
// @ts-check

/** @import { OfferedMove } from "../common/types.js" */

/**
 * What is picked: a piece beside the board, also by its number since equal ones share a key, or one on a square.
 * @typedef {{ piece: string, nth: number } | { source: string }} Pick
 */

export class LegalMoves {
  /** @param {OfferedMove[]} moves */
  constructor(moves) {
    this.moves = moves;
    this.pieces = new Set(moves.map((move) => move.piece ?? "").filter(Boolean));
    this.sources = new Set(moves.map((move) => move.source ?? "").filter(Boolean));
    /** Moves without a piece or square, such as passing. */
    this.plain = moves.filter((move) => bare(move) && !targetsOf(move).length);
  }

  /**
   * The moves that are left once this is picked.
   * @param {Pick | null} pick
   */
  left(pick) {
    if (!pick) {
      return this.moves.filter((m) => bare(m) && targetsOf(m).length && !this.sources.has(m.target ?? ""));
    }
    if ("piece" in pick) return this.moves.filter((move) => move.piece === pick.piece);
    // A move on the square of a piece that could also move away is made by a second click there.
    return this.moves.filter((move) => (bare(move) ? move.target : move.source) === pick.source);
  }

  /**
   * @param {Pick | null} pick
   * @returns {Set<string>}
   */
  targets(pick) {
    return new Set(this.left(pick).flatMap(targetsOf));
  }

  /**
   * The moves that are left once a square is chosen, too.
   * @param {Pick | null} pick
   * @param {string} square
   */
  at(pick, square) {
    return this.left(pick).filter((move) => targetsOf(move).includes(square));
  }

  /**
   * The moves of pieces beside the board that end on a square, whichever piece is picked.
   * @param {string} square
   */
  pieceMovesAt(square) {
    return this.moves.filter((move) => move.piece && targetsOf(move).includes(square));
  }

  /** The squares on which some piece beside the board can come to lie. */
  get pieceTargets() {
    return new Set(this.moves.filter((move) => move.piece).flatMap(targetsOf));
  }

  /** Whether this can still be picked. @param {Pick} pick */
  allows(pick) {
    return "piece" in pick ? this.pieces.has(pick.piece) : this.sources.has(pick.source);
  }

  /** @param {string[]} names */
  named(names) {
    return this.moves.filter((move) => names.includes(move.move));
  }
}

/** Whether nothing is picked for a move. @param {OfferedMove} move */
function bare(move) {
  return !move.piece && !move.source;
}

/**
 * The squares that can be clicked to make a move.
 * @param {OfferedMove} move
 * @returns {string[]}
 */
export function targetsOf(move) {
  return move.target ? [move.target] : (move.squares ?? []);
}
