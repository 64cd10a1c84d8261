// The explorer: any position of a solved game, with the value of all that can be done in it.
// @ts-check
import { BoardView } from "../board/board-view.js";
import { Pointers } from "../board/pointers.js";
import { explore, lookAhead, messageOf } from "../common/api.js";
import { copyButton } from "../common/copy-button.js";
import { byId, clear, el } from "../common/dom.js";
import { lazy } from "../common/lazy.js";
import { connectSwitches } from "../common/switches.js";
import { langOf, t } from "../common/words.js";
import { ValueLayer, bestBySquare } from "./values.js";
import { Walk } from "./walk.js";

/** @import { Exploration, ExploredAhead, ExploredChoice, ExplorerPlan, ExploreWanted, Picture, Worth } from "../common/types.js" */
/** @import { WalkStep } from "./walk.js" */

/** How many choices are listed unless all are asked for. */
const SHORT = 10;
const setUpModule = lazy(() => import("./set-up.js"), { words: "explore/set-up.js" });

/** @type {ExplorerPlan} */
const plan = JSON.parse(byId("plan", HTMLElement).textContent ?? "");
const root = byId("explore", HTMLElement);
const trouble = byId("trouble", HTMLElement);
const title = byId("title", HTMLElement);
const line = byId("line", HTMLElement);
const linkLine = byId("link-line", HTMLElement);
const board = new BoardView(byId("board", HTMLElement), {
  onMove: (move) => void (laying ? laying.lay(move) : step([move])),
  onSay: () => drawValues(),
});
const values = new ValueLayer(board);
/** Arrows end at the edge of a square, since its value stands in the middle. */
const pointers = new Pointers(board, 36);
const linkField = el("input", { type: "text", readonly: true, "aria-label": t("page-explore-link-field"), data: { testid: "link-field" } });

/** @type {Walk | null} */
let walk = null;
/** The house rules that differ from the usual ones. @type {Record<string, string>} */
let rulings = {};
/** The position that is being set up, if one is. @type {import("./set-up.js").SetUp | null} */
let laying = null;
/** Whether all choices are listed. */
let all = false;
/** The number of the last request; answers to older ones are ignored. */
let asked = 0;

// Going

/** @param {string[]} moves */
async function step(moves) {
  if (!walk) return;
  const known = walk.known(moves);
  if (known) return go(known);
  const from = walk.here;
  const shown = await ask({ position: from.shown.position, moves: [...moves] });
  if (!shown || walk.here !== from) return;
  go(walk.add(shown, moves));
}

/**
 * Begins at a position; without one, where the game begins.
 * @param {string | null} position
 */
async function begin(position) {
  const shown = await ask(position === null ? {} : { position });
  if (!shown) return;
  walk = new Walk(shown);
  go(walk.root, false);
}

/**
 * The values of a position; nothing if they cannot be known, or something else was asked meanwhile.
 * @param {ExploreWanted} wanted
 */
async function ask(wanted) {
  const number = ++asked;
  root.setAttribute("aria-busy", "true");
  trouble.hidden = true;
  try {
    const shown = await explore(plan.game, { ...wanted, rulings });
    return number === asked ? shown : null;
  } catch (error) {
    if (number !== asked) return null;
    trouble.textContent = messageOf(error);
    trouble.hidden = false;
    board.cancel();
    return null;
  } finally {
    if (number === asked) root.removeAttribute("aria-busy");
  }
}

/**
 * @param {WalkStep} to
 * @param {boolean} [animate]
 */
function go(to, animate = true) {
  if (!walk) return;
  const near = to.before === walk.here;
  walk.go(to);
  all = false;
  const { shown } = to;
  root.dataset.kind = shown.picture.seats[0]?.type ?? "";
  board.show(withValues(shown), { interactive: true, animate: animate && near });
  clear(byId("due", HTMLElement), shown.due);
  clear(title, shown.title || shown.due);
  clear(byId("say", HTMLElement), ...(shown.say ?? []).map((text) => el("p", { text })));
  drawValues();
  drawChoices();
  drawTree();
  drawButtons();
  history.replaceState(null, "", pageAddress(shown.position));
  linkField.value = location.href;
  void showAhead(to);
}

/** @param {WalkStep} of */
async function showAhead(of) {
  drawAhead(of.ahead, of.shown);
  if (of.ahead || !of.shown.choices?.length) return;
  try {
    of.ahead = await lookAhead(plan.game, { position: of.shown.position, rulings });
  } catch (error) {
    if (walk?.here === of) line.textContent = messageOf(error);
    return;
  }
  if (walk?.here === of && !laying) drawAhead(of.ahead, of.shown);
}

/** @param {string} position */
function pageAddress(position) {
  const query = new URLSearchParams(rulings);
  query.set("position", position);
  return `?${query}`;
}

// The board

/**
 * The picture with what each square is worth in its name, for those who do not see the signs.
 * @param {Exploration} shown
 * @returns {Picture}
 */
function withValues({ picture, values: worths = {} }) {
  const best = bestBySquare(picture.moves ?? [], worths);
  const cells = picture.board.cells.map((cell) => {
    const worth = best.get(cell.square);
    return worth ? { ...cell, name: `${cell.name}; ${worth.say}` } : cell;
  });
  return { ...picture, board: { ...picture.board, cells } };
}

function drawValues() {
  if (!walk || laying) return;
  const { picture, values: worths = {}, choices = [] } = walk.here.shown;
  values.show(picture, worths);
  const best = picture.moves?.find(({ move }) => move === choices[0]?.moves[0]);
  const arrows = best?.source && best.target && !board.pick ? [/** @type {[string, string]} */ ([best.source, best.target])] : [];
  pointers.show(picture.board, [], arrows, false);
  board.light((picture.won ?? []).map(({ squares }) => squares));
  root.dataset.best = choices[0]?.worth.value ?? "";
}

// What can be done

function drawChoices() {
  const choices = walk?.here.shown.choices ?? [];
  byId("choices-sheet", HTMLElement).hidden = !choices.length;
  const short = !all && choices.length > SHORT + 1;
  const shown = short ? choices.slice(0, SHORT) : choices;
  const more = short
    ? el("li", {}, el("button", { class: "quiet", type: "button", text: t("page-explore-more", { count: choices.length - SHORT }), data: { testid: "more" }, on: { click: showAll } }))
    : null;
  clear(byId("choices", HTMLElement), ...shown.map(choiceItem), more);
}

function showAll() {
  all = true;
  drawChoices();
  /** @type {HTMLElement | null} */ (byId("choices", HTMLElement).children[SHORT]?.querySelector("button"))?.focus();
}

/** @param {ExploredChoice} choice */
function choiceItem({ moves, worth, then, ways = 1, only }) {
  return el(
    "li",
    {},
    el(
      "button",
      { class: only ? "choice is-only" : "choice", type: "button", data: { moves: moves.join(" "), testid: "choice" }, on: { click: () => void step(moves) } },
      el("b", { text: moves.join(", ") }),
      ways > 1 && el("span", { class: "ways", title: t("page-explore-ways-say", { ways }) }, el("span", { "aria-hidden": true, text: `×${ways}` }), el("span", { class: "unseen", text: t("page-explore-ways-say", { ways }) })),
      el("span", { class: "then", text: then ? t("page-explore-then", { move: then }) : "" }),
      worthPart(worth),
      only && el("span", { class: "only", text: only }),
    ),
  );
}

/** @param {Worth} worth */
function worthPart({ value, say, sign }) {
  return el("span", { class: "worth", data: { value } }, el("span", { class: "sign", "aria-hidden": true, text: sign }), el("span", { text: say }));
}

/**
 * @param {ExploredAhead | null} ahead
 * @param {Exploration} shown
 */
function drawAhead(ahead, shown) {
  const goesOn = Boolean(shown.choices?.length);
  byId("line-sheet", HTMLElement).hidden = !goesOn;
  const replies = ahead?.replies ?? [];
  byId("replies-sheet", HTMLElement).hidden = !replies.length;
  if (!ahead) return void clear(line, goesOn && t("page-explore-line-wait"));
  const turns = ahead.line.map(({ number, moves }, i) => {
    const way = ahead.line.slice(0, i + 1).flatMap((turn) => turn.moves);
    return el("button", { class: "quiet turn", type: "button", text: `${number} ${moves.join(", ")}`, data: { testid: "line-turn" }, on: { click: () => void follow(way) } });
  });
  clear(line, ...turns, el("span", { class: "line-end", text: ahead.end }));
  clear(
    byId("replies", HTMLElement),
    ...replies.map(({ moves, say, worth }) =>
      el("li", {}, el("button", { class: "choice", type: "button", data: { testid: "reply" }, on: { click: () => void follow(moves) } }, el("b", { text: moves.join(", ") }), worthPart(worth), el("span", { class: "then", text: say }))),
    ),
  );
}

/**
 * Makes several moves, each a step of its own.
 * @param {string[]} moves
 */
async function follow(moves) {
  for (const move of moves) {
    const before = walk?.here;
    await step([move]);
    if (walk?.here === before) return;
  }
}

// The way here

function drawTree() {
  if (walk) clear(byId("tree", HTMLElement), ...treeItems(walk.root));
}

/**
 * A step with all that follows; only where there are branches it goes one level deeper.
 * @param {WalkStep} first
 * @returns {HTMLElement[]}
 */
function treeItems(first) {
  const items = [];
  for (let at = first; ; at = at.branches[0]) {
    const alone = at.branches.length < 2;
    const inner = alone ? null : el("ul", { class: "tree" }, ...at.branches.flatMap(treeItems));
    items.push(el("li", {}, treeButton(at), inner));
    if (!alone || !at.branches.length) return items;
  }
}

/** @param {WalkStep} at */
function treeButton(at) {
  const moves = at.moves.join(", ");
  const { holding = "" } = at.shown;
  return el(
    "button",
    { class: "choice", type: "button", "aria-current": String(at === walk?.here), data: { testid: "tree-step" }, on: { click: () => go(at) } },
    el("b", { text: moves || t("page-explore-tree-start") }),
    at.shown.worth ? worthPart(at.shown.worth) : null,
    el("span", { class: "then", text: holding || at.shown.due }),
  );
}

function drawButtons() {
  const here = walk?.here;
  for (const id of ["first", "back"]) byId(id, HTMLButtonElement).setAttribute("aria-disabled", String(!here?.before));
  byId("forward", HTMLButtonElement).setAttribute("aria-disabled", String(!here?.next));
}

const back = () => walk?.here.before && go(walk.here.before);
const forward = () => walk?.here.next && go(walk.here.next);
const first = () => walk && go(walk.root);

/** @param {KeyboardEvent} event */
function onKey(event) {
  const act = { ArrowLeft: back, ArrowRight: forward, Home: first }[event.key];
  const busy = event.target instanceof Element && event.target.closest("[role=grid], .pieces, input, select");
  if (!act || busy || laying || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  act();
}

// Set up by hand

async function layOut() {
  const loaded = await setUpModule();
  const here = walk?.here;
  if (!loaded || !here || laying) return;
  laying = new loaded.SetUp(plan, board, { rulings: () => rulings, done: endLaying });
  root.classList.add("is-laying");
  values.show({ ...here.shown.picture, moves: [] }, {});
  pointers.show(here.shown.picture.board, [], [], false);
  clear(byId("laying", HTMLElement), laying.root);
  await laying.begin(here.shown.position);
}

/** @param {string | null} position */
function endLaying(position) {
  laying = null;
  root.classList.remove("is-laying");
  clear(byId("laying", HTMLElement));
  if (position !== null) void begin(position);
  else if (walk) go(walk.here, false);
  byId("set-up", HTMLButtonElement).focus();
}

// House rules

function drawRulings() {
  const chosen = (/** @type {string} */ name) => rulings[name] ?? plan.rulings.find((one) => one.name === name)?.default;
  const offered = plan.rulings.filter(({ needs }) => !needs || chosen(needs[0]) === needs[1]);
  byId("rules-sheet", HTMLElement).hidden = !offered.length;
  clear(
    byId("rulings", HTMLElement),
    ...offered.map(({ name, say, options }) => {
      const own = langOf(plan.game);
      const select = el("select", { autocomplete: "off", lang: own, data: { testid: `ruling-${name}` } }, ...options.map((option) => el("option", { value: option.name, text: option.say, selected: option.name === chosen(name) })));
      select.addEventListener("change", () => void rule(name, select.value));
      return el("label", { class: "field" }, el("span", { text: say, lang: own }), select);
    }),
  );
}

/**
 * Looks at the same position by another house rule.
 * @param {string} name
 * @param {string} option
 */
async function rule(name, option) {
  const usual = plan.rulings.find((one) => one.name === name)?.default === option;
  const { [name]: _, ...others } = rulings;
  rulings = usual ? others : { ...others, [name]: option };
  for (const { name: other, needs, default: without } of plan.rulings) {
    if (needs?.[0] === name && needs[1] !== option && rulings[other] !== without) delete rulings[other];
  }
  drawRulings();
  if (walk) await begin(walk.here.shown.position);
}

function toggleLink() {
  const open = linkLine.hidden;
  linkLine.hidden = !open;
  byId("link", HTMLButtonElement).setAttribute("aria-expanded", String(open));
  if (open) linkField.select();
}

connectSwitches();
clear(linkLine, linkField, copyButton(linkField));
byId("first", HTMLButtonElement).addEventListener("click", first);
byId("back", HTMLButtonElement).addEventListener("click", back);
byId("forward", HTMLButtonElement).addEventListener("click", forward);
byId("link", HTMLButtonElement).addEventListener("click", toggleLink);
const setUpButton = byId("set-up", HTMLButtonElement);
setUpButton.hidden = !plan.pieces.length;
setUpButton.addEventListener("click", () => void layOut());
document.addEventListener("keydown", onKey);
const query = new URLSearchParams(location.search);
rulings = Object.fromEntries(plan.rulings.flatMap(({ name }) => (query.has(name) ? [[name, query.get(name) ?? ""]] : [])));
drawRulings();
void begin(query.get("position"));
