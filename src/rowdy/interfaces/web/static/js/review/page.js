// The review of a game: each move with its mark, the players' chances, and the moments that decided.
// @ts-check
import { BoardView } from "../board/board-view.js";
import { markLines } from "../board/line-names.js";
import { Pointers } from "../board/pointers.js";
import { besidePart, seatPart, sideBadge } from "../board/seat-details.js";
import { getReplay, messageOf, replayRecord, reviewProgress, reviewRecord, reviewTable, stopReview } from "../common/api.js";
import { byId, clear, el, foreign, setTabStop } from "../common/dom.js";
import { keptGame } from "../common/kept-games.js";
import { goToNewTable, leadBackTo } from "../common/open-table.js";
import { root } from "../common/root.js";
import { handedRecord } from "../common/storage.js";
import { connectSwitches } from "../common/switches.js";
import { langOf, t } from "../common/words.js";
import { drawCurves } from "./curve.js";

/** @import { Replay, ReviewMove, ReviewView } from "../common/types.js" */

/** How often it is asked how far the review has come. */
const POLL_MS = 400;
const query = new URLSearchParams(location.search);
const table = query.get("table");
const kept = table ? null : keptGame(query.get("kept") ?? "");
const given = table ? "" : (kept?.record ?? handedRecord() ?? "");
/** The seat that the viewer played, from 1, if this device knows it. */
const you = query.get("you") ?? (kept?.you === undefined ? undefined : kept.you + 1);
const trouble = byId("trouble", HTMLElement);
const board = new BoardView(byId("board", HTMLElement), { onMove: () => {} });
const pointers = new Pointers(board);
const playButton = byId("play", HTMLButtonElement);
const exploreLink = byId("explore", HTMLAnchorElement);
const progress = byId("progress", HTMLElement);
/** All moves: one stop of the Tab key, within which the arrow keys go from move to move. */
const list = byId("moves", HTMLElement);

/** @type {Replay | null} */
let replay = null;
/** @type {ReviewView | null} */
let review = null;
/** All moves that were told so far. @type {ReviewMove[]} */
let moves = [];
/** The number of the move that is shown; -1 before the first. */
let at = -1;
/** Whether somebody has chosen a move, so that the page does not lead to another by itself. */
let chosen = false;

// Asking

async function begin() {
  trouble.hidden = true;
  try {
    const place = { as: query.get("as") ?? "", round: query.get("round") ?? undefined };
    replay ??= table ? await getReplay(table, { ...place, you }) : await replayRecord(given, { you });
    take(table ? await reviewTable(table, place) : await reviewRecord(given));
  } catch (error) {
    return fail(error);
  }
  byId("board-side", HTMLElement).hidden = byId("words-side", HTMLElement).hidden = false;
  await poll();
}

async function poll() {
  try {
    while (review?.state === "running") {
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
      if (review.state === "running") take(await reviewProgress(review.id, moves.length));
    }
  } catch (error) {
    fail(error);
  }
}

async function stop() {
  if (!review) return;
  try {
    take(await stopReview(review.id, moves.length));
  } catch (error) {
    fail(error);
  }
}

/** @param {unknown} error */
function fail(error) {
  trouble.textContent = messageOf(error);
  trouble.hidden = false;
}

/** @param {ReviewView} told */
function take(told) {
  review = told;
  moves = [...moves.slice(0, told.first), ...told.moves];
  clear(byId("title", HTMLElement), t("page-review-named", { game: foreign.mark(told.title, langOf(told.game)) }));
  const method = byId("method", HTMLElement);
  method.textContent = told.exact ? t("page-review-exact") : t("page-review-by-search");
  method.hidden = false;
  byId("how", HTMLElement).textContent = `${told.how} ${t("page-review-accuracy-means")}`;
  drawProgress(told);
  drawLists(told);
  const first = told.moments?.[0] ?? (told.state === "running" ? at : moves.length - 1);
  go(chosen ? at : first, false);
}

// Drawing

/** @param {ReviewView} told */
function drawProgress({ state, done, total }) {
  const counts = { done, total };
  const said = {
    running: () => t("page-review-progress", counts),
    stopped: () => t("page-review-stopped", counts),
    failed: () => t("page-review-failed", counts),
    done: () => "",
  }[state]();
  const bar = el("progress", { max: total, value: done, "aria-label": said });
  const button =
    state === "running"
      ? el("button", { class: "button", type: "button", text: t("page-review-stop"), data: { testid: "stop" }, on: { click: () => void stop() } })
      : el("button", { class: "button", type: "button", text: t("page-review-go-on"), data: { testid: "go-on" }, on: { click: () => void begin() } });
  progress.hidden = !said;
  // The button stays while it is the same, since somebody may just reach for it.
  if (progress.dataset.state === state && said) {
    const [shown, text] = [progress.querySelector("progress"), progress.querySelector("span")];
    if (shown) shown.value = done;
    if (text) text.textContent = said;
    return;
  }
  progress.dataset.state = state;
  clear(progress, ...(said ? [bar, el("span", { text: said }), button] : []));
}

/** @param {ReviewView} told */
function drawLists({ seats = [], moments = [], curves = [], state }) {
  const names = seats.map(({ seat, accuracy }, i) => {
    const name = nameOf(seat);
    const text = accuracy ? t("page-review-accuracy", { name, accuracy }) : name;
    // Where one line tells of both players, none of them has a line of their own.
    return el("b", { class: "player", data: { ...(curves.length > 1 ? { nth: i } : {}), testid: "accuracy" }, text });
  });
  clear(byId("summary", HTMLElement), ...names, el("span", { class: "faint", id: "turn-count" }));
  const deciding = moments.map((n) => moveItem(moves[n], n));
  const none = state === "done" ? el("li", { class: "faint", text: t("page-review-nothing") }) : null;
  clear(byId("moments", HTMLElement), ...(deciding.length ? deciding : [none]));
  if (list.children.length > moves.length) clear(list);
  list.append(...moves.slice(list.children.length).map((move, i) => moveItem(move, list.children.length + i)));
}

/**
 * @param {ReviewMove} move
 * @param {number} n
 */
function moveItem({ turn, name, move, sign, label, mark }, n) {
  return el(
    "li",
    { data: { n } },
    el(
      "button",
      { class: "choice", type: "button", data: { mark, testid: "move" }, on: { click: () => choose(n) } },
      el("span", { class: "turn-number", text: String(turn) }),
      el("b", { text: name }),
      el("span", { class: "made", text: move }),
      el("span", { class: "sign", "aria-hidden": true, text: sign }),
      el("span", { class: "then", text: label }),
    ),
  );
}

/** @param {number} n */
function choose(n) {
  chosen = true;
  go(n);
}

/**
 * Shows a move: the board after it, and what is to be said of it.
 * @param {number} to
 * @param {boolean} [animate]
 */
function go(to, animate = true) {
  if (!replay || !review) return;
  const near = Math.abs(to - at) === 1;
  at = Math.max(-1, Math.min(to, moves.length - 1));
  const move = moves[at];
  const { picture } = replay.steps[move?.step ?? 0];
  byId("review", HTMLElement).dataset.kind = picture.seats[0]?.type ?? "";
  board.show(picture, { interactive: false, animate: animate && near });
  drawSeats(picture);
  pointers.show(picture.board, [], move?.arrows ?? [], false);
  board.light((move?.lines ?? picture.won ?? []).map(({ squares }) => squares));
  drawMoment(move);
  drawChances();
  byId("back", HTMLButtonElement).setAttribute("aria-disabled", String(at < 0));
  byId("forward", HTMLButtonElement).setAttribute("aria-disabled", String(at >= moves.length - 1));
  playButton.hidden = !move?.table;
  exploreLink.hidden = !move?.explore;
  if (move?.explore) exploreLink.href = root + move.explore;
  for (const item of document.querySelectorAll("#moves li, #moments li")) {
    const current = item instanceof HTMLElement && item.dataset.n === String(at);
    item.querySelector("button")?.setAttribute("aria-current", String(current));
    if (current && item.parentElement === list) scrollInList(item);
  }
  setTabStop(list, Math.max(at, 0));
  if (list.contains(document.activeElement)) list.querySelectorAll("button")[Math.max(at, 0)].focus({ preventScroll: true });
}

/** @param {HTMLElement} item */
function scrollInList(item) {
  list.scrollTop = item.offsetTop - list.offsetTop - list.clientHeight / 2;
}

/** @param {ReviewMove | undefined} move */
function drawMoment(move) {
  const moment = byId("moment", HTMLElement);
  moment.hidden = !move;
  if (!move) return;
  moment.dataset.mark = move.mark;
  clear(
    moment,
    el("h2", { text: t("page-review-heading", { turn: move.turn, name: nameOf(move.seat), label: move.label }) }),
    ...(move.say ?? []).map((text) => el("p", { data: { testid: "claim" } }, ...markLines(text, move.lines))),
    move.best ? el("p", { class: "better", text: t("page-review-better", { best: move.best }), data: { testid: "better" } }) : null,
  );
}

function drawChances() {
  if (!review || !replay) return;
  const turns = Math.max(1, ...moves.map(({ turn }) => turn));
  const turn = moves[at]?.turn ?? 0;
  const bad = (review.moments ?? []).map((n) => moves[n]);
  clear(byId("curve", HTMLElement), drawCurves(review.curves ?? [], { at: turn, turns, bad, onTurn: (to) => choose(moves.findLastIndex((move) => move.turn <= to)) }));
  byId("turn-count", HTMLElement).textContent = turn ? t("page-review-turn", { turn, turns }) : "";
}

/** Who sat there, and whether that is who looks. @param {number} seat */
function nameOf(seat) {
  const name = replay?.names[seat] ?? "";
  return seat === replay?.you ? t("page-review-you", { name }) : name;
}

/** @param {import("../common/types.js").Picture} picture */
function drawSeats(picture) {
  const all = replay?.eyes === "all";
  const strips = (replay?.names ?? []).map((_, seat) =>
    el(
      "div",
      { class: "review-seat", data: { testid: `seat-${seat + 1}` } },
      sideBadge(picture.seats[seat]),
      el("b", { text: nameOf(seat) }),
      picture.seats[seat]?.type === "flip" ? null : seatPart(picture.seats[seat], { own: false, reveal: all }),
    ),
  );
  clear(byId("seats", HTMLElement), ...strips, besidePart(picture.beside));
}

async function playOn() {
  const wanted = moves[at]?.table;
  if (!wanted || !review) return;
  try {
    await goToNewTable(wanted, review.title);
  } catch (error) {
    fail(error);
  }
}

/** @param {KeyboardEvent} event */
function onKey(event) {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  const [back, forward] = [at - 1, at + 1];
  const inList = event.target instanceof Node && list.contains(event.target);
  const steps = { ArrowLeft: back, ArrowRight: forward, Home: inList ? 0 : -1, End: moves.length - 1 };
  const to = { ...steps, ...(inList ? { ArrowUp: back, ArrowDown: forward } : {}) }[event.key];
  if (to === undefined || (event.target instanceof Element && event.target.closest("[role=grid], select"))) return;
  event.preventDefault();
  choose(to);
}

connectSwitches();
document.addEventListener("keydown", onKey);
byId("back", HTMLButtonElement).addEventListener("click", () => choose(at - 1));
byId("forward", HTMLButtonElement).addEventListener("click", () => choose(at + 1));
playButton.addEventListener("click", () => void playOn());
if (table) leadBackTo(table);
if (table || given) void begin();
else byId("empty", HTMLElement).hidden = false;
