// Animations that show what a move does: short, never in the way of a click, and ended at once by the next picture.
// @ts-check
import { reducedMotion, el } from "../common/dom.js";

const SHORT_MS = 170;
const LONG_MS = 240;
const EASE = "cubic-bezier(0.3, 0.7, 0.3, 1)";

/** @typedef {{ left: number, top: number, width: number, height: number }} Box */

export class Animations {
  /** @param {HTMLElement} overlay where flying pieces are drawn, above everything else */
  constructor(overlay) {
    this.overlay = overlay;
    /** What to do at the end of each running animation. @type {Map<Animation, () => void>} */
    this.active = new Map();
  }

  get running() {
    return this.active.size > 0;
  }

  /** Ends all animations at once. */
  finish() {
    for (const [animation, done] of [...this.active]) {
      this.active.delete(animation);
      animation.cancel();
      done();
    }
  }

  /**
   * Moves the whole field from where it lay before.
   * @param {Element} field
   * @param {Box} is where one square of it lies now
   * @param {Box} was where that lay before
   */
  shift(field, is, was) {
    const { left, top } = field.getBoundingClientRect();
    const scale = was.width / is.width;
    const [dx, dy] = [was.left - left - (is.left - left) * scale, was.top - top - (is.top - top) * scale];
    this.#run(
      field,
      [
        { transformOrigin: "0 0", transform: `translate(${dx}px, ${dy}px) scale(${scale})` },
        { transformOrigin: "0 0", transform: "none" },
      ],
      LONG_MS,
    );
  }

  /** @param {Element} node */
  appear(node) {
    this.#run(node, [{ opacity: 0 }, { opacity: 1 }], LONG_MS);
  }

  /**
   * Drops a piece on its square.
   * @param {Element} piece
   */
  drop(piece) {
    this.#run(
      piece,
      [
        { transform: "translateY(-12%) scale(1.28)", opacity: 0 },
        { transform: "translateY(-4%) scale(1.1)", opacity: 1, offset: 0.55 },
        { transform: "none", opacity: 1 },
      ],
      SHORT_MS,
    );
  }

  /**
   * Lifts a piece that was taken away, and fades it out.
   * @param {Element} drawing
   * @param {Box} box
   */
  lift(drawing, box) {
    const flyer = this.#launch(box, drawing);
    if (!flyer) return;
    this.#run(
      flyer,
      [
        { transform: "none", opacity: 1 },
        { transform: "translateY(-16%) scale(1.1)", opacity: 0 },
      ],
      LONG_MS,
      () => flyer.remove(),
    );
  }

  /**
   * Flies a piece to where it lies now.
   * @param {Element} piece as it lies there
   * @param {Box} was where it comes from
   */
  fly(piece, was) {
    const is = piece.getBoundingClientRect();
    const flyer = this.#launch(is, cloneDrawing(piece));
    if (!flyer) return;
    const shown = this.#hide(piece);
    this.#run(flyer, [{ transform: between(is, was) }, { transform: "none" }], SHORT_MS, () => {
      flyer.remove();
      shown();
    });
  }

  /**
   * Lifts a stone, slides it and turns it over on its way.
   * @param {Element} piece as it lies now
   * @param {Element} other its other side, as it lay before
   * @param {Box} was where that was
   */
  turn(piece, other, was) {
    const is = piece.getBoundingClientRect();
    const [dx, dy] = [is.left - was.left, is.top - was.top];
    // It turns over its leading edge.
    const axis = dx || dy ? `${-dy}, ${dx}, 0` : "0, 1, 0";
    const back = el("div", { class: "face" }, other);
    const front = el("div", { class: "face" }, cloneDrawing(piece));
    front.style.setProperty("transform", `rotate3d(${axis}, 180deg)`);
    const body = el("div", { class: "body" }, back, front);
    const flyer = this.#launch(is, body);
    if (!flyer) return;
    const shown = this.#hide(piece);
    this.#run(body, [{ transform: `rotate3d(${axis}, 0deg)` }, { transform: `rotate3d(${axis}, 180deg)` }], LONG_MS);
    this.#run(
      flyer,
      [
        { transform: between(is, was) },
        { transform: `translate(${-dx / 2}px, ${-dy / 2}px) scale(1.22)`, offset: 0.5 },
        { transform: "none" },
      ],
      LONG_MS,
      () => {
        flyer.remove();
        shown();
      },
    );
  }

  /**
   * @param {Box} box
   * @param {Element} content
   * @returns {HTMLElement | null}
   */
  #launch(box, content) {
    if (reducedMotion() || !box.width) return null;
    const flyer = el("div", { class: "flyer" }, content);
    moveTo(flyer, box);
    this.overlay.append(flyer);
    return flyer;
  }

  /** @param {Element} piece */
  #hide(piece) {
    piece.classList.add("is-away");
    return () => piece.classList.remove("is-away");
  }

  /**
   * @param {Element} node
   * @param {Keyframe[]} frames
   * @param {number} duration
   * @param {() => void} [done]
   */
  #run(node, frames, duration, done = () => {}) {
    if (reducedMotion()) return done();
    const animation = node.animate(frames, { duration, easing: EASE });
    this.active.set(animation, done);
    animation.onfinish = () => {
      if (this.active.delete(animation)) done();
    };
  }
}

/**
 * The transform that puts something back where it was before.
 * @param {Box} is
 * @param {Box} was
 */
function between(is, was) {
  const dx = was.left + was.width / 2 - is.left - is.width / 2;
  const dy = was.top + was.height / 2 - is.top - is.height / 2;
  return `translate(${dx}px, ${dy}px) scale(${is.width ? was.width / is.width : 1})`;
}

/**
 * Positions an element of the overlay.
 * @param {HTMLElement} node
 * @param {Box} box
 */
export function moveTo(node, box) {
  for (const side of /** @type {const} */ (["left", "top", "width", "height"]))
    node.style.setProperty(side, `${box[side]}px`);
}

/** @param {Element} drawing */
export function cloneDrawing(drawing) {
  const same = /** @type {Element} */ (drawing.cloneNode(true));
  same.classList.remove("is-away");
  return same;
}
