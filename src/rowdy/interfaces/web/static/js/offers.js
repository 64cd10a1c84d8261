// What can be picked and where it can go: the server's moves, asked step by step. No rules live here.
// @ts-check

/** @typedef {import("./types.js").Choice} Choice */

/** What has been picked: a piece beside the board (equal ones share a key, so also which of them), or one on a square.
 * @typedef {{ piece: string, nth: number } | { source: string }} Pick */

export class Offers {
  /** @param {Choice[]} moves */
  constructor(moves) {
    this.moves = moves;
    this.pieces = new Set(moves.map((move) => move.piece ?? "").filter(Boolean));
    this.sources = new Set(moves.map((move) => move.source ?? "").filter(Boolean));
    /** Moves for which nothing is to be picked or aimed at, such as passing. */
    this.plain = moves.filter((move) => !move.piece && !move.source && !aims(move).length);
  }

  /**
   * The moves that are left once this is picked.
   * @param {Pick | null} pick
   */
  left(pick) {
    if (!pick) return this.moves.filter((move) => !move.piece && !move.source && aims(move).length);
    if ("piece" in pick) return this.moves.filter((move) => move.piece === pick.piece);
    return this.moves.filter((move) => move.source === pick.source);
  }

  /**
   * @param {Pick | null} pick
   * @returns {Set<string>}
   */
  targets(pick) {
    return new Set(this.left(pick).flatMap(aims));
  }

  /**
   * The moves that are left once a square is chosen, too.
   * @param {Pick | null} pick
   * @param {string} square
   */
  at(pick, square) {
    return this.left(pick).filter((move) => aims(move).includes(square));
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

/**
 * The squares at which a move is aimed.
 * @param {Choice} move
 * @returns {string[]}
 */
export function aims(move) {
  return move.target ? [move.target] : (move.squares ?? []);
}
