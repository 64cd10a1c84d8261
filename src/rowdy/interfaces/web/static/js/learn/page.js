// A lesson: step by step one thing to do on a board, which the server judges by the rules of the game.
// @ts-check
import { BoardView } from "../board/board-view.js";
import { Pointers } from "../board/pointers.js";
import { seatsAround } from "../board/seats-around.js";
import { WhyBubble } from "../board/why-bubble.js";
import { messageOf, tryInLesson } from "../common/api.js";
import { attribute, byId, clear, el } from "../common/dom.js";
import { nextStep, setNextStep } from "../common/lessons.js";
import { goToNewTable } from "../common/open-table.js";
import { connectSwitches } from "../common/switches.js";
import { t } from "../common/words.js";
import { emphasised } from "./emphasis.js";

/** @import { LessonAnswer, LessonPlan, Picture } from "../common/types.js" */

/** @type {LessonPlan} */
const lesson = JSON.parse(byId("lesson", HTMLElement).textContent ?? "");
const root = byId("learn", HTMLElement);
const trouble = byId("trouble", HTMLElement);
const spoken = byId("spoken", HTMLElement);
const heading = byId("title", HTMLElement);
const back = byId("back", HTMLButtonElement);
const skip = byId("skip", HTMLButtonElement);
const board = new BoardView(byId("board", HTMLElement), {
  onMove: (move) => void attempt([...moves, move]),
  onSay: (text) => {
    clear(spoken, text);
  },
  onWhy: (asked, clicked) => void explain(asked, clicked),
});
const pointers = new Pointers(board);
const bubble = new WhyBubble(board.root);
const reply = el("div", { class: "reply", role: "status", data: { testid: "reply" } });
const buttons = el("div", { class: "reply-buttons" });
board.between.append(reply, buttons);

let at = 0;
/** What was done in this step so far. @type {string[]} */
let moves = [];
/** The number of the last request; answers to older ones are ignored. */
let asked = 0;

/**
 * Shows a step once its board is there, so that no click on the old board counts for the new one.
 * @param {number} to
 * @param {boolean} [byButton] whether somebody asked for it, so that what is new is read to them
 */
async function go(to, byButton = true) {
  const wanted = Math.max(0, Math.min(to, lesson.steps.length - 1));
  const answer = await ask(wanted, []);
  if (!answer) return;
  at = wanted;
  const { name, title, say, title_lang, say_lang } = lesson.steps[at];
  setNextStep(lesson.game, name);
  byId("count", HTMLElement).textContent = t("page-learn-count", { step: at + 1, steps: lesson.steps.length });
  heading.textContent = title;
  attribute(heading, { lang: title_lang });
  const task = clear(byId("say", HTMLElement), ...emphasised(say));
  attribute(task, { lang: say_lang });
  const bars = lesson.steps.map((_, i) => el("span", { class: i <= at ? "bar is-done" : "bar" }));
  clear(byId("bars", HTMLElement), ...bars);
  back.hidden = at === 0;
  skip.hidden = at === lesson.steps.length - 1;
  show(answer, []);
  if (!byButton) return;
  heading.focus({ preventScroll: true });
  scrollTo(0, 0);
}

/**
 * Does something in the step that is shown.
 * @param {string[]} tried all that was done in it
 */
async function attempt(tried) {
  const answer = await ask(at, tried);
  if (answer) show(answer, tried);
}

/**
 * What some moves in a step lead to; nothing if that cannot be known, or something else was asked meanwhile.
 * @param {number} step
 * @param {string[]} tried
 */
async function ask(step, tried) {
  const number = ++asked;
  trouble.hidden = true;
  try {
    const answer = await tryInLesson(lesson.game, lesson.steps[step].name, { moves: tried });
    return number === asked ? answer : null;
  } catch (error) {
    if (number !== asked) return null;
    trouble.textContent = messageOf(error);
    trouble.hidden = false;
    board.cancel();
    return null;
  }
}

/**
 * @param {LessonAnswer} answer
 * @param {string[]} tried
 */
function show({ verdict, picture, say = "", squares = [], arrows = [], lang }, tried) {
  const { table } = lesson.steps[at];
  moves = tried;
  root.dataset.kind = picture.seats[0]?.type ?? "";
  root.dataset.verdict = table ? "play" : verdict;
  board.show(picture, { interactive: verdict === "more" && !table, animate: tried.length > 0 });
  pointers.show(picture.board, squares, arrows, verdict === "wrong");
  drawSeats(picture, verdict === "more" && !table);
  clear(
    reply,
    verdict !== "more" && el("span", { class: "sign", text: verdict === "right" ? "✓" : "✗" }),
    say && el("span", { lang }, ...emphasised(say)),
  );
  reply.dataset.verdict = verdict;
  if (verdict === "wrong") offer(t("page-learn-again"), "again", () => void restart());
  else if (verdict === "right") offer(t("page-learn-next"), "next", () => void go(at + 1));
  else if (table) offer(t("page-learn-play"), "play", () => void play());
  else clear(buttons);
  if (verdict === "more") return;
  buttons.querySelector("button")?.focus({ preventScroll: true });
  buttons.scrollIntoView({ block: "nearest" });
}

/**
 * Says why nothing can be done there, beside what was clicked.
 * @param {{ piece: string, square: string }} pointed
 * @param {HTMLElement} clicked
 */
async function explain(pointed, clicked) {
  if (root.dataset.verdict !== "more") return;
  const number = asked;
  try {
    const { why } = await tryInLesson(lesson.game, lesson.steps[at].name, { moves, ...pointed });
    if (!why || number !== asked || !clicked.isConnected) return;
    bubble.show(why, clicked);
    clear(spoken, why);
  } catch {
    // Nothing was lost: the click did nothing, and the next one may be answered.
  }
}

async function restart() {
  await attempt([]);
  board.grid.focus(board.grid.home);
}

/** Opens a table for the endgame and goes there. */
async function play() {
  const { table } = lesson.steps[at];
  if (!table) return;
  try {
    await goToNewTable(table, lesson.title, { lesson: lesson.game });
  } catch (error) {
    trouble.textContent = messageOf(error);
    trouble.hidden = false;
  }
}

/**
 * @param {string} text
 * @param {string} testid
 * @param {() => void} onClick
 */
function offer(text, testid, onClick) {
  clear(buttons, el("button", { class: "button main", type: "button", text, data: { testid }, on: { click: onClick } }));
}

/**
 * The goals of the learner stand beside the pieces, all else above the board.
 * @param {Picture} picture
 * @param {boolean} interactive
 */
function drawSeats(picture, interactive) {
  const { goals, others } = seatsAround(picture, lesson.seat, interactive ? (...given) => void order(...given) : undefined);
  clear(board.aside, goals);
  clear(byId("seats", HTMLElement), ...others);
}

/**
 * Keeps a card secret or lets it be shown, and says what that means if it is not what the step asks for.
 * @param {string} card
 * @param {"show" | "hold"} wish
 * @param {string} goal
 */
async function order(card, wish, goal) {
  await attempt([...moves, `${wish} ${card}`]);
  const row = board.aside.querySelector(`[data-goal="${card}"]`);
  if (root.dataset.verdict !== "more" || !(row instanceof HTMLElement)) return;
  const said = wish === "hold" ? t("page-goal-held", { goal }) : t("page-goal-shown", { goal });
  bubble.show(said, row);
  spoken.textContent = said;
}

connectSwitches();
back.addEventListener("click", () => void go(at - 1));
skip.addEventListener("click", () => void go(at + 1));
const known = lesson.steps.findIndex(({ name }) => name === nextStep(lesson.game));
void go(Math.max(0, known), false);
