// The positions that were visited: a tree of steps, of which one is shown, with branches where another turn was tried.
// @ts-check

/** @import { Exploration, ExploredAhead } from "../common/types.js" */

export class WalkStep {
  /** @type {WalkStep[]} */
  branches = [];
  /** What comes after it, once that is known. @type {ExploredAhead | null} */
  ahead = null;
  /** The branch that was visited last. @type {WalkStep | null} */
  next = null;

  /**
   * @param {Exploration} shown
   * @param {string[]} moves what led here from the step before
   * @param {WalkStep | null} before
   */
  constructor(shown, moves, before) {
    this.shown = shown;
    this.moves = moves;
    this.before = before;
  }
}

export class Walk {
  /** @param {Exploration} shown the first position */
  constructor(shown) {
    this.root = new WalkStep(shown, [], null);
    this.here = this.root;
  }

  /**
   * The step to which these moves were made before, if they were.
   * @param {string[]} moves
   */
  known(moves) {
    return this.here.branches.find((step) => step.moves.join() === moves.join()) ?? null;
  }

  /**
   * @param {Exploration} shown
   * @param {string[]} moves
   */
  add(shown, moves) {
    const step = new WalkStep(shown, moves, this.here);
    this.here.branches.push(step);
    return step;
  }

  /** @param {WalkStep} step */
  go(step) {
    this.here = step;
    for (let at = step; at.before; at = at.before) at.before.next = at;
  }
}
