// Puzzles: one thing to find on a board, which the server judges; rating and streak stay on this device.
// @ts-check
import { BoardView } from "../board/board-view.js";
import { Pointers } from "../board/pointers.js";
import { besidePart } from "../board/seat-details.js";
import { seatsAround } from "../board/seats-around.js";
import { WhyBubble } from "../board/why-bubble.js";
import { byId, clear, el, reducedMotion } from "../common/dom.js";
import { messageOf } from "../common/entering.js";
import { lazy } from "../common/lazy.js";
import { t } from "../common/words.js";
import { TurnSteps } from "../table/turn-steps.js";
import { finished, keep, progress, solvedDaily, streak, today } from "./progress.js";
import { getHint, getPuzzle, getRefutation, getSolution, tryPuzzle } from "./requests.js";

/** @import { Picture, PuzzleAnswer, PuzzleLine, PuzzlePlan, PuzzleStep, PuzzleView, PuzzleWanted } from "../common/types.js" */

/** How long a board is seen before the next one of a line. */
const STEP_MS = 1_100;
const REPLY_MS = 500;
/** The most finished puzzles that a request names, the latest ones. */
const MAX_NAMED = 400;
const shareModule = lazy(() => import("./share.js"), { words: "puzzles/share.js" });
const resultsModule = lazy(() => import("./results.js"), { words: "puzzles/results.js" });

/** @type {PuzzlePlan} */
const plan = JSON.parse(byId("plan", HTMLElement).textContent ?? "");
const root = byId("puzzles", HTMLElement);
const trouble = byId("trouble", HTMLElement);
const spoken = byId("spoken", HTMLElement);
const title = byId("title", HTMLElement);
const againButton = byId("again", HTMLButtonElement);
const nextButton = byId("next", HTMLButtonElement);
const hintButton = byId("hint", HTMLButtonElement);
const solutionButton = byId("solution", HTMLButtonElement);
const gameSelect = byId("game", HTMLSelectElement);
const themeSelect = byId("theme-wanted", HTMLSelectElement);
const asked = new URLSearchParams(location.search);
const board = new BoardView(byId("board", HTMLElement), {
  onMove: (move) => void attempt([...moves, move]),
  onSay: (text) => {
    spoken.textContent = text;
  },
  onWhy: (pointed, clicked) => void explain(pointed, clicked),
});
const pointers = new Pointers(board);
const bubble = new WhyBubble(board.root);
const steps = new TurnSteps();
const reply = el("div", { class: "reply", role: "status", data: { testid: "reply" } });
const answers = el("div", { class: "answers", role: "group", "aria-label": t("page-puzzle-answers") });
board.between.append(steps.root, reply, answers);

/** Whether the puzzle of the day is shown, and not one to practise with. */
const daily = !asked.has("practice") && !asked.has("id");
/** The day for which the puzzle was fetched. */
let day = today();
/** @type {PuzzleView | null} */
let puzzle = null;
/** What was done in it so far. @type {string[]} */
let moves = [];
let wrong = 0;
let hints = 0;
/** Whether it is solved, or its answer was shown. */
let over = false;
/** The number of the current activity; results of earlier ones are ignored. */
let current = 0;

// Which puzzle

/** @returns {PuzzleWanted} */
function wanted() {
  day = today();
  if (daily) return { day };
  const id = asked.get("id");
  if (id && !puzzle) return { id };
  const { rating, seen } = progress();
  return {
    near: rating[0],
    seen: seen.slice(-MAX_NAMED),
    games: gameSelect.value ? [gameSelect.value] : [],
    themes: themeSelect.value ? [themeSelect.value] : [],
  };
}

async function begin(byButton = false) {
  const found = await request(() => getPuzzle(wanted()));
  if (!found) return;
  puzzle = found;
  wrong = hints = 0;
  over = false;
  title.textContent = found.title;
  byId("say", HTMLElement).textContent = found.say;
  byId("meta", HTMLElement).textContent = `${found.name} · ${found.difficulty}`;
  root.dataset.puzzle = found.id;
  // The address is the link to this puzzle.
  if (!daily) history.replaceState(null, "", `?id=${found.id}`);
  clear(byId("share", HTMLElement));
  restart();
  drawStreak();
  if (byButton) title.focus({ preventScroll: true });
}

/** Shows the board as it was at the beginning. */
function restart() {
  if (!puzzle) return;
  current++;
  moves = [];
  clear(reply);
  show(puzzle.picture, "more");
  drawAnswers();
  drawButtons();
}

/**
 * What a request is answered with; nothing if it failed, which is said, or something else was begun meanwhile.
 * @template T
 * @param {() => Promise<T>} ask
 * @returns {Promise<T | null>}
 */
async function request(ask) {
  const number = ++current;
  trouble.hidden = true;
  try {
    const found = await ask();
    return number === current ? found : null;
  } catch (error) {
    if (number !== current) return null;
    trouble.textContent = messageOf(error);
    trouble.hidden = false;
    board.cancel();
    return null;
  }
}

// Trying

/** @param {string[]} tried */
async function attempt(tried) {
  if (!puzzle || over) return;
  const { id } = puzzle;
  const answer = await request(() => tryPuzzle(id, { moves: tried }));
  if (!answer) return;
  moves = tried;
  if (answer.before) {
    const number = current;
    show(answer.before, "wait", true);
    await pause(REPLY_MS);
    if (number !== current) return;
  }
  show(answer.picture, answer.verdict, true);
  tell(answer.verdict, answer.say ?? "");
  if (answer.verdict === "right") solved();
  else if (answer.verdict === "wrong") await failed(answer);
  else drawButtons();
}

function solved() {
  if (!puzzle) return;
  over = true;
  let now = progress();
  const known = now.seen.includes(puzzle.id);
  const before = now.rating[0];
  if (!wrong) now = finished(now, puzzle, true, !hints);
  if (daily) now = solvedDaily(now, day);
  keep(now);
  const change = now.rating[0] - before;
  if (known && !wrong) addLine(t("page-puzzle-done"));
  else if (change) addLine(t("page-puzzle-change", { rating: String(Math.round(now.rating[0])), change: signed(change) }));
  drawStreak();
  drawButtons();
  if (daily) void share();
  nextButton.focus({ preventScroll: true });
}

/** @param {PuzzleAnswer} answer */
async function failed(answer) {
  if (!puzzle) return;
  const { id } = puzzle;
  count();
  wrong++;
  drawButtons();
  againButton.focus({ preventScroll: true });
  if (!answer.refutable) return;
  const number = current;
  const line = await getRefutation(id, { moves }).catch(() => null);
  if (!line || number !== current) return;
  addLine(line.say);
  offerLine(line);
}

/** A puzzle that was not solved at the first try counts as one that was not solved. */
function count() {
  if (!puzzle || wrong) return;
  keep(finished(progress(), puzzle, false, true));
  drawResults();
}

/**
 * @param {string} verdict
 * @param {string} say
 */
function tell(verdict, say) {
  reply.dataset.verdict = verdict;
  clear(reply, say && el("span", { class: "verdict", text: say }));
}

/** @param {string} text */
function addLine(text) {
  reply.append(el("span", { text }));
}

/** @param {PuzzleLine} line */
function offerLine({ steps: shown = [] }) {
  if (!shown.length) return;
  reply.append(el("button", { class: "show", type: "button", text: t("page-puzzle-show"), data: { testid: "show" }, on: { click: () => void play(shown) } }));
}

/**
 * Shows boards one after the other.
 * @param {PuzzleStep[]} shown
 */
async function play(shown) {
  const number = ++current;
  for (const { picture, say } of shown) {
    show(picture, "line", true);
    spoken.textContent = say;
    await pause(STEP_MS);
    if (number !== current) return;
  }
}

/** @param {number} ms */
function pause(ms) {
  return new Promise((resolve) => setTimeout(resolve, reducedMotion() ? Math.min(ms, 50) : ms));
}

// Help

async function hint() {
  if (!puzzle || over) return;
  const { id } = puzzle;
  const found = await request(() => getHint(id));
  if (!found) return;
  hints++;
  restart();
  tell("more", found.say);
  pointers.show(puzzle.picture.board, found.squares ?? [], [], false);
}

async function solution() {
  if (!puzzle) return;
  const { id } = puzzle;
  const line = await request(() => getSolution(id));
  if (!line) return;
  if (!over) count();
  over = true;
  moves = [];
  show(puzzle.picture, "line");
  tell("line", line.say);
  drawButtons();
  await play(line.steps ?? []);
}

/**
 * Says why nothing can be done there, beside what was clicked.
 * @param {{ piece: string, square: string }} pointed
 * @param {HTMLElement} clicked
 */
async function explain(pointed, clicked) {
  if (!puzzle || root.dataset.verdict !== "more" || puzzle.options?.length) return;
  const number = current;
  try {
    const { why } = await tryPuzzle(puzzle.id, { moves, ...pointed });
    if (!why || number !== current || !clicked.isConnected) return;
    bubble.show(why, clicked);
    spoken.textContent = why;
  } catch {
    // Nothing was lost: the click did nothing, and the next one may be answered.
  }
}

// Drawing

/**
 * @param {Picture} picture
 * @param {string} verdict
 * @param {boolean} [animate]
 */
function show(picture, verdict, animate = false) {
  root.dataset.kind = picture.seats[0]?.type ?? "";
  root.dataset.verdict = verdict;
  const open = verdict === "more" && !puzzle?.options?.length;
  board.show(picture, { interactive: open, animate });
  pointers.show(picture.board, [], [], false);
  board.light((picture.won ?? []).map(({ squares }) => squares));
  steps.show(open ? picture : undefined);
  const { goals, others } = seatsAround(picture, puzzle?.seat ?? 0);
  clear(board.aside, goals);
  clear(byId("seats", HTMLElement), ...others, besidePart(picture.beside));
}

function drawAnswers() {
  const offered = puzzle?.options ?? [];
  const button = (/** @type {{ name: string, say: string }} */ { name, say }) =>
    el("button", { class: "button", type: "button", text: say, data: { option: name, testid: "option" }, on: { click: () => void pickOption(name) } });
  clear(answers, ...offered.map(button));
}

/** @param {string} name */
async function pickOption(name) {
  if (root.dataset.verdict === "more") await attempt([name]);
}

function drawButtons() {
  const failedNow = root.dataset.verdict === "wrong";
  hintButton.hidden = over;
  againButton.hidden = over && root.dataset.verdict === "right";
  againButton.classList.toggle("main", failedNow);
  solutionButton.hidden = root.dataset.verdict === "right";
  nextButton.hidden = !over;
  nextButton.textContent = daily ? t("page-puzzle-more") : t("page-puzzle-next");
}

function drawStreak() {
  const pill = byId("streak", HTMLElement);
  const count = streak(progress(), today());
  pill.hidden = !count;
  pill.textContent = t("page-puzzle-days", { count });
  drawResults();
}

/** Shows the stored results once somebody opens them. */
function drawResults() {
  if (byId("results", HTMLDetailsElement).open) void resultsModule().then((loaded) => loaded?.show(byId("progress", HTMLElement), drawStreak));
}

async function share() {
  const shown = puzzle;
  const loaded = await shareModule();
  if (!loaded || !shown || shown !== puzzle) return;
  const { share: head = "", name } = shown;
  clear(byId("share", HTMLElement), loaded.sharePart({ head, name, day, wrong, hints, streak: streak(progress(), day) }));
}

/** @param {number} change */
function signed(change) {
  return `${change < 0 ? "−" : "+"}${Math.round(Math.abs(change))}`;
}

// Choosing

function fillThemes() {
  const games = gameSelect.value ? [gameSelect.value] : plan.games.map(({ name }) => name);
  const themes = new Map(games.flatMap((game) => plan.themes[game] ?? []).map(({ name, say }) => [name, say]));
  const before = themeSelect.value;
  clear(themeSelect, el("option", { value: "", text: t("page-puzzle-any-theme") }), ...[...themes].map(([value, text]) => el("option", { value, text })));
  themeSelect.value = themes.has(before) ? before : "";
}

function next() {
  if (daily) location.assign(byId("practice", HTMLAnchorElement).href);
  else void begin(true);
}

byId("head", HTMLElement).textContent = daily ? t("page-puzzle-today") : t("page-puzzles");
byId(daily ? "today" : "practice", HTMLElement).setAttribute("aria-current", "page");
byId("choice", HTMLElement).hidden = daily;
clear(gameSelect, el("option", { value: "", text: t("page-puzzle-any-game") }), ...plan.games.map(({ name, say }) => el("option", { value: name, text: say })));
fillThemes();
gameSelect.addEventListener("change", () => {
  fillThemes();
  void begin();
});
themeSelect.addEventListener("change", () => void begin());
hintButton.addEventListener("click", () => void hint());
solutionButton.addEventListener("click", () => void solution());
nextButton.addEventListener("click", next);
againButton.addEventListener("click", () => {
  over = false;
  restart();
  board.grid.focus(board.grid.home);
});
byId("results", HTMLDetailsElement).addEventListener("toggle", drawResults);
// A page that was left open overnight shows the new day's puzzle, unless somebody is in the middle of one.
document.addEventListener("visibilitychange", () => {
  if (daily && !document.hidden && day !== today() && (over || !moves.length)) void begin();
});
void begin();
