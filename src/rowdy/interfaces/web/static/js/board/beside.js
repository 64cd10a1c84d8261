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
  const { width, height } = node.getBoundingClientRect();
  const screen = document.documentElement.clientWidth;
  const left = Math.max(EDGE, Math.min(at.left + at.width / 2 - width / 2, screen - width - EDGE));
  const above = at.top - GAP - height;
  const top = above >= EDGE ? above : at.bottom + GAP;
  node.style.setProperty("left", `${left - frame.left}px`);
  node.style.setProperty("top", `${top - frame.top}px`);
  node.style.setProperty("--tip", `${at.left + at.width / 2 - left}px`);
  node.classList.toggle("is-below", above < EDGE);
}
