// After a game against bots: keeps the result, and offers a partner of another level if the results ask for one.
// @ts-check
import { el } from "../common/dom.js";
import { LEVELS, keepResult, partnerLevel, results } from "../common/levels.js";
import { goToNewTable } from "../common/open-table.js";
import { t } from "../common/words.js";
import { linksOf } from "./connection/own-places.js";

/** @import { About, TableView } from "../common/types.js" */

/**
 * Keeps the result of a game that one person has just finished, if all the others were levels of the ladder.
 * @param {string} table
 * @param {About} about
 * @param {TableView} view
 */
export function noteResult(table, about, { outcome, you, seats, round, practice }) {
  if (!outcome || you === undefined || practice) return;
  const { winners } = outcome;
  const share = winners.length ? Number(winners.includes(you)) / winners.length : 1 / seats.length;
  const bots = seats.filter((_, seat) => seat !== you).map(({ kind, bot }) => (kind === "bot" && bot) || "");
  keepResult(about.game, { id: `${table}-${round}`, bots, share });
}

/**
 * A button for another game, where the level of a partner is no longer the one that suits.
 * @param {string} table
 * @param {About} about
 * @param {TableView} view
 */
export function otherPartner(table, about, { seats, you }) {
  const now = seats.find(({ bot }) => bot && LEVELS.includes(bot))?.bot;
  const { partner } = linksOf(table) ?? {};
  if (!partner || !now || you === undefined) return null;
  const level = partnerLevel(results(about.game), seats.length - 1);
  const way = Math.sign(LEVELS.indexOf(level) - LEVELS.indexOf(now));
  if (!way) return null;
  const wanted = {
    game: about.game,
    edition: about.edition,
    rulings: Object.fromEntries(about.rulings.map(({ name, option }) => [name, option])),
    seats: seats.map((_, seat) =>
      seat === you ? { who: /** @type {const} */ ("me") } : { who: /** @type {const} */ ("bot"), bot: level },
    ),
  };
  const go = () => goToNewTable(wanted, about.title, { partner: true }).catch(() => {});
  const text = way > 0 ? t("page-partner-stronger") : t("page-partner-weaker");
  const button = { class: "button", type: "button", text, data: { testid: "other-partner" } };
  return el("div", { class: "ending-again" }, el("button", { ...button, on: { click: () => void go() } }));
}
