// A step in few words: a deal names every card, which the player can see anyway.
// @ts-check
import { t } from "../../common/words.js";

/** @import { LogLine } from "../../common/types.js" */

/**
 * The sentences on a step, those that tell a deal apart from the others.
 * @param {LogLine} line
 */
export function splitDeal({ say, deal = 0 }) {
  return { others: say.slice(0, say.length - deal), deal: say.slice(say.length - deal) };
}

/** @param {LogLine} line */
export function summary(line) {
  const { others, deal } = splitDeal(line);
  const told = others.slice(0, others.length - (line.quiet ?? 0));
  return [...told, ...(deal.length ? [t("page-replay-deal")] : [])].join(" ");
}
