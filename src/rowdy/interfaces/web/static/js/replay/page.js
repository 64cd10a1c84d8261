// A game step by step, from a table or a record, as any of its players or a spectator saw it or with all cards open.
// @ts-check
import { BoardView } from "../board/board-view.js";
import { markLines } from "../board/line-names.js";
import { besidePart, seatPart, sideBadge } from "../board/seat-details.js";
import { getReplay, messageOf, replayRecord } from "../common/api.js";
import { byId, clear, el } from "../common/dom.js";
import { keptGame } from "../common/kept-games.js";
import { leadBackTo } from "../common/open-table.js";
import { root } from "../common/root.js";
import { handedRecord, handOverRecord } from "../common/storage.js";
import { connectSwitches } from "../common/switches.js";
import { t } from "../common/words.js";

/** @import { Replay, ReplayStep } from "../common/types.js" */

const query = new URLSearchParams(location.search);
const table = query.get("table");
const kept = table ? null : keptGame(query.get("kept") ?? "");
/** The record to be shown, if it is not one of a table: one that was kept in this browser, or that was handed over. */
const given = table ? "" : (kept?.record ?? handedRecord() ?? "");
/** The seat that the viewer played, from 1, if this device knows it. */
const you = query.get("you") ?? (kept?.you === undefined ? undefined : kept.you + 1);
const say = byId("say", HTMLElement);
const seats = byId("seats", HTMLElement);
const slider = byId("slider", HTMLInputElement);
const count = byId("count", HTMLElement);
const eyes = byId("eyes", HTMLSelectElement);
const trouble = byId("trouble", HTMLElement);
const stage = byId("shown", HTMLElement);
const moves = byId("moves", HTMLElement);
const explore = byId("explore", HTMLAnchorElement);
const board = new BoardView(byId("board", HTMLElement), { onMove: () => {} });

/** @type {Replay | null} */
let game = null;
let at = 0;

/**
 * @param {string} [viewpoint] a seat's number from 1, `spectator` or `all`
 * @returns {Promise<Replay>}
 */
function fetchReplay(viewpoint) {
  if (!table) return replayRecord(given, { eyes: viewpoint, you });
  return getReplay(table, { as: query.get("as") ?? "", round: query.get("round") ?? undefined, eyes: viewpoint, you });
}

/** @param {string} [viewpoint] */
async function load(viewpoint) {
  trouble.hidden = true;
  try {
    game = await fetchReplay(viewpoint);
  } catch (error) {
    trouble.textContent = messageOf(error);
    trouble.hidden = false;
    if (game) eyes.value = game.eyes;
    stage.hidden = !game;
    return;
  }
  stage.hidden = false;
  stage.dataset.kind = game.steps[0]?.picture.seats[0]?.type ?? "";
  drawEyes(game);
  drawMoves(game);
  const review = byId("review", HTMLAnchorElement);
  review.hidden = game.winners === undefined;
  review.href = `${root}/review${location.search}`;
  slider.max = String(game.steps.length - 1);
  go(Math.min(at, game.steps.length - 1), false);
}

/** @param {Replay} replay */
function drawEyes(replay) {
  byId("whose", HTMLElement).hidden = !replay.hidden;
  const choices = [
    ["all", t("page-eyes-all")],
    ...replay.names.map((_, seat) => [String(seat + 1), nameOf(replay, seat)]),
    ["spectator", t("page-eyes-spectator")],
  ];
  clear(eyes, ...choices.map(([value, text]) => el("option", { value, text, selected: value === replay.eyes })));
}

/**
 * What is told of a step: all but what the table shows anyway, as it does all of a deal.
 * @param {ReplayStep} step
 */
function told({ say: said, seat, quiet = 0 }) {
  return seat === undefined ? [] : said.slice(0, said.length - quiet);
}

/**
 * A turn a line, which leads to its end: steps in a row by one seat are one turn.
 * @param {Replay} replay
 */
function drawMoves({ steps }) {
  const ends = steps.flatMap(({ seat }, i) => (seat === undefined || seat !== steps[i + 1]?.seat ? [i] : []));
  const items = ends.map((end, n) => {
    const turn = steps.slice(n ? ends[n - 1] + 1 : 0, end + 1);
    const text = turn.at(-1)?.turn || turn.flatMap(told).join(" ") || t("page-replay-deal");
    // A turn with comments leads to the first of them.
    const noted = turn.findIndex(({ comments = [] }) => comments.length);
    const to = noted < 0 ? end : end - turn.length + 1 + noted;
    const mark = noted < 0 ? null : el("span", { class: "has-comment", role: "img", "aria-label": t("page-replay-comment"), text: "”" });
    return el("li", { data: { end } }, el("button", { class: "move", type: "button", on: { click: () => go(to) } }, text, mark));
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
  const { picture } = game.steps[at];
  board.show(picture, { interactive: false, animate: animate && near });
  const ended = at === last && game.title;
  clear(
    say,
    told(game.steps[at]).join(" ") || t("page-replay-deal"),
    ended && el("strong", { class: "verdict", text: game.title, data: { testid: "verdict" } }),
    ended && el("span", {}, ...markLines((game.why ?? []).join(" "), picture.won)),
    ...(game.steps[at].comments ?? []).map(drawComment),
  );
  const { explore: address = "" } = game.steps[at];
  explore.hidden = !address;
  explore.href = address;
  count.textContent = t("page-replay-count", { step: at, steps: last });
  slider.value = String(at);
  slider.setAttribute("aria-valuetext", count.textContent);
  for (const id of ["first", "back"]) byId(id, HTMLButtonElement).setAttribute("aria-disabled", String(at === 0));
  for (const id of ["forward", "last"]) byId(id, HTMLButtonElement).setAttribute("aria-disabled", String(at === last));
  drawSeats(game);
  const turns = /** @type {HTMLElement[]} */ ([...moves.children]);
  const current = turns.find((item) => Number(item.dataset.end) >= at);
  for (const item of turns) item.firstElementChild?.setAttribute("aria-current", String(item === current));
  if (current) moves.scrollTop = current.offsetTop - moves.clientHeight / 2;
}

/** What somebody noted, in a language that nobody knows here. @param {string} text */
function drawComment(text) {
  return el("q", { class: "comment", lang: "", dir: "auto", text, data: { testid: "comment" } });
}

/** @param {Replay} replay */
function drawSeats(replay) {
  const { picture } = replay.steps[at];
  const strips = replay.names.map((_, seat) =>
    el(
      "article",
      { class: picture.turn === seat ? "strip is-turn" : "strip", data: { testid: `seat-${seat + 1}` } },
      el(
        "header",
        { class: "strip-head" },
        sideBadge(picture.seats[seat]),
        el("h2", { class: "strip-name", text: nameOf(replay, seat) }),
        picture.turn === seat ? el("span", { class: "strip-note is-turn", text: t("page-seat-turn") }) : null,
      ),
      seatPart(picture.seats[seat], { own: false, reveal: isKnown(replay, seat) }),
    ),
  );
  seats.dataset.count = String(strips.length);
  clear(seats, ...strips, besidePart(picture.beside));
}

/**
 * @param {Replay} replay
 * @param {number} seat
 */
function nameOf({ names, you: own }, seat) {
  return seat === own ? t("page-you") : names[seat];
}

/**
 * Whether the viewer knows the cards of a seat.
 * @param {Replay} replay
 * @param {number} seat
 */
function isKnown({ eyes: viewpoint }, seat) {
  return viewpoint === "all" || viewpoint === String(seat + 1);
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
async function openRecord(input) {
  const file = input.files?.[0];
  if (!file) return;
  handOverRecord(await file.text());
  location.assign(`${root}/replay`);
}

connectSwitches();
document.addEventListener("keydown", onKey);
slider.addEventListener("input", () => go(Number(slider.value)));
eyes.addEventListener("change", () => void load(eyes.value));
byId("first", HTMLButtonElement).addEventListener("click", () => go(0));
byId("back", HTMLButtonElement).addEventListener("click", () => go(at - 1));
byId("forward", HTMLButtonElement).addEventListener("click", () => go(at + 1));
byId("last", HTMLButtonElement).addEventListener("click", () => go(Infinity));
const record = byId("record", HTMLInputElement);
record.addEventListener("change", () => void openRecord(record));
if (table) leadBackTo(table);
if (table || given) void load();
else {
  byId("empty", HTMLElement).hidden = false;
  byId("another", HTMLElement).textContent = t("page-record-choose");
}
