// Draws from the data that the server shares with its own drawings: interfaces/drawing/templates.py describes the format.
// @ts-check
import { svg } from "../common/dom.js";
import { PIECES } from "./pieces-data.js";

/** @typedef {Record<string, string | number | undefined>} Values */
/** @import { Child } from "../common/dom.js" */
/** @import { Drawings, Node } from "./pieces-data.js" */

const { colours } = PIECES;
/** @type {Drawings} */
const known = { drawings: { ...PIECES.drawings }, parts: { ...PIECES.parts } };

/**
 * Makes more drawings known.
 * @param {Drawings} more
 */
export function learn(more) {
  Object.assign(known.drawings, more.drawings);
  Object.assign(known.parts, more.parts);
}

/** @param {string} name */
export function canDraw(name) {
  return name in known.drawings;
}

/** @param {string | number | undefined} name */
export function colourOf(name) {
  return colours[String(name)] ?? colours.none;
}

/**
 * A drawing that is silent for screen readers; the button around it has the text.
 * @param {string} name
 * @param {Values} [values]
 */
export function draw(name, values = {}) {
  const [kind, viewBox = "0 0 100 100"] = known.drawings[name];
  return svg("svg", { class: `drawing d-${kind}`, viewBox, "aria-hidden": true, focusable: "false" }, ...part(name, values));
}

/**
 * @param {string} name
 * @param {Values} values
 * @returns {SVGElement[]}
 */
function part(name, values) {
  return (known.parts[name] ?? []).flatMap((node) => expand(node, values));
}

/**
 * @param {Node} node
 * @param {Values} values
 * @returns {SVGElement[]}
 */
function expand([tag, attributes = {}, ...children], values) {
  const given = Object.fromEntries(Object.entries(attributes).map(([name, value]) => [name, fill(value, values)]));
  const name = /** @type {keyof SVGElementTagNameMap} */ (tag.slice(1));
  if (tag[0] === "@") return part(String(fill(name, values)), { ...values, ...given });
  if (tag[0] === "+") return filled(name, given, values.colour);
  const inside = children.flatMap((child) =>
    typeof child === "string" ? [String(fill(child, values) ?? "")] : /** @type {Child[]} */ (expand(child, values)),
  );
  return [svg(/** @type {keyof SVGElementTagNameMap} */ (tag), given, ...inside)];
}

/**
 * @param {keyof SVGElementTagNameMap} tag
 * @param {Values} form
 * @param {string | number | undefined} colour
 */
function filled(tag, form, colour) {
  const { fill, texture } = colourOf(colour);
  if (!texture) return [svg(tag, { ...form, fill })];
  textures();
  return [svg(tag, { ...form, fill }), svg(tag, { ...form, fill: `url(#texture-${texture})` })];
}

/** Adds the textures to the page, once: all drawings refer to them by name. */
function textures() {
  if (document.getElementById("textures")) return;
  const hidden = { id: "textures", width: 0, height: 0, class: "textures", "aria-hidden": true };
  document.body.append(svg("svg", hidden, ...PIECES.textures.flatMap((node) => expand(node, {}))));
}

/**
 * @param {string | number} value
 * @param {Values} values
 */
function fill(value, values) {
  if (typeof value !== "string") return value;
  if (/^\$[a-z]+$/.test(value)) return lookUp(value.slice(1), values);
  return value.replace(/\$([a-z]+)/g, (_, name) => String(lookUp(name, values) ?? 0));
}

/**
 * The value of a name; the colour of marks follows from that of what they are drawn on.
 * @param {string} name
 * @param {Values} values
 */
function lookUp(name, values) {
  return name === "mark" ? (values.mark ?? colourOf(values.colour).mark) : values[name];
}
