// What a step tells, in short: a deal names every card, and those can be seen.
// @ts-check
import { t } from "./words.js";

/** @typedef {{ n: number, say: string[] }} Told */

/** A move is told in fewer sentences. */
const LONG = 4;

/**
 * The deal of a round: before it people only sit down, each in one sentence. The flip games have none.
 * @param {Told[]} log
 * @returns {Told | null}
 */
export function dealOf(log) {
  const first = log.find(({ say }) => say.length > 1);
  return first && first.say.length > LONG ? first : null;
}

/**
 * @param {Told} told
 * @param {boolean} deal
 */
export function inShort(told, deal) {
  return deal ? `${told.say[0]} ${t("page-replay-deal")}` : told.say.join(" ");
}
