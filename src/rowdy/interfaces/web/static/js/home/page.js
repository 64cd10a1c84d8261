// The home page: start a game at once, go on with one, join one, or replay a record.
// @ts-check
import { drawGame } from "../drawing/game-pictures.js";
import { messageOf } from "../shared/api.js";
import { byId, clear, el } from "../shared/dom.js";
import { declineLessons, knowsLessons } from "../shared/lessons.js";
import { goToNewTable } from "../shared/open-table.js";
import { forgetTable, handOverRecord, rememberedTables } from "../shared/storage.js";
import { connectThemeSwitch } from "../shared/theme.js";
import { ago, lang, t } from "../shared/words.js";

/** @import { TableEntry } from "../shared/storage.js" */
/** @import { Offer, TableWanted } from "../shared/types.js" */

/**
 * What a button needs to know of its game; editions and bots by their names.
 * @typedef {Pick<Offer, "name" | "seats"> & { editions: string[], bots: string[] }} Game
 */

const MAX_RECORD_BYTES = 64 * 1024;
const MAX_TABLES_SHOWN = 6;
const DEFAULT_BOT = "medium";
/** A link to a table, with or without the address of the server, as people may paste it. */
const LINK = /^(?:(https?:\/\/[^/?#]+)?\/table\/)?([\w-]{8,40})(?:\?[^#]*)?#([\w-]{20,80})$/;

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
 * @returns {TableWanted}
 */
function quickTable(id, { seats, editions, bots }) {
  const bot = bots.includes(DEFAULT_BOT) ? DEFAULT_BOT : bots[0];
  const others = Array.from({ length: seats[0] - 1 }, () => ({ who: /** @type {const} */ ("bot"), bot }));
  return { game: id, edition: editions.includes(lang) ? lang : editions[0], seats: [{ who: "me" }, ...others] };
}

/** @param {HTMLButtonElement} button */
async function play(button) {
  const { play: id = "", offer = "" } = button.dataset;
  /** @type {Game} */
  const game = JSON.parse(offer);
  const trouble = byId("trouble", HTMLElement);
  showTrouble(trouble, "");
  button.disabled = true;
  try {
    await goToNewTable(quickTable(id, game), game.name);
  } catch (error) {
    showTrouble(trouble, messageOf(error));
    trouble.scrollIntoView({ block: "nearest" });
  }
  button.disabled = false;
}

function connectGames() {
  for (const card of document.querySelectorAll(".game")) {
    const game = card instanceof HTMLElement && card.dataset.game;
    if (game) card.querySelector(".mark")?.append(drawGame(game));
  }
  for (const button of document.querySelectorAll("button[data-play]")) {
    if (button instanceof HTMLButtonElement) button.addEventListener("click", () => void play(button));
  }
}

// Go on

function showTables() {
  const tables = [...new Map(rememberedTables().reverse().map((entry) => [entry.table, entry])).values()];
  tables.sort((a, b) => b.at - a.at);
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
      { href: `/table/${encodeURIComponent(entry.table)}` },
      drawGame(entry.game),
      el("span", {}, el("b", { text: entry.title }), el("span", { class: "when", text: ago(entry.at) })),
    ),
    el("button", {
      type: "button",
      class: "quiet",
      text: "×",
      "aria-label": name,
      on: { click: () => removeItem(item, entry) },
    }),
  );
  return item;
}

/**
 * Nobody finds a table again without its entry, so it can be put back until the page is left.
 * @param {HTMLElement} item
 * @param {TableEntry} entry
 */
function removeItem(item, entry) {
  const putBack = forgetTable(entry.table);
  const back = el("button", { type: "button", class: "button", text: t("page-forget-undo") });
  back.addEventListener("click", () => {
    putBack();
    showTables();
    byId("tables", HTMLElement).querySelector("a")?.focus();
  });
  clear(item, el("span", { class: "off", text: t("page-forgotten", { game: entry.title }) }), back);
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

// Join

/** @param {SubmitEvent} event */
function join(event) {
  event.preventDefault();
  const field = byId("link", HTMLInputElement);
  const found = LINK.exec(field.value.trim());
  showTrouble(byId("join-wrong", HTMLElement), found ? "" : t("page-join-wrong"));
  field.setAttribute("aria-invalid", String(!found));
  if (found) location.assign(`${found[1] ?? ""}/table/${found[2]}#${found[3]}`);
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
    location.assign("/replay");
  } catch (error) {
    showTrouble(trouble, messageOf(error));
  }
}

connectThemeSwitch();
connectGames();
showTables();
offerLessons();
byId("no-lesson", HTMLButtonElement).addEventListener("click", decline);
byId("join", HTMLFormElement).addEventListener("submit", join);
const record = byId("record", HTMLInputElement);
record.addEventListener("change", () => void replay(record));
// The browser's back button shows the page as it was left, without the tables opened since.
addEventListener("pageshow", () => {
  showTables();
  offerLessons();
});
