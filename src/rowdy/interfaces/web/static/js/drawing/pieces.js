// The pieces of all games as drawings: tiles, stones, cards, stacks, signs, goals.
// @ts-check
import { draw } from "./templates.js";

/** @import { CardLook, Goal, Look } from "../common/types.js" */
/** @import { Values } from "./templates.js" */

/** How many letters fit on a card or a tile; longer words are squeezed. */
export const MOST_LETTERS = 5;
/** How many cards of a stack stick out. */
const EDGES_DRAWN = 3;

/**
 * A piece; `label` is written on it where it has no number of its own.
 * @param {Look} look
 * @param {string} [label]
 * @returns {SVGSVGElement}
 */
export function drawPiece(look, label = "") {
  switch (look.type) {
    case "tile":
      return draw("tile", { colour: look.colour, shape: look.shape, face: look.face });
    case "stone":
      return draw("stone", { colour: look.colour, sign: look.sign });
    case "card":
      return draw("card", card(look, label));
    case "stack":
      return draw("stack", { ...card(look.top), ...stacked(look.height) });
    case "sign":
      return draw("word-tile", written(look.text));
  }
}

/**
 * A few letters as large as they fit on a tile, more of them squeezed.
 * @param {string} text
 * @returns {Values}
 */
function written(text) {
  const size = Math.max(22, Math.min(62, 108 / [...text].length));
  return { text, size, y: 50 + size * 0.35, ...squeezed(text, 86) };
}

/** @param {number} height */
function stacked(height) {
  return { height, below: Math.min(height - 1, EDGES_DRAWN), several: height > 1 ? "yes" : "no" };
}

/**
 * @param {CardLook} look
 * @param {string} [label]
 * @returns {Values}
 */
function card({ colour, number, clears }, label = "") {
  if (number) return { colour, shows: "number", number };
  return { colour, shows: `${clears ?? "line"}${label && "-named"}`, y: 41, text: label, ...squeezed(label, 74) };
}

/**
 * @param {string} text
 * @param {number} room
 */
function squeezed(text, room) {
  return [...text].length > MOST_LETTERS ? { room, adjust: "spacingAndGlyphs" } : {};
}

/**
 * A goal as a small card: its value, or its back with the kind.
 * @param {Goal} goal
 */
export function drawGoal(goal) {
  return draw("goal", seen(goal));
}

/**
 * The value of a goal alone, as it stands before its word.
 * @param {Goal} goal
 */
export function drawGoalMark(goal) {
  return draw("mark", seen(goal));
}

/**
 * @param {Goal} goal
 * @returns {Values}
 */
function seen({ kind, value }) {
  return { kind, value: value ?? undefined, side: value ? "value" : "kind" };
}

/** Three in a row: the line of a goal lies now. */
export function drawLineMark() {
  return draw("line-mark");
}

/**
 * The sign of a player, alone, in the colour of the text around it.
 * @param {string} name
 */
export function drawSign(name) {
  return draw("sign", { sign: name });
}
