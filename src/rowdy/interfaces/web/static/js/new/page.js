// Sets up a game: edition, who sits where, who starts, and the house rules.
// @ts-check
import { messageOf } from "../common/api.js";
import { byId, clear, el } from "../common/dom.js";
import { goToNewTable } from "../common/open-table.js";
import { connectThemeSwitch } from "../common/theme.js";
import { lang, t } from "../common/words.js";
import { houseRules } from "./house-rules.js";

/** @import { BotOffer, Offer, SeatWanted } from "../common/types.js" */

const DEFAULT_BOT = "medium";
/** The bots that are offered before all others, from the weakest on. */
const LEVELS = ["easy", "medium", "strong", "perfect"];
/** What stands before the name of a bot in the value of an option. */
const BOT = "bot:";

/** @type {Offer} */
const offer = JSON.parse(byId("offer", HTMLElement).textContent ?? "");
const rules = houseRules(offer);
const chairs = el("div", { class: "chairs" });
const starter = el("select", { id: "starter" });
const trouble = el("p", { class: "trouble", role: "alert", hidden: true });
const open = el("button", { class: "button main", text: t("page-new-open") });

// Seats

/**
 * @param {string} value
 * @param {string} text
 */
function option(value, text) {
  return el("option", { value, text });
}

/** @param {number} number */
function chair(number) {
  const bots = offer.bots;
  const select = el(
    "select",
    { id: `seat-${number}`, "aria-describedby": `seat-${number}-says`, on: { change: () => seatChanged(select) } },
    option("me", t("page-new-me")),
    option("person", t("page-new-person")),
    option("friend", t("page-new-friend")),
    botOptions(t("page-new-levels"), bots.filter(({ name }) => LEVELS.includes(name))),
    botOptions(t("page-new-more-bots"), bots.filter(({ name }) => !LEVELS.includes(name))),
  );
  const bot = bots.find(({ name }) => name === DEFAULT_BOT) ?? bots[0];
  select.value = !number ? "me" : bot ? BOT + bot.name : "friend";
  return el(
    "div",
    { class: "chair" },
    el("label", { for: select.id, text: t("page-new-seat", { seat: number + 1 }) }),
    select,
    el("p", { class: "says", id: `seat-${number}-says` }),
  );
}

/**
 * @param {string} label
 * @param {BotOffer[]} bots
 */
function botOptions(label, bots) {
  const options = bots.map(({ name, level }) => option(BOT + name, t("page-new-bot", { level })));
  return options.length ? el("optgroup", { label }, ...options) : null;
}

function seats() {
  return [...chairs.querySelectorAll("select")];
}

/**
 * At most one seat is "me": if another was, it is now that of another person.
 * @param {HTMLSelectElement} changed
 */
function seatChanged(changed) {
  if (changed.value === "me") {
    for (const select of seats()) if (select !== changed && select.value === "me") select.value = "person";
  }
  explain();
}

/** Describes below each seat what was chosen for it, and lists who can start. */
function explain() {
  const chosen = starter.value;
  for (const select of seats()) {
    const says = select.parentElement?.querySelector(".says");
    if (says) says.textContent = meaning(select.value);
  }
  const names = seats().map((select, seat) => {
    const who = select.selectedOptions[0]?.text ?? "";
    return option(String(seat), t("page-new-starter-seat", { seat: seat + 1, who }));
  });
  clear(starter, ...names, option("lot", t("page-new-starter-lot")));
  starter.value = chosen;
  if (starter.selectedIndex < 0) starter.value = "0";
}

/** @param {string} value */
function meaning(value) {
  if (value === "friend") return t("page-new-friend-say");
  if (value === "person") return t("page-new-person-say");
  return offer.bots.find(({ name }) => BOT + name === value)?.say ?? "";
}

/** @param {number} count */
function setCount(count) {
  rules.seats(count);
  while (chairs.children.length > count) chairs.lastChild?.remove();
  while (chairs.children.length < count) chairs.append(chair(chairs.children.length));
  explain();
}

// The form

function counts() {
  const fewest = offer.seats[0] ?? 2;
  const choices = offer.seats.map((count) =>
    el(
      "label",
      { class: "pick" },
      el("input", {
        type: "radio",
        name: "count",
        value: count,
        checked: count === fewest,
        on: { change: () => setCount(count) },
      }),
      String(count),
    ),
  );
  setCount(fewest);
  return el(
    "fieldset",
    { hidden: choices.length < 2 },
    el("legend", { text: t("page-new-players") }),
    el("div", { class: "few" }, ...choices),
  );
}

function editions() {
  const names = offer.editions.map(({ name }) => name);
  const select = el("select", { id: "edition" }, ...offer.editions.map(({ name, say }) => option(name, say)));
  select.value = (names.includes(lang) ? lang : names[0]) ?? "";
  select.addEventListener("change", () => rules.edition(select.value));
  rules.edition(select.value);
  const label = el("label", { class: "name", for: select.id, text: t("page-new-edition") });
  return { select, node: el("div", { hidden: names.length < 2 }, label, select) };
}

/**
 * @param {string} name
 * @param {string} text
 */
function tick(name, text) {
  return el("label", { class: "pick" }, el("input", { type: "checkbox", name }), text);
}

/** @returns {SeatWanted[]} */
function wantedSeats() {
  return seats().map(({ value }) => {
    if (value.startsWith(BOT)) return { who: "bot", bot: value.slice(BOT.length) };
    return { who: value === "friend" ? "friend" : "me" };
  });
}

/** @param {number} count */
function wantedStarter(count) {
  return starter.value === "lot" ? Math.floor(Math.random() * count) : Number(starter.value);
}

/** @param {string} edition */
async function submit(edition) {
  const ticked = new FormData(byId("new", HTMLFormElement));
  const wanted = wantedSeats();
  trouble.hidden = true;
  open.disabled = true;
  try {
    await goToNewTable(
      {
        game: offer.id,
        edition,
        seats: wanted,
        rulings: rules.changed(),
        starter: wantedStarter(wanted.length),
        confirm: ticked.has("confirm"),
        hints: ticked.has("hints"),
      },
      offer.name,
    );
  } catch (error) {
    trouble.textContent = messageOf(error);
    trouble.hidden = false;
  }
  open.disabled = false;
}

function show() {
  const form = byId("new", HTMLFormElement);
  const { select, node } = editions();
  clear(
    form,
    counts(),
    el("fieldset", {}, el("legend", { text: t("page-new-seats") }), chairs),
    el("div", {}, el("label", { class: "name", for: starter.id, text: t("page-new-starter") }), starter),
    node,
    rules.node,
    el(
      "fieldset",
      {},
      el("legend", { text: t("page-new-more") }),
      tick("confirm", t("page-new-confirm")),
      tick("hints", t("page-new-hints")),
    ),
    el("div", { class: "go" }, trouble, open),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void submit(select.value);
  });
  byId("rules", HTMLAnchorElement).addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    void showRules(select.value);
  });
}

/**
 * Shows how to play by what is chosen now.
 * @param {string} edition
 */
async function showRules(edition) {
  const { openRules } = await import("../rules/panel.js");
  await openRules({ game: offer.id, edition, rulings: rules.changed() });
}

connectThemeSwitch();
show();
