// What pieces are drawn with: colours with their textures, shapes, faces and signs, all on a square of 100 by 100.
// @ts-check
import { svg } from "../shared/dom.js";

export const INK = "#2b2533";
const PAPER = "#ffffff";

/** The edge of a stone or card, which also keeps a white one apart from white ground. */
export const RIM = { class: "d-rim", fill: "none", stroke: INK, "stroke-opacity": 0.22, "stroke-width": 1.5 };
/** How the number of a card is written. */
export const NUMBER = { class: "d-number", "font-size": 60, "font-weight": 800, "text-anchor": "middle" };

/** Each colour has its own texture, so that nothing rests on hue; `mark` is the colour of what is drawn on top. */
const COLOURS = /** @type {Record<string, { fill: string, mark: string, texture: string }>} */ ({
  red: { fill: "#c8452f", mark: PAPER, texture: "" },
  blue: { fill: "#1f6fb2", mark: PAPER, texture: "dots" },
  green: { fill: "#18805c", mark: PAPER, texture: "stripes" },
  yellow: { fill: "#f2c230", mark: INK, texture: "grid" },
  white: { fill: PAPER, mark: INK, texture: "" },
  none: { fill: "#6b6276", mark: PAPER, texture: "" },
});

/** @param {string} colour */
export function colourOf(colour) {
  return COLOURS[colour] ?? COLOURS.none;
}

/**
 * @param {string} name
 * @param {number} size
 * @param {number} turn
 * @param {...SVGElement} parts
 */
function pattern(name, size, turn, ...parts) {
  const form = { width: size, height: size, patternUnits: "userSpaceOnUse", patternTransform: `rotate(${turn})` };
  return svg("pattern", { id: `texture-${name}`, ...form }, ...parts);
}

/** Adds the textures to the page, once: all drawings refer to them by name. */
function textures() {
  if (document.getElementById("textures")) return;
  const line = (/** @type {string} */ d) =>
    svg("path", { d, stroke: INK, "stroke-width": 1.6, "stroke-opacity": 0.28 });
  document.body.append(
    svg(
      "svg",
      { id: "textures", width: 0, height: 0, class: "textures", "aria-hidden": true },
      pattern("dots", 11, 0, svg("circle", { cx: 5.5, cy: 5.5, r: 1.9, fill: PAPER, "fill-opacity": 0.5 })),
      pattern("stripes", 11, 45, svg("rect", { width: 4.5, height: 11, fill: PAPER, "fill-opacity": 0.26 })),
      pattern("grid", 13, 0, line("M6.5 0V13"), line("M0 6.5H13")),
    ),
  );
}

/**
 * A shape filled with a colour and its texture.
 * @param {string} colour
 * @param {keyof SVGElementTagNameMap} tag
 * @param {Record<string, string | number>} form
 * @returns {SVGElement}
 */
export function filled(colour, tag, form) {
  const { fill, texture } = colourOf(colour);
  if (!texture) return svg(tag, { ...form, fill });
  textures();
  return svg("g", {}, svg(tag, { ...form, fill }), svg(tag, { ...form, fill: `url(#texture-${texture})` }));
}

/** The tag and attributes of something to draw. @typedef {[keyof SVGElementTagNameMap, Record<string, string | number>]} Part */

// Shapes

const HEART =
  "M50 89C38 76 13 62 13 37C13 23 22.5 15 32.5 15C40.5 15 46.5 19.5 50 26" +
  "C53.5 19.5 59.5 15 67.5 15C77.5 15 87 23 87 37C87 62 62 76 50 89Z";

/** Tag, attributes, and the height of the face. */
const SHAPES = /** @type {Record<string, [...Part, number]>} */ ({
  circle: ["circle", { cx: 50, cy: 50, r: 36 }, 50],
  square: ["rect", { x: 17, y: 17, width: 66, height: 66, rx: 9 }, 50],
  triangle: ["path", { d: "M43.6 17.4Q50 6.4 56.4 17.4L88.6 73.8Q94.4 86 82 86H18Q5.6 86 11.4 73.8Z" }, 60],
  heart: ["path", { d: HEART }, 46],
});

/**
 * @param {string} shape
 * @param {string} colour
 */
export function drawShape(shape, colour) {
  const [tag, form] = SHAPES[shape];
  return filled(colour, tag, form);
}

// Faces

/** @type {[Part, Part]} */
const EYES = [
  ["circle", { cx: -13, cy: -8, r: 5 }],
  ["circle", { cx: 13, cy: -8, r: 5 }],
];
/** @type {Part} */
const SMILE = ["path", { d: "M-15 6Q0 24 15 6" }];

/** Parts around the middle of the face; paths are stroked, all others filled. */
const FACES = /** @type {Record<string, Part[]>} */ ({
  joy: [...EYES, SMILE],
  wink: [EYES[0], ["path", { d: "M6 -8H20" }], SMILE],
  surprise: [...EYES, ["ellipse", { cx: 0, cy: 13, rx: 7.5, ry: 9.5 }]],
  grumpy: [
    ["circle", { cx: -12, cy: -4, r: 4.6 }],
    ["circle", { cx: 12, cy: -4, r: 4.6 }],
    ["path", { d: "M-21 -16L-6 -10M21 -16L6 -10" }],
    ["path", { d: "M-14 18Q0 5 14 18" }],
  ],
});

/**
 * @param {string} face
 * @param {string} mark its colour
 * @param {number} y
 * @param {number} [scale]
 */
export function drawFace(face, mark, y, scale = 1) {
  const stroke = { fill: "none", stroke: mark, "stroke-width": 5.6, "stroke-linecap": "round" };
  const parts = FACES[face].map(([tag, form]) => svg(tag, { ...form, ...(tag === "path" ? stroke : { fill: mark }) }));
  return svg("g", { transform: `translate(50 ${y}) scale(${scale})` }, ...parts);
}

/**
 * A shape with a face.
 * @param {string} shape
 * @param {string} colour
 * @param {string} face
 */
export function drawCharacter(shape, colour, face) {
  const small = shape === "triangle" ? 0.86 : 1;
  return svg("g", {}, drawShape(shape, colour), drawFace(face, colourOf(colour).mark, SHAPES[shape][2], small));
}

// Signs

const STAR = "M50 17L58.5 38.3L81.4 39.8L63.8 54.5L69.4 76.7L50 64.5L30.6 76.7L36.2 54.5L18.6 39.8L41.5 38.3Z";
/** @type {Part} */
const RING = ["circle", { cx: 50, cy: 50, r: 20 }];
/** @type {Part} */
const CROSS = ["path", { d: "M31 31L69 69M69 31L31 69" }];

/** A sign is stroked, unless the third item says that it is filled. */
const SIGNS = /** @type {Record<string, [...Part, boolean?]>} */ ({
  x: CROSS,
  cross: CROSS,
  o: RING,
  ring: RING,
  star: ["path", { d: STAR, "stroke-linejoin": "round" }, true],
  hexagon: ["path", { d: "M50 26L70.8 38V62L50 74L29.2 62V38Z", "stroke-linejoin": "round" }],
});

/**
 * The sign of a player in the middle of the square.
 * @param {string} name
 * @param {string} mark its colour
 * @param {number} [width]
 */
export function signPart(name, mark, width = 13) {
  const [tag, form, full] = SIGNS[name];
  return svg(tag, {
    ...form,
    fill: full ? mark : "none",
    stroke: mark,
    "stroke-width": full ? 5 : width,
    "stroke-linecap": "round",
  });
}
