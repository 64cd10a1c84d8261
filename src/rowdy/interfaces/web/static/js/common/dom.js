// Helpers for the DOM: elements are made by calls, so that no module needs HTML in strings.
// @ts-check

/** @typedef {Node | string | null | undefined | false} Child */
/** @typedef {string | number | boolean | null | undefined} Value */

/**
 * `text` is its text, `class` its classes, `on` its listeners, `data` its data attributes; all others are attributes:
 * true ones are set empty, false and missing ones are left out, except that ARIA wants both written.
 * @typedef {{
 *   class?: string | false | null,
 *   text?: string,
 *   on?: { [K in keyof HTMLElementEventMap]?: (event: HTMLElementEventMap[K]) => void },
 *   data?: Record<string, string | number>,
 *   [attribute: string]: any,
 * }} Props
 */

/** @param {any} it */
const same = (it) => it;
/**
 * Words in another language; `foreign-words.js` takes the place of these functions where there may be some.
 *
 * `mark` marks a text as being in another language than the page, if it is, and `plain` takes all marks away. `parts` are
 * the parts of a text for a node, of which those with marks say their language. `read` puts marks into the texts of a
 * message.
 * @type {{
 *   mark: (text: string, lang?: string) => string,
 *   plain: (text: string) => string,
 *   parts: (text: string, node?: Node) => (string | HTMLElement)[],
 *   read: (message: any) => any,
 * }}
 */
export const foreign = { mark: same, plain: same, parts: (text) => [text], read: same };

const SVG = "http://www.w3.org/2000/svg";

/**
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Props} [props]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function el(tag, props = {}, ...children) {
  const node = document.createElement(tag);
  const { class: classes, text, on, data, ...attributes } = props;
  if (classes) node.className = classes;
  for (const [name, listener] of Object.entries(on ?? {})) {
    node.addEventListener(name, /** @type {EventListener} */ (listener));
  }
  for (const [name, value] of Object.entries(data ?? {})) node.dataset[name] = String(value);
  attribute(node, attributes);
  return append(node, [text, ...children]);
}

/**
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, Value>} [attributes]
 * @param {...Child} children
 * @returns {SVGElementTagNameMap[K]}
 */
export function svg(tag, attributes = {}, ...children) {
  const node = document.createElementNS(SVG, tag);
  attribute(node, attributes);
  return append(node, children);
}

/**
 * Sets attributes, or takes them away where they are false or missing. They cannot say that some of their words are in
 * another language.
 * @param {Element} node
 * @param {Record<string, Value>} attributes
 */
export function attribute(node, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || (value === false && !name.startsWith("aria-"))) {
      node.removeAttribute(name);
    } else {
      node.setAttribute(name, value === true && !name.startsWith("aria-") ? "" : foreign.plain(String(value)));
    }
  }
}

/**
 * @template {Element} T
 * @param {T} node
 * @param {Child[]} children
 * @returns {T}
 */
function append(node, children) {
  for (const child of children) if (child) node.append(...(typeof child === "string" ? foreign.parts(child, node) : [child]));
  return node;
}

/**
 * Replaces the children of a node.
 * @template {Element} T
 * @param {T} node
 * @param {...Child} children
 * @returns {T}
 */
export function clear(node, ...children) {
  node.replaceChildren();
  return append(node, children);
}

/**
 * The element of the page with this id; throws if there is none of this kind.
 * @template {Element} T
 * @param {string} id
 * @param {new () => T} kind
 * @returns {T}
 */
export function byId(id, kind) {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new Error(`no ${kind.name} #${id}`);
  return found;
}

const STEPS = /** @type {Record<string, number>} */ ({ ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 });

/**
 * Makes a group of buttons one stop of the Tab key, within which the arrow keys move the focus.
 * @param {HTMLElement} group
 */
export function useArrowKeys(group) {
  const buttons = () => [...group.querySelectorAll("button")];
  group.addEventListener("keydown", (event) => {
    const step = STEPS[event.key];
    const at = buttons().findIndex((button) => button === document.activeElement);
    if (!step || at < 0 || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    buttons().at((at + step) % buttons().length)?.focus();
  });
  group.addEventListener("focusin", (event) =>
    setTabStop(
      group,
      buttons().findIndex((button) => button === event.target),
    ),
  );
}

/**
 * Lets the Tab key reach this button of a group, and none of its others.
 * @param {HTMLElement} group
 * @param {number} nth
 */
export function setTabStop(group, nth) {
  group.querySelectorAll("button").forEach((button, i) => {
    button.tabIndex = i === nth ? 0 : -1;
  });
}

/** Whether the user prefers reduced motion. */
export function reducedMotion() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}
