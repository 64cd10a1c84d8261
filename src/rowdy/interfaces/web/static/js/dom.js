// Makes elements of the page in one line each, so that no module needs HTML in strings.
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
  if (text !== undefined) node.textContent = text;
  for (const [name, listener] of Object.entries(on ?? {})) {
    node.addEventListener(name, /** @type {EventListener} */ (listener));
  }
  for (const [name, value] of Object.entries(data ?? {})) node.dataset[name] = String(value);
  attribute(node, attributes);
  return append(node, children);
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
 * Sets attributes, or takes them away where they are false or missing.
 * @param {Element} node
 * @param {Record<string, Value>} attributes
 */
export function attribute(node, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || (value === false && !name.startsWith("aria-"))) {
      node.removeAttribute(name);
    } else {
      node.setAttribute(name, value === true && !name.startsWith("aria-") ? "" : String(value));
    }
  }
}

/**
 * @template {Node} T
 * @param {T} node
 * @param {Child[]} children
 * @returns {T}
 */
function append(node, children) {
  for (const child of children) {
    if (child) node.appendChild(typeof child === "string" ? document.createTextNode(child) : child);
  }
  return node;
}

/**
 * Empties a node, and fills it anew if there is anything to fill it with.
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
 * The element of the shell with this id; a page without it is broken, and says so.
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

/** Whether motion is unwelcome here. */
export function calm() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}
