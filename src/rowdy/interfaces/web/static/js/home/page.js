// The home page: start a game at once, go on with one, join one, or replay a record.
// @ts-check
import { root } from "../common/root.js";
import { drawGame } from "../drawing/game-pictures.js";
import { messageOf } from "../common/api.js";
import { byId, clear, el, foreign } from "../common/dom.js";
import { declineLessons, knowsLessons } from "../common/lessons.js";
import { keptGames, removeGame } from "../common/kept-games.js";
import { lazy } from "../common/lazy.js";
import { LEVELS, partnerLevel, results, wantsPartner } from "../common/levels.js";
import { goToNewTable } from "../common/open-table.js";
import { forgetTable, handOverRecord, rememberedTables } from "../common/storage.js";
import { connectSwitches } from "../common/switches.js";
import { ago, formats, lang, langOf, listing, t } from "../common/words.js";

/** @import { KeptGame } from "../common/kept-games.js" */
/** @import { TableEntry } from "../common/storage.js" */
/** @import { Offer, TableWanted } from "../common/types.js" */

/**
 * What a button needs to know of its game; editions and bots by their names.
 * @typedef {Pick<Offer, "name" | "seats"> & { editions: string[], bots: string[] }} Game
 */

const MAX_RECORD_BYTES = 64 * 1024;
const MAX_TABLES_SHOWN = 6;
const MAX_FINISHED_SHOWN = 6;
const dialogs = lazy(() => import("../table/dialogs.js"), { words: "table/dialogs.js" });
const DEFAULT_BOT = "medium";
/** A link to a table, with or without the address of the server, as people may paste it. */
const LINK = /^(?:((?:https?:\/\/[^/?#]+)?(?:\/[\w.-]+)*?)\/table\/)?([\w-]{8,40})(?:\?[^#]*)?#([\w-]{20,80})$/;

/**
 * @param {HTMLElement} node
 * @param {string} text
 */
function showTrouble(node, text) {
  node.textContent = text;
  node.hidden = !text;
}

// Start at once

/**
 * A table for one person against as many bots as the game needs, in the edition of the page's language if there is one.
 * @param {string} id
 * @param {Game} game
 * @param {boolean} partner whether the bots' level follows the player's results
 * @returns {TableWanted}
 */
function quickTable(id, { seats, editions, bots }, partner) {
  const usual = bots.includes(DEFAULT_BOT) ? DEFAULT_BOT : bots[0];
  const bot = partner ? partnerLevel(results(id), seats[0] - 1) : usual;
  const others = Array.from({ length: seats[0] - 1 }, () => ({ who: /** @type {const} */ ("bot"), bot }));
  return { game: id, edition: editions.includes(lang) ? lang : editions[0], seats: [{ who: "me" }, ...others] };
}

/**
 * @param {string} id
 * @param {Game} game
 */
async function play(id, game) {
  const open = openTables().find((entry) => entry.game === id && entry.phase === "playing");
  if (open && !(await wantsNew(open))) return;
  const partner = wantsPartner() && LEVELS.every((level) => game.bots.includes(level));
  await goToNewTable(quickTable(id, game, partner), game.name, { partner });
}

/**
 * Opens a table that this screen is, for people who take their seats by phone.
 * @param {string} id
 * @param {Game} game
 */
async function playInRoom(id, { name, seats, editions }) {
  const count = seats.length > 1 ? await howMany(foreign.mark(name, langOf(id)), seats) : seats[0];
  if (!count) return;
  const people = Array.from({ length: count }, () => ({ who: /** @type {const} */ ("friend") }));
  const edition = editions.includes(lang) ? lang : editions[0];
  await goToNewTable({ game: id, edition, seats: people }, name, { page: "screen" });
}

/**
 * @param {string} title
 * @param {number[]} counts
 * @returns {Promise<number>} 0 for not at all
 */
async function howMany(title, counts) {
  const loaded = await dialogs();
  const buttons = counts.map((count) => ({ value: String(count), text: String(count), testid: `phones-${count}` }));
  const say = [el("p", { text: t("page-room-say") }), el("p", { text: t("page-room-count") })];
  return Number((await loaded?.ask(t("page-room-named", { game: title }), say, buttons)) ?? 0);
}

/**
 * Does what a button of a game is for; whatever goes wrong is said above the games.
 * @param {HTMLButtonElement} button
 * @param {(id: string, game: Game) => Promise<void>} start
 */
async function begin(button, start) {
  const card = button.closest(".game");
  const { game: id = "", offer = "" } = card instanceof HTMLElement ? card.dataset : {};
  const trouble = byId("trouble", HTMLElement);
  if (button.ariaBusy) return;
  button.ariaBusy = "true";
  showTrouble(trouble, "");
  try {
    await start(id, JSON.parse(offer));
  } catch (error) {
    showTrouble(trouble, messageOf(error));
    trouble.scrollIntoView({ block: "nearest" });
  }
  button.ariaBusy = null;
}

/**
 * Asks whether to go on with an open game, and goes there if so.
 * @param {TableEntry} entry
 * @returns {Promise<boolean>} whether a new one is wanted
 */
async function wantsNew(entry) {
  const loaded = await dialogs();
  if (!loaded) return false;
  const answer = await loaded.ask(t("page-open-title", { game: foreign.mark(entry.title, langOf(entry.game)) }), [el("p", { text: state(entry) })], [
    { value: "on", text: t("page-open-on"), main: true, testid: "go-on-open" },
    { value: "new", text: t("page-open-new"), testid: "open-new" },
  ]);
  if (answer === "on") location.assign(tablePath(entry));
  return answer === "new";
}

function connectGames() {
  for (const card of document.querySelectorAll(".game")) {
    const game = card instanceof HTMLElement && card.dataset.game;
    if (game) card.querySelector(".mark")?.append(drawGame(game));
  }
  for (const button of document.querySelectorAll(".game button")) {
    if (!(button instanceof HTMLButtonElement)) continue;
    button.addEventListener("click", () => void begin(button, "room" in button.dataset ? playInRoom : play));
  }
}

// Go on

/**
 * The tables that are not known to be over, the latest first; one that several people play here is listed once.
 * @returns {TableEntry[]}
 */
function openTables() {
  const kept = new Set(keptGames().map(({ id }) => id.replace(/-\d+$/, "")));
  const tables = [...new Map(rememberedTables().reverse().map((entry) => [entry.table, entry])).values()];
  const open = tables.filter((entry) => entry.phase !== "over" || !kept.has(entry.table));
  return open.sort((a, b) => b.at - a.at);
}

/** @param {TableEntry} entry */
function tablePath(entry) {
  return `${root}/${entry.page ?? "table"}/${encodeURIComponent(entry.table)}`;
}

/**
 * Against whom a game is, whose turn it is, and when that was so.
 * @param {TableEntry} entry
 */
function state({ names = [], phase, turn, place, at }) {
  const seated = place !== "watch" && place !== "host";
  const due = turn ? t("page-turn-theirs", { name: turn }) : seated ? t("page-turn-yours") : "";
  return [
    names.length > 0 && t("page-against", { names: listing(names) }),
    phase === "waiting" ? t("page-turn-waiting") : phase === "playing" && due,
    ago(at),
  ]
    .filter(Boolean)
    .join(" · ");
}

function showTables() {
  const tables = openTables();
  byId("go-on", HTMLElement).hidden = !tables.length;
  clear(byId("tables", HTMLElement), ...tables.slice(0, MAX_TABLES_SHOWN).map(tableItem));
}

/** @param {TableEntry} entry */
function tableItem(entry) {
  const name = t("page-forget-named", { game: entry.title });
  const item = el(
    "li",
    {},
    el(
      "a",
      { href: tablePath(entry) },
      drawGame(entry.game),
      el("span", {}, el("b", { text: entry.title, lang: langOf(entry.game) }), el("span", { class: "when", text: state(entry) })),
    ),
    el("button", {
      type: "button",
      class: "quiet",
      text: "×",
      "aria-label": name,
      on: { click: () => removeItem(item, foreign.mark(entry.title, langOf(entry.game)), forgetTable(entry.table)) },
    }),
  );
  return item;
}

/**
 * A removed table or game can be put back until the page is left, as nobody finds a table again without its entry.
 * @param {HTMLElement} item
 * @param {string} title
 * @param {() => void} putBack
 */
function removeItem(item, title, putBack) {
  const list = item.parentElement;
  const back = el("button", { type: "button", class: "button", text: t("page-forget-undo") });
  back.addEventListener("click", () => {
    putBack();
    showLists();
    list?.querySelector("a")?.focus();
  });
  clear(item, el("span", { class: "off", text: t("page-forgotten", { game: title }) }), back);
  back.focus();
}

// Learn

/** Somebody who has neither played nor learned here is asked, until they say that they would rather not. */
function offerLessons() {
  const newcomer = byId("newcomer", HTMLDetailsElement);
  newcomer.hidden = knowsLessons() || rememberedTables().length > 0;
}

function decline() {
  declineLessons();
  offerLessons();
  document.querySelector(".game .button")?.closest("button")?.focus();
}

// Finished games

function showFinished() {
  const games = keptGames().slice(0, MAX_FINISHED_SHOWN);
  byId("finished", HTMLElement).hidden = !games.length;
  clear(byId("kept", HTMLElement), ...games.map(keptItem));
}

/** @param {KeptGame} game */
function keptItem(game) {
  const when = new Date(game.at).toLocaleDateString(formats, { dateStyle: "medium" }).replaceAll(" ", "\u00a0");
  const ended = {
    won: () => t("page-result-won"),
    lost: () => t("page-result-lost"),
    draw: () => t("page-result-draw"),
    "": () => "",
  }[game.result]();
  const text = [ended, t("page-against", { names: listing(game.names) }), when].filter(Boolean).join(" · ");
  const item = el(
    "li",
    {},
    el(
      "a",
      { href: `${root}/replay?kept=${encodeURIComponent(game.id)}` },
      drawGame(game.game),
      el("span", {}, el("b", { text: game.title, lang: langOf(game.game) }), el("span", { class: "when", text })),
    ),
    el("button", {
      type: "button",
      class: "quiet",
      text: "×",
      "aria-label": t("page-forget-named", { game: game.title }),
      on: { click: () => removeItem(item, foreign.mark(game.title, langOf(game.game)), removeGame(game.id)) },
    }),
  );
  return item;
}

function showLists() {
  showTables();
  showFinished();
}

// Join

/** @param {SubmitEvent} event */
function join(event) {
  event.preventDefault();
  const field = byId("link", HTMLInputElement);
  const found = LINK.exec(field.value.trim());
  showTrouble(byId("join-wrong", HTMLElement), found ? "" : t("page-join-wrong"));
  field.setAttribute("aria-invalid", String(!found));
  if (found) location.assign(`${found[1] || root}/table/${found[2]}#${found[3]}`);
  else field.focus();
}

// Replay a record

/** @param {HTMLInputElement} input */
async function replay(input) {
  const file = input.files?.[0];
  if (!file) return;
  const trouble = byId("record-wrong", HTMLElement);
  if (file.size > MAX_RECORD_BYTES) {
    showTrouble(trouble, t("page-record-size"));
    input.value = "";
    return;
  }
  try {
    handOverRecord(await file.text());
    location.assign(`${root}/replay`);
  } catch (error) {
    showTrouble(trouble, messageOf(error));
  }
}

connectSwitches();
connectGames();
showLists();
offerLessons();
byId("no-lesson", HTMLButtonElement).addEventListener("click", decline);
byId("join", HTMLFormElement).addEventListener("submit", join);
const record = byId("record", HTMLInputElement);
record.addEventListener("change", () => void replay(record));
// The browser's back button shows the page as it was left, without the tables opened since.
addEventListener("pageshow", () => {
  showLists();
  offerLessons();
});
