// A picture of each game for its card on the home page: a moment of play that shows what the game is about.
// @ts-check
import { svg } from "../shared/dom.js";
import { NUMBER, RIM, colourOf, drawCharacter, filled, signPart } from "./shapes.js";

/**
 * A part of a picture, placed and turned.
 * @param {number} x
 * @param {number} y
 * @param {number} scale
 * @param {number} turn
 * @param {...SVGElement} parts
 */
function at(x, y, scale, turn, ...parts) {
  return svg("g", { transform: `translate(${x} ${y}) rotate(${turn}) scale(${scale}) translate(-50 -50)` }, ...parts);
}

/**
 * @param {string} shape
 * @param {string} colour
 * @param {string} face
 */
function tile(shape, colour, face) {
  return svg(
    "g",
    {},
    paper(),
    drawCharacter(shape, colour, face),
  );
}

/** The white ground of a tile. */
function paper() {
  return svg("rect", { class: "d-paper", fill: "#ffffff", width: 100, height: 100, rx: 16 });
}

/** @param {string} colour */
function disc(colour) {
  return svg(
    "g",
    {},
    filled(colour, "circle", { cx: 50, cy: 50, r: 47 }),
    svg("circle", { ...RIM, cx: 50, cy: 50, r: 47 }),
  );
}

/**
 * @param {string} sign
 * @param {string} colour
 */
function stone(sign, colour) {
  return svg("g", {}, disc(colour), signPart(sign, colourOf(colour).mark));
}

/**
 * @param {string} sign
 * @param {string} colour
 * @param {string} number
 */
function card(sign, colour, number) {
  return svg(
    "g",
    { transform: "translate(8 0)" },
    filled(colour, "rect", { width: 84, height: 100, rx: 12 }),
    svg("rect", { ...RIM, x: 0.75, y: 0.75, width: 82.5, height: 98.5, rx: 11.5 }),
    svg("g", { transform: "translate(1 1) scale(0.3)" }, signPart(sign, "#ffffff", 15)),
    svg("text", { ...NUMBER, x: 42, y: 71, fill: "#ffffff" }, number),
  );
}

/**
 * A stone seen from the side while it turns over, with what comes up behind it.
 * @param {string} sign
 * @param {string} from
 * @param {string} to
 */
function turning(sign, from, to) {
  const thin = (/** @type {number} */ dx, /** @type {SVGElement} */ side) =>
    svg("g", { transform: `translate(${dx} 0) scale(0.44 1)` }, side);
  return svg("g", {}, thin(33, disc(to)), thin(25, stone(sign, from)));
}

const ARROW = {
  class: "d-way",
  fill: "none",
  stroke: "currentColor",
  "stroke-width": 4,
  "stroke-linecap": "round",
  "stroke-linejoin": "round",
};

const PICTURES = /** @type {Record<string, () => SVGElement[]>} */ ({
  xoxo: () => [
    at(42, 64, 0.5, -7, tile("heart", "yellow", "grumpy")),
    at(158, 64, 0.5, 6, tile("triangle", "green", "surprise")),
    at(100, 54, 0.66, 0, tile("circle", "red", "joy")),
  ],
  rubik: () => [
    svg("path", { d: "M48 27Q100 -4 152 27M152 27L137 25M152 27L147 13", ...ARROW }),
    at(38, 68, 0.52, 0, stone("o", "yellow")),
    at(100, 60, 0.52, 14, turning("o", "yellow", "white")),
    at(162, 68, 0.52, 0, stone("o", "white")),
  ],
  xoxo2: () => [
    svg("path", { d: "M38 82H162", ...ARROW, "stroke-width": 7 }),
    at(38, 80, 0.5, 0, stone("star", "red")),
    at(100, 80, 0.5, 0, stone("star", "red")),
    at(162, 80, 0.5, 0, stone("star", "red")),
    at(69, 32, 0.5, 0, stone("hexagon", "green")),
    at(131, 32, 0.5, 0, stone("hexagon", "red")),
  ],
  djeco: () => [
    at(48, 62, 0.58, -10, card("cross", "red", "7")),
    at(152, 62, 0.58, 10, card("ring", "blue", "9")),
    at(100, 54, 0.68, 0, card("cross", "red", "3")),
  ],
});

/** For games that have no picture here: a stone, a card and a tile. */
const OTHER = () => [
  at(46, 66, 0.56, 0, disc("blue")),
  at(154, 64, 0.56, 9, svg("g", {}, paper(), signPart("star", "#6b6276"))),
  at(100, 54, 0.68, -5, card("ring", "green", "")),
];

/**
 * @param {string} gameId
 * @returns {SVGSVGElement}
 */
export function drawGame(gameId) {
  return svg(
    "svg",
    { class: "drawing d-game", viewBox: "0 0 200 112", "aria-hidden": true, focusable: "false" },
    ...(PICTURES[gameId] ?? OTHER)(),
  );
}
