// What a game shows at each seat and beside the board: goals, stones left, tokens, cards.
// @ts-check
import { drawGoal, drawGoalMark, drawLineMark, drawPiece, drawSign } from "../drawing/pieces.js";
import { el } from "../common/dom.js";
import { t } from "../common/words.js";

/** @import { Beside, CardLook, Goal, OrderCommand, SeatPicture } from "../common/types.js" */
/** @import { DjecoSeat, FlipSeat, XoxoSeat } from "../common/types.js" */
/** @typedef {OrderCommand["order"]} StandingOrder */

/**
 * `own`: the seat is the viewer's, and its goals are a list with their orders. `reveal`: a hand that is known is shown.
 * @typedef {{ own: boolean, reveal: boolean, onOrder?: OnOrder }} Options
 */
/** @typedef {(card: string, order: StandingOrder, goal: string) => void} OnOrder */

/**
 * @param {SeatPicture} shown
 * @param {Options} options
 * @returns {HTMLElement}
 */
export function seatPart(shown, options) {
  switch (shown.type) {
    case "xoxo":
      return options.own ? goals(shown, options) : cards(shown);
    case "flip":
      return stones(shown);
    case "djeco":
      return tokens(shown, options.reveal);
    case "plain":
      return el("div", { class: "seat-part seat-count", text: shown.name });
  }
}

/**
 * The sign and colour of a seat, where its player has one; the seat's part says it in words.
 * @param {SeatPicture | undefined} shown
 */
export function sideBadge(shown) {
  if (shown?.type !== "djeco" && shown?.type !== "flip") return null;
  const colour = shown.type === "djeco" ? ` is-${shown.colour}` : "";
  return el(
    "span",
    { class: `side${colour}`, "aria-hidden": true, data: { testid: "side" } },
    drawSign(shown.sign),
    shown.type === "djeco" && el("span", { text: shown.side }),
  );
}

/**
 * A part that says itself in words once, instead of each drawing in it.
 * @param {string} kind
 * @param {string} name
 * @param {...import("../common/dom.js").Child} children
 */
function part(kind, name, ...children) {
  return el(
    "div",
    { class: `seat-part seat-${kind}` },
    el("span", { class: "unseen", text: name }),
    el("div", { class: "seat-drawn", "aria-hidden": true }, ...children),
  );
}

// XOXO

/** @param {XoxoSeat} shown */
function cards(shown) {
  const { pile } = shown;
  return el(
    "div",
    { class: "seat-part seat-xoxo" },
    el(
      "ul",
      { class: "goal-cards" },
      ...(shown.cards ?? []).map((goal) => card(goal, false)),
      ...(shown.shown ?? []).map((goal) => card(goal, true)),
    ),
    el(
      "div",
      { class: "seat-pile", role: "img", "aria-label": pile.name },
      pile.top && drawPiece(pile.top),
      el("span", { class: "pile-words", text: pile.label }),
      el("span", { class: "pile-size", text: `×${pile.size}` }),
    ),
  );
}

/**
 * @param {Goal} goal
 * @param {boolean} shown
 */
function card(goal, shown) {
  const name = shown ? `${t("page-goals-shown")}: ${goal.name}` : goal.name;
  return el(
    "li",
    { class: `goal-card ${shown ? "is-shown" : ""}`, title: name },
    el("span", { role: "img", "aria-label": name }, drawGoal(goal)),
  );
}

/**
 * @param {XoxoSeat} shown
 * @param {Options} options
 */
function goals(shown, options) {
  return el(
    "section",
    { class: "seat-part goals", "aria-label": t("page-goals") },
    el("h3", { class: "goals-title", text: t("page-goals") }),
    el(
      "ul",
      { class: "goals-list" },
      ...(shown.cards ?? []).map((goal) => row(goal, options)),
      ...(shown.shown ?? []).map(shownRow),
    ),
  );
}

/**
 * @param {Goal} goal
 * @param {Options} options
 */
function row(goal, { onOrder }) {
  const { value, order } = goal;
  const show = order === "show";
  // Where no order can be given, what happens anyway need not be said.
  const said = order && (onOrder || !show) ? t(show ? "page-goal-show" : "page-goal-hold") : undefined;
  const parts = [
    drawGoalMark(goal),
    goal.line && drawLineMark(),
    words(goal.label, said, "goal-order"),
  ];
  if (!value || !order || !onOrder) return el("li", { class: "goal-row", title: goal.name }, ...parts);
  return el(
    "li",
    {},
    el(
      "button",
      {
        type: "button",
        class: "goal-row",
        "aria-label": `${goal.label} ${said}: ${goal.name}`,
        "aria-pressed": show,
        title: goal.name,
        data: { goal: value },
        on: { click: () => onOrder(value, show ? "hold" : "show", goal.label) },
      },
      ...parts,
    ),
  );
}

/**
 * @param {string} label
 * @param {string | undefined} more
 * @param {string} kind
 */
function words(label, more, kind) {
  return el(
    "span",
    { class: "goal-words" },
    el("span", { class: "goal-label", text: label }),
    " ",
    more && el("span", { class: kind, text: more }),
  );
}

/** @param {Goal} goal */
function shownRow(goal) {
  return el(
    "li",
    { class: "goal-row is-shown", title: goal.name },
    drawGoalMark(goal),
    words(goal.label, t("page-goals-shown"), "goal-done"),
  );
}

// Flip games

/** @param {FlipSeat} shown */
function stones(shown) {
  const [first, second] = shown.sides;
  return part(
    "flip",
    shown.name,
    el("span", { class: "stones-left" }, ...Array.from({ length: shown.left }, () => drawPiece(first))),
    el("span", { class: "stone-sides" }, drawPiece(first), "⇄", drawPiece(second)),
    el("span", { class: "seat-count", text: shown.label }),
  );
}

// Djeco

/**
 * @param {DjecoSeat} shown
 * @param {boolean} reveal
 */
function tokens(shown, reveal) {
  const drawn = Array.from({ length: Math.max(shown.target, shown.tokens) }, (_, i) =>
    i < shown.tokens
      ? el("span", { class: `token is-${shown.colour}` }, drawSign(shown.sign))
      : el("span", { class: `token is-open is-${shown.colour}` }),
  );
  return part(
    "djeco",
    shown.name,
    el("span", { class: "tokens" }, ...drawn),
    el("span", { class: "seat-count", text: shown.label }),
    reveal && shown.hand?.length ? smallCards(shown.hand) : null,
  );
}

/** @param {CardLook[]} cards */
function smallCards(cards) {
  return el("span", { class: "minis" }, ...cards.map((card) => drawPiece(card)));
}

// Beside the board

/**
 * Nothing for XOXO: its draw pile lies among the pieces.
 * @param {Beside | undefined} beside
 * @returns {HTMLElement | null}
 */
export function besidePart(beside) {
  if (beside?.type !== "djeco") return null;
  return el(
    "div",
    { class: "beside", title: beside.name },
    el("span", { class: "unseen", text: beside.name }),
    el(
      "span",
      { class: "beside-drawn", "aria-hidden": true },
      el("span", { class: "beside-aim", text: beside.aim }),
      el("span", { text: beside.label }),
      beside.discard_label && el("span", { text: beside.discard_label }),
    ),
  );
}
