// Motion that explains a move: short, never in the way of a click, ended at once by whatever comes next.
// @ts-check
import { calm, el } from "./dom.js";

const SHORT = 170;
const LONG = 240;
const EASE = "cubic-bezier(0.3, 0.7, 0.3, 1)";

/** @typedef {{ left: number, top: number, width: number, height: number }} Place */

export class Motion {
  /** @param {HTMLElement} sky what flies is drawn there, above all else */
  constructor(sky) {
    this.sky = sky;
    /** @type {Map<Animation, () => void>} */
    this.going = new Map();
  }

  get running() {
    return this.going.size > 0;
  }

  /** Everything is where it belongs, now. */
  settle() {
    for (const [animation, done] of [...this.going]) {
      this.going.delete(animation);
      animation.cancel();
      done();
    }
  }

  /**
   * The whole field comes from where it lay before it found its place.
   * @param {Element} field
   * @param {Place} is where one square of it lies now
   * @param {Place} was where that lay before
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
      LONG,
    );
  }

  /** @param {Element} node */
  appear(node) {
    this.#run(node, [{ opacity: 0 }, { opacity: 1 }], LONG);
  }

  /**
   * A piece drops on its square.
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
      SHORT,
    );
  }

  /**
   * A piece that was taken away lifts and fades.
   * @param {Element} drawing
   * @param {Place} place
   */
  lift(drawing, place) {
    const flyer = this.#launch(place, drawing);
    if (!flyer) return;
    this.#run(
      flyer,
      [
        { transform: "none", opacity: 1 },
        { transform: "translateY(-16%) scale(1.1)", opacity: 0 },
      ],
      LONG,
      () => flyer.remove(),
    );
  }

  /**
   * A piece flies to where it lies now.
   * @param {Element} piece as it lies there
   * @param {Place} was where it comes from
   */
  fly(piece, was) {
    const is = piece.getBoundingClientRect();
    const flyer = this.#launch(is, copy(piece));
    if (!flyer) return;
    const shown = this.#hide(piece);
    this.#run(flyer, [{ transform: between(is, was) }, { transform: "none" }], SHORT, () => {
      flyer.remove();
      shown();
    });
  }

  /**
   * A stone lifts, slides and turns over on its way.
   * @param {Element} piece as it lies now
   * @param {Element} other its other side, as it lay before
   * @param {Place} was where that was
   */
  turn(piece, other, was) {
    const is = piece.getBoundingClientRect();
    const [dx, dy] = [is.left - was.left, is.top - was.top];
    // It rolls over the edge that leads the way.
    const axis = dx || dy ? `${-dy}, ${dx}, 0` : "0, 1, 0";
    const back = el("div", { class: "face" }, other);
    const front = el("div", { class: "face" }, copy(piece));
    front.style.setProperty("transform", `rotate3d(${axis}, 180deg)`);
    const body = el("div", { class: "body" }, back, front);
    const flyer = this.#launch(is, body);
    if (!flyer) return;
    const shown = this.#hide(piece);
    this.#run(body, [{ transform: `rotate3d(${axis}, 0deg)` }, { transform: `rotate3d(${axis}, 180deg)` }], LONG);
    this.#run(
      flyer,
      [
        { transform: between(is, was) },
        { transform: `translate(${-dx / 2}px, ${-dy / 2}px) scale(1.22)`, offset: 0.5 },
        { transform: "none" },
      ],
      LONG,
      () => {
        flyer.remove();
        shown();
      },
    );
  }

  /**
   * @param {Place} place
   * @param {Element} content
   * @returns {HTMLElement | null}
   */
  #launch(place, content) {
    if (calm() || !place.width) return null;
    const flyer = el("div", { class: "flyer" }, content);
    put(flyer, place);
    this.sky.append(flyer);
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
    if (calm()) return done();
    const animation = node.animate(frames, { duration, easing: EASE });
    this.going.set(animation, done);
    animation.onfinish = () => {
      if (this.going.delete(animation)) done();
    };
  }
}

/**
 * The transform under which something lies where it lay before.
 * @param {Place} is
 * @param {Place} was
 */
function between(is, was) {
  const dx = was.left + was.width / 2 - is.left - is.width / 2;
  const dy = was.top + was.height / 2 - is.top - is.height / 2;
  return `translate(${dx}px, ${dy}px) scale(${is.width ? was.width / is.width : 1})`;
}

/**
 * Puts an element of the sky somewhere.
 * @param {HTMLElement} node
 * @param {Place} place
 */
export function put(node, place) {
  for (const side of /** @type {const} */ (["left", "top", "width", "height"]))
    node.style.setProperty(side, `${place[side]}px`);
}

/** @param {Element} drawing */
export function copy(drawing) {
  const same = /** @type {Element} */ (drawing.cloneNode(true));
  same.classList.remove("is-away");
  return same;
}
