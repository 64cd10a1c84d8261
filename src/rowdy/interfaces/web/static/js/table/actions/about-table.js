// About this table: what was agreed on, and that the deal is sealed.
// @ts-check
import { el } from "../../common/dom.js";
import { langOf, t } from "../../common/words.js";
import { dealKept } from "../connection/nonces.js";

/** @import { About, TableView } from "../../common/types.js" */
/** @import { TableClient } from "../connection/table-client.js" */

/**
 * The edition and the house rules of this table, whether it is practice, and the commitment.
 * @param {TableClient} client
 */
export function aboutTable({ about, view }) {
  if (!about || !view) return null;
  const own = langOf(about.game);
  const rules = about.rulings.map((ruling) => el("li", { text: ruling.say, lang: own }));
  return el(
    "section",
    { class: "agreed", data: { testid: "about-table" } },
    el("h3", { text: t("page-about-table") }),
    el("p", { text: about.edition_say, lang: own }),
    rules.length ? el("ul", {}, ...rules) : null,
    view.practice ? el("p", { text: t("page-fair-practice") }) : null,
    ...(about.chance ? seal(about, view) : []),
  );
}

/**
 * The commitment that this device keeps, and a warning if the server now tells another.
 * @param {About} about
 * @param {TableView} view
 */
function seal({ table }, view) {
  const { sealed, seen } = dealKept(table, view.round);
  const kept = sealed ?? seen ?? "";
  const wrong = kept !== view.commitment;
  return [
    el("p", { text: t("page-about-sealed") }),
    el(
      "details",
      {},
      el("summary", { text: t("page-fair") }),
      el("p", { text: t("page-fair-how") }),
      el("p", {}, `${t("page-fair-commitment")}: `, el("code", { text: kept, data: { testid: "commitment" } })),
    ),
    wrong ? el("p", { class: "trouble", role: "alert", text: t("page-fair-wrong-seal") }) : null,
  ];
}
