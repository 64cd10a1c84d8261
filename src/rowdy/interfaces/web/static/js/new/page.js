// Sets up a game: edition, who sits where, who starts, and the house rules.
// @ts-check
import { messageOf } from "../common/api.js";
import { byId, clear, el } from "../common/dom.js";
import { LEVELS, PARTNER, choosePartner, forgetResults, partnerLevel, results, wantsPartner } from "../common/levels.js";
import { lazy } from "../common/lazy.js";
import { goToNewTable } from "../common/open-table.js";
import { connectSwitches } from "../common/switches.js";
import { lang, langOf, t } from "../common/words.js";
import { houseRules } from "./house-rules.js";

/** @import { BotOffer, Offer, SeatWanted } from "../common/types.js" */

const rulesPanel = lazy(() => import("../rules/panel.js"), { words: "rules/panel.js" });

const DEFAULT_BOT = "medium";
/** What stands before the name of a bot in the value of an option. */
const BOT = "bot:";
/** The number of letters of an edition's name from which on it may not fit on a phone. */
const LONG_EDITION = 28;

/** @type {Offer} */
const offer = JSON.parse(byId("offer", HTMLElement).textContent ?? "");
const rules = houseRules(offer);
const chairs = el("div", { class: "chairs" });
const hasPartner = LEVELS.every((level) => offer.bots.some(({ name }) => name === level));
const starter = el("select", { id: "starter" });
const trouble = el("p", { class: "trouble", role: "alert", hidden: true });
const open = el("button", { class: "button main", text: t("page-new-open") });
const room = el("button", { class: "button", value: "room", text: t("page-new-room"), data: { testid: "room" } });

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
    hasPartner && option(BOT + PARTNER, t("page-partner")),
    botOptions(t("page-new-levels"), bots.filter(({ name }) => LEVELS.includes(name)), levelOption),
    botOptions(t("page-new-more-bots"), bots.filter(({ name }) => !LEVELS.includes(name)), botOption),
  );
  const usual = bots.find(({ name }) => name === DEFAULT_BOT)?.name ?? bots[0]?.name;
  const bot = hasPartner && wantsPartner() ? PARTNER : usual;
  select.value = !number ? "me" : bot ? BOT + bot : "friend";
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
 * @param {(bot: BotOffer) => HTMLOptionElement} draw
 */
function botOptions(label, bots, draw) {
  return bots.length ? el("optgroup", { label }, ...bots.map(draw)) : null;
}

/** @param {BotOffer} bot */
function botOption({ name, level }) {
  return option(BOT + name, t("page-new-bot", { level }));
}

/**
 * A level with its place on the ladder.
 * @param {BotOffer} bot
 */
function levelOption({ name, level }) {
  const place = { step: LEVELS.indexOf(name) + 1, steps: LEVELS.length };
  return option(BOT + name, t("page-new-level", { level, ...place }));
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
    if (says) says.replaceChildren(...meaning(select.value));
  }
  const names = seats().map((select, seat) => {
    const who = select.selectedOptions[0]?.text ?? "";
    return option(String(seat), t("page-new-starter-seat", { seat: seat + 1, who }));
  });
  clear(starter, ...names, option("lot", t("page-new-starter-lot")));
  starter.value = chosen;
  if (starter.selectedIndex < 0) starter.value = "0";
}

/**
 * @param {string} value
 * @returns {(string | HTMLElement)[]}
 */
function meaning(value) {
  if (value === "friend") return [t("page-new-friend-say")];
  if (value === "person") return [t("page-new-person-say")];
  if (value === BOT + PARTNER) return aboutPartner();
  return [offer.bots.find(({ name }) => BOT + name === value)?.say ?? ""];
}

/** What a partner is, how strong it is now, and how to make it forget. */
function aboutPartner() {
  const games = results(offer.id).length;
  const level = offer.bots.find(({ name }) => name === partner())?.level ?? "";
  const now = games ? t("page-partner-now", { count: games, level }) : t("page-partner-begins", { level });
  const say = `${t("page-partner-say")} ${now} `;
  const forget = el("button", {
    type: "button",
    class: "quiet",
    text: t("page-partner-forget"),
    data: { testid: "forget-results" },
    on: {
      click: () => {
        forgetResults();
        explain();
      },
    },
  });
  return games ? [say, forget] : [say];
}

/** The level that suits the player, against all others at this table. */
function partner() {
  return partnerLevel(results(offer.id), Math.max(1, seats().length - 1));
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
  const select = el("select", { id: "edition", lang: langOf(offer.id) }, ...offer.editions.map(({ name, say }) => option(name, say)));
  // On a phone a long name is cut there.
  const whole = el("p", { class: "says", lang: langOf(offer.id), "aria-hidden": true, data: { testid: "edition-says" } });
  const show = () => {
    rules.edition(select.value);
    const { say = "" } = offer.editions.find(({ name }) => name === select.value) ?? {};
    clear(whole, say.length > LONG_EDITION && say);
  };
  select.value = (names.includes(lang) ? lang : names[0]) ?? "";
  select.addEventListener("change", show);
  show();
  const label = el("label", { class: "name", for: select.id, text: t("page-new-edition") });
  return { select, node: el("div", { hidden: names.length < 2 }, label, select, whole) };
}

/**
 * @param {string} name
 * @param {string} text
 */
function tick(name, text) {
  return el("label", { class: "pick" }, el("input", { type: "checkbox", name }), text);
}

/**
 * @param {boolean} phones whether nobody plays at this device
 * @returns {SeatWanted[]}
 */
function wantedSeats(phones) {
  return seats().map(({ value }) => {
    if (value === BOT + PARTNER) return { who: "bot", bot: partner() };
    if (value.startsWith(BOT)) return { who: "bot", bot: value.slice(BOT.length) };
    return { who: phones || value === "friend" ? "friend" : "me" };
  });
}

/** @param {number} count */
function wantedStarter(count) {
  return starter.value === "lot" ? Math.floor(Math.random() * count) : Number(starter.value);
}

/**
 * @param {string} edition
 * @param {boolean} inRoom whether this screen is to be the table, and phones the hands
 */
async function submit(edition, inRoom) {
  const ticked = new FormData(byId("new", HTMLFormElement));
  const wanted = wantedSeats(inRoom);
  const followed = seats().some(({ value }) => value === BOT + PARTNER);
  choosePartner(followed);
  trouble.hidden = true;
  open.disabled = room.disabled = true;
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
      { partner: followed, page: inRoom ? "screen" : "table" },
    );
  } catch (error) {
    trouble.textContent = messageOf(error);
    trouble.hidden = false;
  }
  open.disabled = room.disabled = false;
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
    el("div", { class: "go" }, trouble, open, room, el("p", { class: "says", text: t("page-room-say") })),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void submit(select.value, event.submitter === room);
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
  await (await rulesPanel())?.openRules({ game: offer.id, edition, rulings: rules.changed() });
}

connectSwitches();
show();
