// A small celebration: signs of the games rain down once. There is none with reduced motion.
// @ts-check
import { drawSign } from "../drawing/pieces.js";
import { el, reducedMotion } from "../common/dom.js";

const SIGNS = ["cross", "ring", "star", "hexagon"];
const COLOURS = ["red", "blue", "green", "yellow"];
const COUNT = 28;
const FALL_MS = 1_400;

export function celebrate() {
  if (reducedMotion()) return;
  const falling = Array.from({ length: COUNT }, (_, i) => sign(i));
  const sky = el("div", { class: "celebration", "aria-hidden": true, data: { testid: "celebration" } }, ...falling);
  document.body.append(sky);
  void Promise.all(falling.map(fall)).then(() => sky.remove());
}

/** @param {number} i */
function sign(i) {
  const one = el("span", {}, drawSign(SIGNS[i % SIGNS.length]));
  one.style.setProperty("left", `${(i * 37) % 100}%`);
  one.style.setProperty("color", `var(--${COLOURS[(i * 3) % COLOURS.length]})`);
  return one;
}

/**
 * @param {HTMLElement} one
 * @param {number} i
 */
function fall(one, i) {
  const aside = ((i * 53) % 80) - 40;
  const frames = [
    { transform: "translate(0, -10vh) rotate(0)", opacity: 1 },
    { transform: `translate(${aside}px, 60vh) rotate(${aside * 9}deg)`, opacity: 1, offset: 0.7 },
    { transform: `translate(${aside}px, 85vh) rotate(${aside * 12}deg)`, opacity: 0 },
  ];
  const timing = { duration: FALL_MS, delay: (i * 41) % 500, easing: "cubic-bezier(0.3, 0.2, 0.7, 1)" };
  return one.animate(frames, { ...timing, fill: /** @type {const} */ ("both") }).finished;
}
