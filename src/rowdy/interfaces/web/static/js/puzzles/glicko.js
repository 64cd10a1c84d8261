// Glicko-2 (Glickman, "Example of the Glicko-2 system", 2022), the same as in play/glicko.py.
// @ts-check

/** @typedef {[rating: number, deviation: number, volatility: number]} Rating */
/** A result against somebody: 1 for a win, 0 for a loss. @typedef {{ opponent: Rating, score: number }} Result */

const POINTS_PER_UNIT = 173.7178;
const MIDDLE = 1500;
const TAU = 0.5;
const CLOSE_ENOUGH = 1e-6;
const MOST_DEVIATION = 350;

/** @type {Rating} */
export const NEWCOMER = [MIDDLE, MOST_DEVIATION, 0.06];

/**
 * The rating after a period with these results; without any, only the deviation grows.
 * @param {Rating} player
 * @param {Result[]} results
 * @param {number} [tau]
 * @returns {Rating}
 */
export function rate([rating, deviation, sigma], results, tau = TAU) {
  const mu = (rating - MIDDLE) / POINTS_PER_UNIT;
  const phi = deviation / POINTS_PER_UNIT;
  if (!results.length) return [rating, Math.min(MOST_DEVIATION, POINTS_PER_UNIT * Math.hypot(phi, sigma)), sigma];
  let information = 0;
  let surprise = 0;
  for (const { opponent, score } of results) {
    const g = 1 / Math.sqrt(1 + 3 * (opponent[1] / POINTS_PER_UNIT / Math.PI) ** 2);
    const expected = 1 / (1 + Math.exp(-g * (mu - (opponent[0] - MIDDLE) / POINTS_PER_UNIT)));
    information += g ** 2 * expected * (1 - expected);
    surprise += g * (score - expected);
  }
  const variance = 1 / information;
  const steady = volatility(sigma, phi, variance, variance * surprise, tau);
  const after = 1 / Math.sqrt(1 / (phi ** 2 + steady ** 2) + information);
  return [MIDDLE + POINTS_PER_UNIT * (mu + after ** 2 * surprise), POINTS_PER_UNIT * after, steady];
}

/**
 * Step 5 of the paper: the root of a function by the Illinois algorithm.
 * @param {number} sigma
 * @param {number} phi
 * @param {number} variance
 * @param {number} delta
 * @param {number} tau
 */
function volatility(sigma, phi, variance, delta, tau) {
  const a = Math.log(sigma ** 2);
  const f = (/** @type {number} */ x) => {
    const total = phi ** 2 + variance + Math.exp(x);
    return (Math.exp(x) * (delta ** 2 - total)) / (2 * total ** 2) - (x - a) / tau ** 2;
  };
  let low = a;
  let high = Math.log(delta ** 2 - phi ** 2 - variance);
  if (delta ** 2 <= phi ** 2 + variance) {
    let steps = 1;
    while (f(a - steps * tau) < 0) steps++;
    high = a - steps * tau;
  }
  let atLow = f(low);
  let atHigh = f(high);
  while (Math.abs(high - low) > CLOSE_ENOUGH) {
    const middle = low + ((low - high) * atLow) / (atHigh - atLow);
    const atMiddle = f(middle);
    if (atMiddle * atHigh <= 0) [low, atLow] = [high, atHigh];
    else atLow /= 2;
    [high, atHigh] = [middle, atMiddle];
  }
  return Math.exp(low / 2);
}
