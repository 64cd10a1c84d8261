// The page of a table: makes a client for each place of this device, and shows the table as one of them sees it.
// @ts-check
import { byId, clear, el } from "../common/dom.js";
import { messageOf } from "../common/entering.js";
import { lazy, preload } from "../common/lazy.js";
import { root } from "../common/root.js";
import { forgetTable, readingTime, soundOn, tablePage } from "../common/storage.js";
import { RefusedError } from "../common/transport.js";
import { langOf, t } from "../common/words.js";
import { forgetNonce, keepDeal } from "./connection/nonces.js";
import { findPlaces, giveUpPlace, hostPlace, linksOf, rememberPlace } from "./connection/own-places.js";
import { TableClient } from "./connection/table-client.js";
import { GameScreen } from "./game-screen.js";
import { clientToMove, COVER_AFTER_MS, haveSecrets, showPassScreen } from "./seats/pass-device.js";
import { sitDown } from "./waiting/sit-down.js";

const main = byId("table", HTMLElement);
const stage = byId("stage", HTMLElement);
const offline = byId("offline", HTMLElement);
const spoken = byId("spoken", HTMLElement);
const title = byId("title", HTMLElement);
const watching = byId("watching", HTMLElement);
const menu = byId("menu", HTMLButtonElement);
const rules = byId("rules", HTMLButtonElement);
const table = main.dataset.table ?? "";

const lesson = linksOf(table)?.lesson;
if (lesson) {
  const back = byId("back", HTMLAnchorElement);
  back.href = `${root}/learn/${lesson}`;
  back.ariaLabel = back.title = t("page-back-to-lesson");
}

const actions = lazy(() => import("./actions/menu.js"), { words: "table/actions/menu.js", styles: ["dialogs.css", "menu.css"] });
const rulesPanel = lazy(() => import("../rules/panel.js"), { words: "rules/panel.js" });
const sound = lazy(() => import("./sound.js"));
const keeper = lazy(() => import("./keep-record.js"));

/** The table cannot be shown any more, but its host can delete it. */
const BROKEN_CODES = ["game-failed", "table-unreadable"];

/** All clients of this device. @type {TableClient[]} */
let clients = [];
/** The client whose view is shown; none while the device is passed on. @type {TableClient | null} */
let shown = null;
/** The client whose player the device is passed to. @type {TableClient | null} */
let passing = null;
/** @type {GameScreen | null} */
let screen = null;
/** Why the server closed the connection. */
let farewell = "";
let askingNames = false;
/** The clients that have tried to sit down. @type {Set<TableClient>} */
const tried = new Set();
/** The timer after which the pass screen covers the table. */
let coverTimer = 0;
/** Whether the player that is shown came by the pass screen, so that nobody else looks. */
let alone = false;

/** @type {import("./connection/table-client.js").Listener} */
const listener = {
  view(client, moved) {
    if (client.about) rememberPlace(client.about, client.place, client.view);
    if (client.view?.outcome && client.seated) void keep(client);
    keepDeal(table, client);
    if (clients.some((one) => !one.view)) return;
    void sit();
    sounds(client, moved);
    if (!look(client, moved)) screen?.showState();
    updateHeader();
  },
  state() {
    const lost = clients.some((client) => !client.connection.online);
    if (!lost) farewell = "";
    offline.hidden = !lost || clients.every((client) => !client.view && !farewell);
    const waits = clients.some((client) => client.connection.waitsFor("play"));
    const hope = waits ? t("page-offline-kept") : t("page-offline-soon");
    offline.textContent = `${farewell || t("page-offline")} ${hope}`;
    screen?.showState();
  },
  here(client) {
    if (client === shown) screen?.showHere();
    updateHeader();
  },
  atDevice: (seat) => clients.some((client) => client.view?.you === seat),
  reacted(client, message) {
    if (client !== shown) return;
    screen?.react(message);
    void play("react");
  },
  refused(_, say, command) {
    if ("nonce" in command) forgetNonce(table, command.nonce);
    if (command.do === "sit") void sit(say);
    else screen?.refuse(say);
  },
  bye(client, message, forever) {
    farewell = message.say;
    const broken = BROKEN_CODES.includes(message.code);
    if (!forever && !broken) return;
    // The answer to the new key lets this tab in again.
    if (client.renewing) return listener.state(client);
    // This tab has made the new key itself and the answer was lost: the key is still in the address.
    if (location.hash) return location.reload();
    if (message.code === "table-deleted") forgetTable(table);
    // The others of this device play on without the one whose seat was taken elsewhere.
    const shared = message.code === "seat-renewed" && clients.length > 1;
    if (shared) giveUpPlace(table, client.place);
    end(message.say, { again: shared || message.code === "table-unreadable", deletable: broken });
  },
};

/**
 * Shows the right client: the one that is to move, with a pass screen between players who must be kept apart.
 * @param {TableClient} client what has changed
 * @param {boolean} moved
 * @returns {boolean} whether everything was drawn
 */
function look(client, moved) {
  const next = clientToMove(clients) ?? shown ?? passing ?? remembered() ?? clients[0];
  if (!haveSecrets(clients)) {
    clearTimeout(coverTimer);
    coverTimer = 0;
    if (next === shown && client !== shown) return false;
    open(next, moved);
    return true;
  }
  if (shown && !alone) {
    pass(next);
    return true;
  }
  if (next === shown) {
    if (client === shown) screen?.show(moved);
    return client === shown;
  }
  if (shown) {
    if (client === shown) screen?.show(moved);
    coverTimer ||= setTimeout(() => {
      coverTimer = 0;
      const now = clientToMove(clients);
      if (now && now !== shown) pass(now);
    }, readingTime(COVER_AFTER_MS));
  } else if (next === remembered()) {
    open(next, moved);
  } else {
    pass(next);
  }
  return true;
}

/**
 * Shows a client; the pass screen has removed what was there before, where players must be kept apart.
 * @param {TableClient} client
 * @param {boolean} [moved]
 */
function open(client, moved = false) {
  passing = null;
  shown = client;
  if (screen) screen.client = client;
  else {
    screen = new GameScreen(table, client, clients, speak);
    clear(stage, screen.root);
  }
  alone = haveSecrets(clients);
  remember(alone ? client.place : "");
  screen.show(moved);
  updateHeader();
  if (!client.can("sit")) void preload();
}

/**
 * Removes everything that the last player saw, and asks to pass the device on.
 * @param {TableClient} client
 */
function pass(client) {
  if (passing === client) return;
  shown = null;
  screen?.remove();
  screen = null;
  passing = client;
  spoken.replaceChildren();
  remember("");
  showPassScreen(stage, client.name, () => {
    open(client);
    screen?.focus();
  });
  updateHeader();
}

// Which client was shown, so that the pass screen does not come again after the page was reloaded.

/** @param {string} name */
function remember(name) {
  try {
    sessionStorage.setItem(`rowdy-eyes-${table}`, name);
  } catch {
    // Without storage the pass screen comes again.
  }
}

function remembered() {
  try {
    const name = sessionStorage.getItem(`rowdy-eyes-${table}`);
    return clients.find((client) => client.place === name) ?? null;
  } catch {
    return null;
  }
}

// The rest of the page

/**
 * Takes the open seats of this device: once by itself, and again with other names if those were refused.
 * @param {string} [trouble] why it was
 */
async function sit(trouble = "") {
  const standing = clients.filter((client) => client.can("sit") && !client.connection.waitsFor("sit"));
  if (askingNames || !standing.length || (!trouble && standing.some((client) => tried.has(client)))) return;
  askingNames = true;
  for (const client of standing) tried.add(client);
  const asked = await sitDown(table, clients, standing, trouble);
  askingNames = false;
  if (!asked) for (const client of standing) tried.delete(client);
}

/**
 * @param {TableClient} client
 * @param {boolean} moved
 */
function sounds(client, moved) {
  if (!moved || client !== (shown ?? clients[0])) return;
  void play(client.view?.phase === "over" ? "end" : client.can("play") ? "turn" : "lay");
}

/** @param {TableClient} client */
async function keep(client) {
  await (await keeper())?.keepRecord(table, client, clients.length === 1);
}

/** @param {import("./sound.js").Sound} name */
async function play(name) {
  if (soundOn()) (await sound())?.play(name);
}

/** Updates the top of the page, and its title, which tells in a tab in the background when it is your turn. */
function updateHeader() {
  const about = clients[0]?.about;
  if (!about) return;
  const practice = clients[0].view?.practice && el("span", { class: "practice", text: t("page-practice") });
  // On a phone beside the table's screen there is room to say who holds it.
  const holder = tablePage() === "hand" && shown?.name;
  clear(title, holder && el("b", { class: "holder", text: holder }), el("span", { text: about.title, lang: langOf(about.game) }), practice);
  main.classList.toggle("has-secrets", about.hidden);
  const turn = clientToMove(clients);
  const called = turn && clients.length > 1 ? t("page-title-turn-of", { name: turn.name }) : t("page-title-turn");
  document.title = turn ? `● ${called} · ${about.title}` : `${about.title} · Rowdy`;
  const count = clients[0].here?.watching ?? 0;
  watching.textContent = !clients[0].seated ? t("page-you-watch") : count ? t("page-watching", { count }) : "";
  menu.hidden = rules.hidden = !shown;
}

/** @param {string} text */
function speak(text) {
  if (!text) return;
  spoken.append(el("p", { text }));
  while (spoken.childElementCount > 5) spoken.firstElementChild?.remove();
}

/**
 * Shows that there is nothing more to see here.
 * @param {string} say
 * @param {{ again?: boolean, deletable?: boolean }} [options] whether trying again may help, and whether the host is
 * offered to delete the table
 */
function end(say, { again = false, deletable = false } = {}) {
  for (const client of clients) client.connection.close();
  shown = screen = null;
  offline.hidden = true;
  menu.hidden = rules.hidden = true;
  const retry = el("button", { class: "button main", type: "button", text: t("page-try-again") });
  retry.addEventListener("click", () => location.reload());
  const home = el("a", { class: again ? "button" : "button main", href: `${root}/`, text: t("page-home") });
  const host = deletable ? hostPlace(table) : "";
  const remove = el("button", { class: "button", type: "button", text: t("page-delete"), data: { testid: "delete" } });
  remove.addEventListener("click", () => void actions().then((loaded) => loaded?.confirmDelete(table, host)));
  const options = { class: "pass", role: "alert", data: { testid: "end" } };
  clear(stage, el("section", options, el("h2", { text: say }), again ? retry : null, home, host ? remove : null));
}

async function start() {
  /** @type {string[]} */
  let places;
  try {
    places = await findPlaces(table);
  } catch (error) {
    end(messageOf(error), { again: error instanceof RefusedError && error.code === "offline" });
    return;
  }
  if (!places.length) {
    end(t("page-no-place"));
    return;
  }
  clients = places.map((place) => new TableClient(table, place, places.length > 1, listener));
  menu.addEventListener("click", async () => {
    const loaded = await actions();
    if (!shown) return;
    const others = clients.filter((one) => one !== shown);
    await loaded?.openMenu(table, shown, others, haveSecrets(clients) ? pass : open);
  });
  rules.addEventListener("click", async () => {
    const loaded = await rulesPanel();
    if (shown?.about) await loaded?.openRulesOf(shown.about);
  });
}

// A link of another place at the same table only changes what follows the `#`, so the browser loads nothing.
addEventListener("hashchange", () => location.reload());
void start();
