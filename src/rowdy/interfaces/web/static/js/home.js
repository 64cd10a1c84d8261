// The first page: start a game at once, go on with one, join one, or look at a record.
// @ts-check
import { sayOf } from "./api.js";
import { byId, clear, el } from "./dom.js";
import { wireLooks } from "./looks.js";
import { openTable } from "./opening.js";
import { gameMark } from "./pieces.js";
import { forget, handOverRecord, remembered } from "./prefs.js";
import { ago, lang, t } from "./words.js";

const MOST_RECORD = 64 * 1024;
const LEVEL = "medium";
const LINK = /^(?:(https?:\/\/[^/?#]+)?\/table\/)?([\w-]{8,40})(?:\?[^#]*)?#([\w-]{20,80})$/;

/**
 * @param {HTMLElement} node
 * @param {string} text
 */
function complain(node, text) {
  node.textContent = text;
  node.hidden = !text;
}

// Start at once

/** @param {HTMLButtonElement} button */
async function play(button) {
  const { play: game = "", editions = "", title = "" } = button.dataset;
  const names = editions.split(" ");
  const edition = names.includes(lang) ? lang : names[0];
  const trouble = byId("trouble", HTMLElement);
  complain(trouble, "");
  button.disabled = true;
  try {
    await openTable({ game, edition, seats: [{ who: "me" }, { who: "bot", bot: LEVEL }] }, title);
  } catch (error) {
    complain(trouble, sayOf(error));
    trouble.scrollIntoView({ block: "nearest" });
  }
  button.disabled = false;
}

function wireGames() {
  for (const card of document.querySelectorAll(".game")) {
    if (card instanceof HTMLElement && card.dataset.game) card.querySelector(".mark")?.append(gameMark(card.dataset.game));
  }
  for (const button of document.querySelectorAll("button[data-play]")) {
    if (button instanceof HTMLButtonElement) button.addEventListener("click", () => void play(button));
  }
}

// Go on

function showTables() {
  const tables = [...new Map(remembered().reverse().map((entry) => [entry.table, entry])).values()];
  tables.sort((a, b) => b.at - a.at);
  byId("go-on", HTMLElement).hidden = !tables.length;
  clear(byId("tables", HTMLElement), ...tables.slice(0, 6).map(tableItem));
}

/** @param {import("./prefs.js").Remembered} entry */
function tableItem(entry) {
  const name = t("page-forget-named", { game: entry.title });
  const item = el(
    "li",
    {},
    el(
      "a",
      { href: `/table/${encodeURIComponent(entry.table)}` },
      gameMark(entry.game),
      el("span", {}, el("b", { text: entry.title }), el("span", { class: "when", text: ago(entry.at) })),
    ),
    el("button", { type: "button", class: "quiet", text: "×", "aria-label": name, on: { click: () => takeOff(item, entry) } }),
  );
  return item;
}

/**
 * A table is lost without its entry, so it can be put back as long as the page is there.
 * @param {HTMLElement} item
 * @param {import("./prefs.js").Remembered} entry
 */
function takeOff(item, entry) {
  const putBack = forget(entry.table);
  const back = el("button", { type: "button", class: "button", text: t("page-forget-undo") });
  back.addEventListener("click", () => {
    putBack();
    showTables();
    byId("tables", HTMLElement).querySelector("a")?.focus();
  });
  clear(item, el("span", { class: "off", text: t("page-forgotten", { game: entry.title }) }), back);
  back.focus();
}

// Join

/** @param {SubmitEvent} event */
function join(event) {
  event.preventDefault();
  const field = byId("link", HTMLInputElement);
  const found = LINK.exec(field.value.trim());
  complain(byId("join-wrong", HTMLElement), found ? "" : t("page-join-wrong"));
  field.setAttribute("aria-invalid", String(!found));
  if (found) location.assign(`${found[1] ?? ""}/table/${found[2]}#${found[3]}`);
  else field.focus();
}

// Look at a record

/** @param {HTMLInputElement} input */
async function lookAt(input) {
  const file = input.files?.[0];
  if (!file) return;
  const trouble = byId("record-wrong", HTMLElement);
  if (file.size > MOST_RECORD) {
    complain(trouble, t("page-record-size"));
    input.value = "";
    return;
  }
  try {
    handOverRecord(await file.text());
    location.assign("/replay");
  } catch (error) {
    complain(trouble, sayOf(error));
  }
}

wireLooks();
wireGames();
showTables();
byId("join", HTMLFormElement).addEventListener("submit", join);
const record = byId("record", HTMLInputElement);
record.addEventListener("change", () => void lookAt(record));
// Coming back by the browser's own button shows the page as it was left: what has happened since belongs on it.
addEventListener("pageshow", showTables);
