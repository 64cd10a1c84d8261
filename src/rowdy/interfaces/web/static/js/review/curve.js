// The players' chances turn by turn, as lines on which a click leads to a turn.
// @ts-check
import { svg } from "../common/dom.js";
import { t } from "../common/words.js";

/** @import { Curve } from "../common/types.js" */

const WIDTH = 640;
const HEIGHT = 220;
const LEFT = 8;
/** Above and below the lines there is room for a line of words, so that these touch nothing. */
const TOP = 38;
const ROOM = { width: WIDTH - 2 * LEFT, height: HEIGHT - 2 * TOP };

/**
 * `at` is the turn that is shown, counted from 1, and `bad` the turns that decided, each with the seat that moved.
 * @param {Curve[]} curves
 * @param {{ at: number, turns: number, bad: { turn: number, seat: number }[], onTurn: (turn: number) => void }} options
 */
export function drawCurves(curves, { at, turns, bad, onTurn }) {
  const x = (/** @type {number} */ turn) => LEFT + (ROOM.width * (turn - 1)) / Math.max(1, turns - 1);
  const y = (/** @type {number} */ share) => TOP + ROOM.height * (1 - share);
  const root = svg("svg", { class: "curves", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, "aria-hidden": true });
  root.append(svg("path", { class: "middle-line", d: `M${LEFT} ${y(0.5)}H${WIDTH - LEFT}` }));
  if (curves.length === 1) root.append(...scale(curves[0].name));
  curves.forEach(({ shares, seat: owner }, i) => {
    const points = shares.flatMap((share, turn) => (share === null ? [] : [`${x(turn + 1)} ${y(share)}`]));
    if (points.length) root.append(svg("path", { class: "curve-line", "data-nth": i, d: `M${points.join("L")}` }));
    for (const { turn, seat } of bad) {
      if (curves.length > 1 && seat !== owner) continue;
      const share = shares[turn - 1];
      if (share !== null && share !== undefined) root.append(svg("circle", { class: "bad", cx: x(turn), cy: y(share), r: 6 }));
    }
  });
  if (at) root.append(svg("path", { class: "cursor", d: `M${x(at)} ${TOP - 8}V${HEIGHT - TOP + 8}` }));
  root.addEventListener("click", (event) => {
    const box = root.getBoundingClientRect();
    const share = (((event.clientX - box.left) / box.width) * WIDTH - LEFT) / ROOM.width;
    onTurn(Math.max(1, Math.min(turns, Math.round(share * (turns - 1)) + 1)));
  });
  return root;
}

/**
 * What the top, the bottom and the dots in the middle mean.
 * @param {string} name
 */
function scale(name) {
  const [above, below] = [TOP - 14, HEIGHT - 8];
  return [
    svg("text", { x: LEFT, y: above }, t("page-review-wins", { name })),
    svg("text", { x: LEFT, y: below }, t("page-review-loses", { name })),
    svg("text", { x: WIDTH - LEFT, y: below, "text-anchor": "end" }, `··· ${t("page-review-draw")}`),
  ];
}
