// The players' chances turn by turn, as lines on which a click leads to a turn.
// @ts-check
import { svg } from "../common/dom.js";
import { t } from "../common/words.js";

/** @import { Curve } from "../common/types.js" */

const MAX_WIDTH = 640;
/** What is beside it on a phone, in pixels. */
const BESIDE = 72;
const LEFT = 8;
/** Above and below the lines there is room for a line of words, so that these touch nothing. */
const TOP = 28;

/**
 * `at` is the turn that is shown, counted from 1, and `bad` the turns that decided, each with the seat that moved.
 * @param {Curve[]} curves
 * @param {{ at: number, turns: number, bad: { turn: number, seat: number }[], onTurn: (turn: number) => void }} options
 */
export function drawCurves(curves, { at, turns, bad, onTurn }) {
  // A pixel is a pixel on a phone, so that its words are as large as others.
  const width = Math.min(document.documentElement.clientWidth - BESIDE, MAX_WIDTH);
  const height = 90 + width / 5;
  const inner = { width: width - 2 * LEFT, height: height - 2 * TOP };
  const x = (/** @type {number} */ turn) => LEFT + (inner.width * (turn - 1)) / Math.max(1, turns - 1);
  const y = (/** @type {number} */ share) => TOP + inner.height * (1 - share);
  const root = svg("svg", { class: "curves", viewBox: `0 0 ${width} ${height}`, "aria-hidden": true });
  root.append(svg("path", { class: "middle-line", d: `M${LEFT} ${y(0.5)}H${width - LEFT}` }));
  if (curves.length === 1) root.append(...scale(curves[0].name, width, height));
  curves.forEach(({ shares, seat: owner }, i) => {
    const points = shares.flatMap((share, turn) => (share === null ? [] : [`${x(turn + 1)} ${y(share)}`]));
    if (points.length) root.append(svg("path", { class: "curve-line", "data-nth": i, d: `M${points.join("L")}` }));
    for (const { turn, seat } of bad) {
      if (curves.length > 1 && seat !== owner) continue;
      const share = shares[turn - 1];
      if (share !== null && share !== undefined) root.append(svg("circle", { class: "bad", cx: x(turn), cy: y(share), r: 6 }));
    }
  });
  if (at) root.append(svg("path", { class: "cursor", d: `M${x(at)} ${TOP - 8}V${height - TOP + 8}` }));
  root.addEventListener("click", (event) => {
    const box = root.getBoundingClientRect();
    const share = (((event.clientX - box.left) / box.width) * width - LEFT) / inner.width;
    onTurn(Math.max(1, Math.min(turns, Math.round(share * (turns - 1)) + 1)));
  });
  return root;
}

/**
 * What the top, the bottom and the dots in the middle mean.
 * @param {string} name
 * @param {number} width
 * @param {number} height
 */
function scale(name, width, height) {
  const [above, below] = [TOP - 12, height - 6];
  return [
    svg("text", { x: LEFT, y: above }, t("page-review-wins", { name })),
    svg("text", { x: LEFT, y: below }, t("page-review-loses", { name })),
    svg("text", { x: width - LEFT, y: below, "text-anchor": "end" }, `··· ${t("page-review-draw")}`),
  ];
}
