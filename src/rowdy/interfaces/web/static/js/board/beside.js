// Puts something small beside a square or a piece: above or below it, never on it, and never off the screen.
// @ts-check

/** How far from what it belongs to, and from the edge of the screen, in pixels. */
const GAP = 6;
const EDGE = 8;

/**
 * @param {HTMLElement} node positioned in the box of its offset parent
 * @param {Element} anchor
 */
export function placeBeside(node, anchor) {
  const frame = node.offsetParent?.getBoundingClientRect() ?? document.body.getBoundingClientRect();
  const at = anchor.getBoundingClientRect();
  const { clientWidth, clientHeight } = document.documentElement;
  const [above, below] = [at.top - GAP - EDGE, clientHeight - at.bottom - GAP - EDGE];
  node.style.setProperty("max-height", `${Math.max(above, below)}px`);
  const { width, height } = node.getBoundingClientRect();
  const left = Math.max(EDGE, Math.min(at.left + at.width / 2 - width / 2, clientWidth - width - EDGE));
  const isBelow = height > above;
  const top = isBelow ? at.bottom + GAP : at.top - GAP - height;
  node.style.setProperty("left", `${left - frame.left}px`);
  node.style.setProperty("top", `${top - frame.top}px`);
  node.style.setProperty("--tip", `${at.left + at.width / 2 - left}px`);
  node.classList.toggle("is-below", isBelow);
}
