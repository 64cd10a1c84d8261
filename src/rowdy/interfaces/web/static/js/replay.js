// A game step by step: from a table of one's own or from a record, with anybody's eyes.
// @ts-check
import { get, postText, sayOf } from "./api.js";
import { BoardView } from "./board.js";
import { byId, clear, el } from "./dom.js";
import { besidePart, seatPart } from "./gameparts.js";
import { wireLooks } from "./looks.js";
import { handedRecord, handOverRecord } from "./prefs.js";
import { t } from "./words.js";

/** @typedef {import("./types.js").Replay} Replay */

const query = new URLSearchParams(location.search);
const table = query.get("table");
const say = byId("say", HTMLElement);
const seats = byId("seats", HTMLElement);
const slider = byId("slider", HTMLInputElement);
const count = byId("count", HTMLElement);
const eyes = byId("eyes", HTMLSelectElement);
const trouble = byId("trouble", HTMLElement);
const stage = byId("shown", HTMLElement);
const moves = byId("moves", HTMLElement);
const board = new BoardView(byId("board", HTMLElement), { onMove: () => {} });

/** @type {Replay | null} */
let game = null;
let at = 0;

/**
 * @param {string} [wanted] whose eyes
 * @returns {Promise<Replay>}
 */
function fetchReplay(wanted) {
  if (table) {
    const asked = { as: query.get("as") ?? "", round: query.get("round") ?? undefined, eyes: wanted };
    return get(`/api/tables/${encodeURIComponent(table)}/replay`, asked);
  }
  return postText("/api/replay", handedRecord() ?? "", { eyes: wanted });
}

/** @param {string} [wanted] */
async function load(wanted) {
  trouble.hidden = true;
  try {
    game = await fetchReplay(wanted);
  } catch (error) {
    trouble.textContent = sayOf(error);
    trouble.hidden = false;
    if (game) eyes.value = game.eyes;
    stage.hidden = !game;
    return;
  }
  stage.hidden = false;
  stage.dataset.game = game.game;
  drawEyes(game);
  drawMoves(game);
  slider.max = String(game.steps.length - 1);
  go(Math.min(at, game.steps.length - 1), false);
}

/** @param {Replay} replay */
function drawEyes(replay) {
  const choices = [
    ["all", t("page-eyes-all")],
    ...replay.names.map((name, seat) => [String(seat + 1), name]),
    ["spectator", t("page-eyes-spectator")],
  ];
  clear(eyes, ...choices.map(([value, text]) => el("option", { value, text, selected: value === replay.eyes })));
}

/** @param {Replay} replay */
function drawMoves(replay) {
  const items = replay.steps.map((step, i) => {
    const text = step.say.join(" ") || t("page-replay-deal");
    return el("li", {}, el("button", { class: "move", type: "button", text, on: { click: () => go(i) } }));
  });
  clear(moves, ...items);
}

/**
 * @param {number} to
 * @param {boolean} [animate]
 */
function go(to, animate = true) {
  if (!game) return;
  const last = game.steps.length - 1;
  to = Math.max(0, Math.min(to, last));
  const near = Math.abs(to - at) === 1;
  at = to;
  const { picture, say: said } = game.steps[at];
  const seat = Number(game.eyes) - 1;
  const you = seat >= 0 ? seat : null;
  board.show(picture, { you, names: game.names, interactive: false, animate: animate && near });
  const told = at === last && game.outcome ? [...said, game.outcome] : said;
  say.textContent = told.join(" ") || t("page-replay-deal");
  count.textContent = t("page-replay-count", { step: at, steps: last });
  slider.value = String(at);
  slider.setAttribute("aria-valuetext", count.textContent);
  for (const id of ["first", "back"]) byId(id, HTMLButtonElement).setAttribute("aria-disabled", String(at === 0));
  for (const id of ["forward", "last"]) byId(id, HTMLButtonElement).setAttribute("aria-disabled", String(at === last));
  drawSeats(game);
  [...moves.children].forEach((item, i) => item.firstElementChild?.setAttribute("aria-current", String(i === at)));
  const current = moves.children[at];
  if (current instanceof HTMLElement) moves.scrollTop = current.offsetTop - moves.clientHeight / 2;
}

/** @param {Replay} replay */
function drawSeats(replay) {
  const { picture } = replay.steps[at];
  const strips = replay.names.map((name, seat) =>
    el(
      "article",
      { class: picture.turn === seat ? "strip is-turn" : "strip", data: { testid: `seat-${seat + 1}` } },
      el(
        "header",
        { class: "strip-head" },
        el("h2", { class: "strip-name", text: name }),
        picture.turn === seat ? el("span", { class: "strip-note is-turn", text: t("page-seat-turn") }) : null,
      ),
      seatPart(picture.seats[seat], { open: isOpen(replay, seat) }),
    ),
  );
  seats.dataset.count = String(strips.length);
  clear(seats, ...strips, besidePart(picture.beside));
}

/**
 * Whether a seat is drawn with the cards it holds; goals are known by their values, and orders belong to a live table.
 * @param {Replay} replay
 * @param {number} seat
 */
function isOpen(replay, seat) {
  const known = replay.eyes === "all" || replay.eyes === String(seat + 1);
  return known && replay.steps[at].picture.seats[seat].type !== "xoxo";
}

/** @param {KeyboardEvent} event */
function onKey(event) {
  if (event.altKey || event.ctrlKey || event.metaKey || event.target === slider || event.target === eyes) return;
  const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: Infinity }[event.key];
  if (to === undefined || (event.target instanceof Element && event.target.closest("[role=grid]"))) return;
  event.preventDefault();
  go(to);
}

/** @param {HTMLInputElement} input */
async function lookAt(input) {
  const file = input.files?.[0];
  if (!file) return;
  handOverRecord(await file.text());
  location.assign("/replay");
}

wireLooks();
document.addEventListener("keydown", onKey);
slider.addEventListener("input", () => go(Number(slider.value)));
eyes.addEventListener("change", () => void load(eyes.value));
byId("first", HTMLButtonElement).addEventListener("click", () => go(0));
byId("back", HTMLButtonElement).addEventListener("click", () => go(at - 1));
byId("forward", HTMLButtonElement).addEventListener("click", () => go(at + 1));
byId("last", HTMLButtonElement).addEventListener("click", () => go(Infinity));
const record = byId("record", HTMLInputElement);
record.addEventListener("change", () => void lookAt(record));
if (table || handedRecord()) void load();
else {
  byId("empty", HTMLElement).hidden = false;
  byId("another", HTMLElement).textContent = t("page-record-choose");
}
