// The pieces of all games as drawings: tiles, stones, cards, stacks, signs, goals.
// @ts-check
import { svg } from "../shared/dom.js";
import { INK, NUMBER, RIM, colourOf, drawCharacter, drawFace, drawShape, filled, signPart } from "./shapes.js";

/** @import { Child } from "../shared/dom.js" */
/** @import { CardLook, Goal, Look, StackLook, StoneLook, TileLook } from "../shared/types.js" */

/** Cards of these colours also carry a sign, so that nothing rests on hue. */
const CARD_SIGNS = /** @type {Record<string, string>} */ ({ red: "cross", blue: "ring" });
/** How many letters fit on a card or a tile; longer words are squeezed. */
export const MAX_LETTERS = 5;
/** By how much each card of a stack sticks out below the one above it. */
const EDGE = 4.5;
/** How many cards of a stack stick out. */
const MAX_EDGES = 3;

/**
 * A drawing that says nothing itself: the button around it does.
 * @param {string} name
 * @param {string} box
 * @param {...Child} children
 */
function drawing(name, box, ...children) {
  return svg("svg", { class: `drawing d-${name}`, viewBox: box, "aria-hidden": true, focusable: "false" }, ...children);
}

/**
 * A piece; `label` is written on it where it has no number of its own.
 * @param {Look} look
 * @param {string} [label]
 * @returns {SVGSVGElement}
 */
export function drawPiece(look, label = "") {
  switch (look.type) {
    case "tile":
      return drawTile(look);
    case "stone":
      return drawStone(look);
    case "card":
      return drawing("card", "0 0 84 100", cardFace(look, label));
    case "stack":
      return drawStack(look);
    case "sign":
      return drawing("tile", "0 0 100 100", paper(100, 16), written(look.text));
  }
}

/**
 * What tiles and goals are made of.
 * @param {number} width
 * @param {number} rx
 */
function paper(width, rx) {
  return svg("rect", { class: "d-paper", fill: "#ffffff", width, height: 100, rx });
}

/**
 * A few letters as large as they fit on a tile, more of them squeezed.
 * @param {string} text
 */
function written(text) {
  const size = Math.max(22, Math.min(62, 108 / [...text].length));
  return word(text, 50, 50 + size * 0.35, size, INK, 86);
}

/**
 * A word around its middle; one that is too long for the room is squeezed.
 * @param {string} text
 * @param {number} x
 * @param {number} y
 * @param {number} size
 * @param {string} fill
 * @param {number} room
 */
function word(text, x, y, size, fill, room) {
  const squeezed = [...text].length > MAX_LETTERS && { textLength: room, lengthAdjust: "spacingAndGlyphs" };
  const form = { "font-size": size, "font-weight": 700, "text-anchor": "middle", ...squeezed };
  return svg("text", { class: "d-word", x, y, fill, ...form }, text);
}

/** @param {TileLook} tile */
function drawTile(tile) {
  return drawing(
    "tile",
    "0 0 100 100",
    paper(100, 16),
    svg("g", { transform: "translate(1 1) scale(0.98)" }, drawCharacter(tile.shape, tile.colour, tile.face)),
  );
}

/** @param {StoneLook} stone */
function drawStone(stone) {
  const { mark } = colourOf(stone.colour);
  const white = stone.colour === "white";
  return drawing(
    "stone",
    "0 0 100 100",
    filled(stone.colour, "circle", { cx: 50, cy: 50, r: 47 }),
    svg("circle", { ...RIM, cx: 50, cy: 50, r: 47 }),
    white &&
      svg("circle", {
        cx: 50,
        cy: 50,
        r: 40,
        fill: "none",
        stroke: mark,
        "stroke-width": 3,
        "stroke-dasharray": "6 5",
      }),
    signPart(stone.sign, mark),
  );
}

/**
 * A card on a field of 84 by 100.
 * @param {CardLook} card
 * @param {string} [label]
 */
function cardFace(card, label = "") {
  const { mark } = colourOf(card.colour);
  const sign = CARD_SIGNS[card.colour];
  return svg(
    "g",
    {},
    filled(card.colour, "rect", { width: 84, height: 100, rx: 12 }),
    svg("rect", { ...RIM, x: 0.75, y: 0.75, width: 82.5, height: 98.5, rx: 11.5 }),
    sign && svg("g", { transform: "translate(1 1) scale(0.3)" }, signPart(sign, mark, 15)),
    card.number ? number(card, mark) : clearing(card, mark, label),
  );
}

/**
 * @param {CardLook} card
 * @param {string} mark
 */
function number(card, mark) {
  return svg("text", { ...NUMBER, x: 42, y: 71, fill: mark }, String(card.number));
}

/**
 * The face of a card that clears one square or a line.
 * @param {CardLook} card
 * @param {string} mark
 * @param {string} label
 */
function clearing({ clears }, mark, label) {
  const squares = [0, 1, 2].map((i) =>
    svg("rect", {
      x: 11 + 22 * i,
      y: label ? 33 : 41,
      width: 18,
      height: 18,
      rx: 5,
      fill: mark,
      "fill-opacity": clears === "square" && i !== 1 ? 0.28 : 1,
    }),
  );
  return svg(
    "g",
    {},
    ...squares,
    label && word(label, 42, 77, 23, mark, 74),
  );
}

/** @param {StackLook} stack */
function drawStack(stack) {
  const below = Math.min(stack.height - 1, MAX_EDGES);
  const edges = Array.from({ length: below }, (_, i) => below - i).map((i) =>
    svg("rect", { class: "d-edge", x: EDGE * i + 0.75, y: 0.75 - EDGE * i, width: 82.5, height: 98.5, rx: 12 }),
  );
  return drawing(
    "card d-stack",
    "0 0 84 100",
    ...edges,
    cardFace(stack.top),
    stack.height > 1 &&
      svg(
        "text",
        {
          class: "d-height",
          "font-size": 19,
          "font-weight": 700,
          x: 77,
          y: 93,
          "text-anchor": "end",
          fill: colourOf(stack.top.colour).mark,
        },
        `×${stack.height}`,
      ),
  );
}

// Goals

const BACK = "#f3edff";

/**
 * A goal as a small card: its value, or its back with the kind.
 * @param {Goal} goal
 */
export function drawGoal(goal) {
  return goal.value
    ? drawing(
        "goal",
        "0 0 78 100",
        paper(78, 12),
        svg("g", { transform: "translate(9 20) scale(0.6)" }, goalValue(goal.kind, goal.value)),
      )
    : drawing(
        "goal",
        "0 0 78 100",
        svg("rect", { class: "d-back", fill: "#4c405f", width: 78, height: 100, rx: 12 }),
        svg("g", { transform: "translate(9 20) scale(0.6)" }, goalKind(goal.kind)),
      );
}

/**
 * The value of a goal alone, as it stands before its word.
 * @param {Goal} goal
 */
export function drawGoalMark(goal) {
  return drawing("mark", "8 8 84 84", goal.value ? goalValue(goal.kind, goal.value) : goalKind(goal.kind));
}

/** Three in a row: the line of a goal lies now. */
export function drawLineMark() {
  const dots = [18, 50, 82].map((x) => svg("circle", { cx: x, cy: 100 - x, r: 15, fill: "currentColor" }));
  return drawing(
    "mark goal-lies",
    "0 0 100 100",
    svg("path", { d: "M18 82L82 18", stroke: "currentColor", "stroke-width": 9 }),
    ...dots,
  );
}

/**
 * @param {string} kind
 * @param {string} value
 */
function goalValue(kind, value) {
  if (kind === "colour") return filled(value, "circle", { cx: 50, cy: 50, r: 36 });
  if (kind === "shape") return drawShape(value, "none");
  return svg("g", {}, drawShape("circle", "none"), drawFace(value, "#ffffff", 50));
}

/** @param {string} kind */
function goalKind(kind) {
  if (kind === "colour") {
    return svg(
      "g",
      {},
      filled("red", "circle", { cx: 34, cy: 36, r: 19 }),
      filled("blue", "circle", { cx: 68, cy: 36, r: 19 }),
      filled("yellow", "circle", { cx: 51, cy: 65, r: 19 }),
    );
  }
  if (kind === "shape") {
    return svg("path", {
      d: "M50 19L83 77H17Z",
      fill: "none",
      stroke: BACK,
      "stroke-width": 11,
      "stroke-linejoin": "round",
    });
  }
  return drawFace("joy", BACK, 50, 1.3);
}

// Signs

/**
 * The sign of a player, alone, in the colour of the text around it.
 * @param {string} name
 */
export function drawSign(name) {
  return drawing("sign", "14 14 72 72", signPart(name, "currentColor", 15));
}
