// The ladder of bots, and which of its levels suits somebody who has played before: their partner.
// @ts-check
import { store, stored } from "./storage.js";

/**
 * A finished game of one person against levels of the ladder. `share` is 1 for a win, 0 for a loss, and
 * something between for a draw or a shared win.
 * @typedef {{ id: string, bots: string[], share: number }} Played
 */

/** From the weakest to the strongest; the server knows them by the same names. */
export const LEVELS = ["beginner", "easy", "casual", "medium", "skilled", "advanced", "strong"];
/** Stands in place of a level for the one that suits the player. */
export const PARTNER = "partner";

const RESULTS = "rowdy-results";
const CHOSEN = "rowdy-partner";
/** How many games of one kind are kept, the latest. */
const MAX_RESULTS = 20;
/** The log-odds with which a level beats the one below it: it wins seven games of ten. */
const STEP = Math.log(7 / 3);
/** The mean and standard deviation of the prior for somebody's place on the ladder. */
const PRIOR_MEAN = 2;
const PRIOR_DEVIATION = 2;
/** The weight of a game relative to the one after it. */
const DISCOUNT = 0.9;

/** @returns {Record<string, Played[]>} */
function allResults() {
  const all = stored(RESULTS);
  return all && typeof all === "object" && !Array.isArray(all) ? all : {};
}

/**
 * The games against bots of the ladder that ended here, the latest first.
 * @param {string} game
 * @returns {Played[]}
 */
export function results(game) {
  const list = allResults()[game];
  return Array.isArray(list) ? list.filter(({ bots, share }) => Array.isArray(bots) && typeof share === "number") : [];
}

/**
 * Keeps a result, once, if all opponents are levels of the ladder.
 * @param {string} game
 * @param {Played} played
 */
export function keepResult(game, played) {
  const before = results(game);
  if (before.some(({ id }) => id === played.id) || !played.bots.length) return;
  if (!played.bots.every((bot) => LEVELS.includes(bot))) return;
  store(RESULTS, { ...allResults(), [game]: [played, ...before].slice(0, MAX_RESULTS) });
}

/** Forgets all results, and that a partner was wanted. */
export function forgetResults() {
  store(RESULTS, null);
  store(CHOSEN, null);
}

/** Whether a partner was wanted the last time. */
export function wantsPartner() {
  return stored(CHOSEN) === true;
}

/** @param {boolean} wanted */
export function choosePartner(wanted) {
  store(CHOSEN, wanted || null);
}

/**
 * The level against which somebody with these results wins about half of the games.
 * @param {Played[]} played the latest first
 * @param {number} opponents how many bots of this level there are to be
 */
export function partnerLevel(played, opponents) {
  const skill = likeliestSkill(played);
  const off = LEVELS.map((_, rung) => Math.abs(winProbability(skill, Array(opponents).fill(rung)) - 0.5));
  return LEVELS[off.indexOf(Math.min(...off))];
}

/**
 * The place on the ladder that explains the results best (Bradley and Terry's model, with a prior).
 * @param {Played[]} played
 */
function likeliestSkill(played) {
  let best = PRIOR_MEAN;
  let highest = -Infinity;
  for (let skill = -1; skill <= LEVELS.length; skill += 0.25) {
    let likelihood = -((skill - PRIOR_MEAN) ** 2) / (2 * PRIOR_DEVIATION ** 2);
    played.forEach(({ bots, share }, age) => {
      const wins = winProbability(skill, bots.map((bot) => LEVELS.indexOf(bot)));
      likelihood += DISCOUNT ** age * (share * Math.log(wins) + (1 - share) * Math.log(1 - wins));
    });
    if (likelihood > highest) [best, highest] = [skill, likelihood];
  }
  return best;
}

/**
 * @param {number} skill
 * @param {number[]} rungs those of the opponents
 */
function winProbability(skill, rungs) {
  const own = Math.exp(STEP * skill);
  return own / rungs.reduce((sum, rung) => sum + Math.exp(STEP * rung), own);
}
