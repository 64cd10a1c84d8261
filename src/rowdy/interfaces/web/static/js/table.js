// The page of a table: comes in, opens a live connection for each place of this device, and shows one place at a time.
// @ts-check
import { sayOf } from "./api.js";
import { Desk } from "./desk.js";
import { byId, clear, el } from "./dom.js";
import { haveSecrets, LOOK_AT_IT, mustAct, passTo } from "./handover.js";
import { openMenu } from "./menu.js";
import { Place } from "./place.js";
import { findPlaces, giveUp, rememberPlace } from "./places.js";
import { forget } from "./prefs.js";
import { play } from "./sound.js";
import { sitDown } from "./waiting.js";
import { t } from "./words.js";

const main = byId("table", HTMLElement);
const stage = byId("stage", HTMLElement);
const offline = byId("offline", HTMLElement);
const spoken = byId("spoken", HTMLElement);
const title = byId("title", HTMLElement);
const watching = byId("watching", HTMLElement);
const menu = byId("menu", HTMLButtonElement);
const table = main.dataset.table ?? "";

/** All places of this device. @type {Place[]} */
let places = [];
/** Through whose eyes the page looks now; through nobody's while the device is passed on. @type {Place | null} */
let eyes = null;
/** Whom the device is passed to. @type {Place | null} */
let passing = null;
/** @type {Desk | null} */
let desk = null;
let farewell = "";
let asking = false;
/** Those who have been led to their seats. @type {Set<Place>} */
const tried = new Set();
let cover = 0;
/** Whether whoever looks came here by the screen, or may look on because they did before. */
let apart = false;

/** @type {import("./place.js").Listener} */
const listener = {
  view(place, moved) {
    if (place.about) rememberPlace(place.about, place.name);
    if (places.some((one) => !one.view)) return;
    void sit();
    sounds(place, moved);
    if (!look(place, moved)) desk?.showState();
    head();
  },
  state() {
    const lost = places.some((place) => !place.line.online);
    if (!lost) farewell = "";
    offline.hidden = !lost || places.every((place) => !place.view && !farewell);
    const waits = places.some((place) => place.line.waitsFor("play"));
    const hope = waits ? t("page-offline-kept") : t("page-offline-soon");
    offline.textContent = `${farewell || t("page-offline")} ${hope}`;
    desk?.showState();
  },
  here(place) {
    if (place === eyes) desk?.showHere();
    head();
  },
  reacted(place, message) {
    if (place !== eyes) return;
    desk?.react(message);
    play("react");
  },
  refused(_, say, command) {
    if (command.do === "sit") void sit(say);
    else desk?.refuse(say);
  },
  bye(place, message, forever) {
    farewell = message.say;
    if (!forever) return;
    // This tab has made the new key itself, and the answer was lost: by what stands in the address it comes in.
    if (location.hash) return location.reload();
    if (message.code === "table-deleted") forget(table);
    // Those who share this device play on without whoever took their seat elsewhere.
    const shared = message.code === "seat-renewed" && places.length > 1;
    if (shared) giveUp(table, place.name);
    end(message.say, shared);
  },
};

/**
 * Looks through the right eyes: those of whoever is to move, with a screen between people who have secrets.
 * @param {Place} place what has changed
 * @param {boolean} moved
 * @returns {boolean} whether everything was drawn
 */
function look(place, moved) {
  const next = mustAct(places) ?? eyes ?? passing ?? remembered() ?? places[0];
  if (!haveSecrets(places)) {
    clearTimeout(cover);
    cover = 0;
    if (next === eyes && place !== eyes) return false;
    open(next, moved);
    return true;
  }
  if (eyes && !apart) {
    pass(next);
    return true;
  }
  if (next === eyes) {
    if (place === eyes) desk?.show(moved);
    return place === eyes;
  }
  if (eyes) {
    if (place === eyes) desk?.show(moved);
    cover ||= setTimeout(() => {
      cover = 0;
      const now = mustAct(places);
      if (now && now !== eyes) pass(now);
    }, LOOK_AT_IT);
  } else if (next === remembered()) {
    open(next, moved);
  } else {
    pass(next);
  }
  return true;
}

/**
 * Where nobody has secrets the same table is seen from another side; a screen before has taken it away altogether.
 * @param {Place} place
 * @param {boolean} [moved]
 */
function open(place, moved = false) {
  passing = null;
  eyes = place;
  if (desk) desk.place = place;
  else {
    desk = new Desk(table, place, places, speak);
    clear(stage, desk.root);
  }
  apart = haveSecrets(places);
  remember(apart ? place.name : "");
  desk.show(moved);
  head();
}

/**
 * Everything that the last one saw leaves the page before the next one looks.
 * @param {Place} place
 */
function pass(place) {
  if (passing === place) return;
  eyes = null;
  desk?.remove();
  desk = null;
  passing = place;
  spoken.replaceChildren();
  remember("");
  passTo(stage, place.called, () => {
    open(place);
    desk?.focus();
  });
  head();
}

// Whose eyes were open, so that a page loaded anew does not ask again.

/** @param {string} name */
function remember(name) {
  try {
    sessionStorage.setItem(`rowdy-eyes-${table}`, name);
  } catch {
    // Who allows no storage is asked again.
  }
}

function remembered() {
  try {
    const name = sessionStorage.getItem(`rowdy-eyes-${table}`);
    return places.find((place) => place.name === name) ?? null;
  } catch {
    return null;
  }
}

// The rest of the page

/**
 * Whoever may sit down does so: once by themselves, and again with another name if that was refused.
 * @param {string} [trouble] why it was
 */
async function sit(trouble = "") {
  const standing = places.filter((place) => place.can("sit") && !place.line.waitsFor("sit"));
  if (asking || !standing.length || (!trouble && standing.some((place) => tried.has(place)))) return;
  asking = true;
  for (const place of standing) tried.add(place);
  await sitDown(table, places, standing, trouble);
  asking = false;
}

/**
 * @param {Place} place
 * @param {boolean} moved
 */
function sounds(place, moved) {
  if (!moved || place !== (eyes ?? places[0])) return;
  play(place.view?.phase === "over" ? "end" : place.can("play") ? "turn" : "lay");
}

/** The top of the page, and its title: in a tab that nobody looks at, it says when it is your turn. */
function head() {
  const about = places[0]?.about;
  if (!about) return;
  title.textContent = about.title;
  const turn = mustAct(places);
  const called = turn && places.length > 1 ? t("page-title-turn-of", { name: turn.called }) : t("page-title-turn");
  document.title = turn ? `● ${called} · ${about.title}` : `${about.title} · Rowdy`;
  const count = places[0].here?.watching ?? 0;
  watching.textContent = !places[0].seated ? t("page-you-watch") : count ? t("page-watching", { count }) : "";
  menu.hidden = !eyes;
}

/** @param {string} text */
function speak(text) {
  if (!text) return;
  spoken.append(el("p", { text }));
  while (spoken.childElementCount > 5) spoken.firstElementChild?.remove();
}

/**
 * There is nothing more to see here.
 * @param {string} say
 * @param {boolean} [again] whether trying again may help
 */
function end(say, again = false) {
  for (const place of places) place.line.close();
  eyes = desk = null;
  offline.hidden = true;
  menu.hidden = true;
  const reload = () => location.reload();
  const retry = el("button", { class: "button main", type: "button", text: t("page-try-again"), on: { click: reload } });
  const home = el("a", { class: again ? "button" : "button main", href: "/", text: t("page-home") });
  const said = el("h2", { text: say });
  clear(stage, el("section", { class: "pass", role: "alert", data: { testid: "end" } }, said, again ? retry : null, home));
}

async function start() {
  /** @type {string[]} */
  let names;
  try {
    names = await findPlaces(table);
  } catch (error) {
    end(sayOf(error), /** @type {any} */ (error).code === "offline");
    return;
  }
  if (!names.length) {
    end(t("page-no-place"));
    return;
  }
  places = names.map((name) => new Place(table, name, listener));
  menu.addEventListener("click", () => {
    if (eyes) void openMenu(table, eyes, places.filter((one) => one !== eyes), haveSecrets(places) ? pass : open);
  });
}

// A link of another place at the same table only changes what follows the `#`, and loads nothing.
addEventListener("hashchange", () => location.reload());
void start();
