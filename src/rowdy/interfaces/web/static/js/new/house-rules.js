// The house rules of a game: each question with its options, and what the rulebooks say about it.
// @ts-check
import { el } from "../common/dom.js";
import { langOf, listing, locale, t } from "../common/words.js";

/** @import { HouseRuleOffer, Offer } from "../common/types.js" */

/**
 * `edition` sets all rules to those of an edition, `changed` returns those that differ from it, and `seats` is
 * called with the number of seats, on which the results of a rule depend.
 * @typedef {object} HouseRules
 * @property {HTMLElement} node
 * @property {(name: string) => void} edition
 * @property {() => Record<string, string>} changed
 * @property {(count: number) => void} seats
 */

/** With more options than these a rule is a drop-down menu. */
const MAX_RADIO_BUTTONS = 5;
const languages = new Intl.DisplayNames(locale, { type: "language" });
/** Rulebooks are named by their language; those of other packages may have any name. */
const LANGUAGE = /^[a-z]{2}$/;

/**
 * @param {Offer} offer
 * @returns {HouseRules}
 */
export function houseRules(offer) {
  const told = el("span", { class: "changed" });
  const usual = el("span", { "data-testid": "usual" });
  /** @type {Record<string, string>} */
  let standard = {};
  /** @type {Record<string, string>} */
  let chosen = {};
  let seats = offer.seats[0] ?? 2;
  // A custom deck cannot be chosen here.
  const rulings = offer.rulings.filter(({ name }) => name !== offer.deck);
  const parts = new Map(rulings.map((ruling) => [ruling.name, fieldset(ruling, choose, langOf(offer.id))]));

  /** @param {HouseRuleOffer} ruling */
  function matters({ needs }) {
    return !needs || chosen[needs[0]] === needs[1];
  }

  /**
   * What comes of the option that is chosen. Where another rule is changed, the results with all usual rules do not hold.
   * @param {HouseRuleOffer} ruling
   */
  function resultsOf(ruling) {
    const results = ruling.options.find(({ name }) => name === chosen[ruling.name])?.results?.[seats] ?? "";
    const others = Object.keys(changed()).some((name) => name !== ruling.name && name !== ruling.needs?.[0]);
    return others && offer.usual_rule && results.endsWith(offer.usual_rule) ? offer.usual_rule : results;
  }

  function changed() {
    const differ = rulings.filter((ruling) => matters(ruling) && chosen[ruling.name] !== standard[ruling.name]);
    return Object.fromEntries(differ.map(({ name }) => [name, chosen[name] ?? ""]));
  }

  /**
   * @param {string} name
   * @param {string} option
   */
  function choose(name, option) {
    chosen[name] = option;
    show();
  }

  function show() {
    for (const ruling of rulings) {
      const part = parts.get(ruling.name);
      if (!part) continue;
      part.hidden = !matters(ruling);
      for (const input of part.querySelectorAll("input")) input.checked = input.value === chosen[ruling.name];
      for (const select of part.querySelectorAll("select")) select.value = chosen[ruling.name] ?? "";
      for (const results of part.querySelectorAll(".results")) results.textContent = resultsOf(ruling);
    }
    usual.textContent = offer.usual?.[seats] ?? "";
    const count = Object.keys(changed()).length;
    told.textContent = count ? t("page-new-rules-changed", { count }) : "";
  }

  return {
    node: el(
      "details",
      { class: "rules", hidden: !rulings.length },
      el("summary", {}, t("page-new-rules"), told),
      ...parts.values(),
      offer.measured ? el("p", { class: "measured" }, usual, " ", offer.measured) : null,
    ),
    edition(name) {
      standard = offer.editions.find((edition) => edition.name === name)?.options ?? {};
      chosen = { ...standard };
      show();
    },
    changed,
    seats(count) {
      seats = count;
      show();
    },
  };
}

/**
 * @param {HouseRuleOffer} ruling
 * @param {(name: string, option: string) => void} choose
 * @param {string | undefined} own the language of the game's words, where it is not that of the page
 */
function fieldset(ruling, choose, own) {
  const question = el("legend", { text: ruling.say, lang: own });
  const source = el("p", { class: "source", text: ruling.source });
  const many = ruling.options.length > MAX_RADIO_BUTTONS;
  const options = many ? [menu(ruling, choose, own)] : ruling.options.map((option) => radio(ruling, option, choose, own));
  const results = el("p", { class: "results", role: "status", "data-testid": `results-${ruling.name}` });
  return el("fieldset", { class: "rule" }, question, ...options, results, source);
}

/**
 * @param {HouseRuleOffer} ruling
 * @param {{ name: string, say: string }} option
 * @param {(name: string, option: string) => void} choose
 * @param {string | undefined} own the language of the game's words, where it is not that of the page
 */
function radio(ruling, { name, say }, choose, own) {
  const chosen = () => choose(ruling.name, name);
  const input = el("input", { type: "radio", name: `rule-${ruling.name}`, value: name, on: { change: chosen } });
  return el("label", { class: "pick" }, input, el("span", {}, el("span", { text: say, lang: own }), books(ruling, name)));
}

/**
 * Where there are many options they are numbers, which are listed in ascending order.
 * @param {HouseRuleOffer} ruling
 * @param {(name: string, option: string) => void} choose
 * @param {string | undefined} own the language of the game's words, where it is not that of the page
 */
function menu(ruling, choose, own) {
  const sorted = [...ruling.options].sort((a, b) => Number(a.name) - Number(b.name));
  const options = sorted.map(({ name, say }) => el("option", { value: name, text: say }));
  const select = el("select", { "aria-label": ruling.say, lang: own }, ...options);
  select.addEventListener("change", () => choose(ruling.name, select.value));
  return select;
}

/**
 * The rulebooks that name this option.
 * @param {HouseRuleOffer} ruling
 * @param {string} option
 */
function books(ruling, option) {
  const found = Object.keys(ruling.books).filter((book) => ruling.books[book] === option);
  if (!found.length) return null;
  const names = found.map((book) => (LANGUAGE.test(book) && languages.of(book)) || book);
  return el("span", { class: "books", text: t("page-new-books", { count: found.length, books: listing(names) }) });
}
