// Dragging with mouse, finger or pen: a piece is grabbed, carried and dropped on a square.
// @ts-check
import { el } from "../common/dom.js";
import { cloneDrawing, moveTo } from "./animation.js";
import { DRAG_EVENTS } from "./drag-events.js";

/** @import { Heard } from "./drag-events.js" */

/** How far the pointer must move before a drag begins, as a click may move it a little, too. */
const MIN_DRAG_PIXELS = 7;

/**
 * `grab` is called once the pointer has moved: it picks the piece there and returns its drawing, or null if it cannot be
 * picked. `over` gets the square on which it would drop; `drop` returns whether the drop was accepted.
 * @typedef {{
 *   grab: (node: HTMLElement) => Element | null,
 *   over: (square: string | null) => void,
 *   drop: (square: string | null) => boolean,
 * }} Hooks
 */

export class Drag {
  /**
   * @param {HTMLElement} root
   * @param {HTMLElement} overlay
   * @param {Hooks} hooks
   */
  constructor(root, overlay, hooks) {
    this.root = root;
    this.overlay = overlay;
    this.hooks = hooks;
    /** @type {{ id: number, node: HTMLElement, x: number, y: number } | null} */
    this.held = null;
    /** @type {HTMLElement | null} */
    this.carried = null;
    /** @type {AbortController | null} */
    this.listening = null;
    this.swallow = false;
    root.addEventListener(
      "click",
      (event) => {
        if (!this.swallow) return;
        event.stopPropagation();
        event.preventDefault();
      },
      true,
    );
  }

  /** Something is being carried. */
  get active() {
    return this.held !== null && this.carried !== null;
  }

  /** Ends the drag: removes what is carried, or still lies where it was dropped. */
  end() {
    this.listening?.abort();
    this.listening = this.held = null;
    this.carried?.remove();
    this.carried = null;
    this.root.classList.remove("is-dragging");
    this.hooks.over(null);
  }

  /**
   * @param {PointerEvent} event the pointer went down on something
   * @param {Heard[]} [since] what happened after that and before this was loaded
   */
  down(event, since = []) {
    const from = event.target instanceof Element ? event.target.closest("[data-piece], [data-square]") : null;
    if (event.button !== 0 || !event.isPrimary || !(from instanceof HTMLElement)) return;
    // The pointer may have been released outside of the window.
    if (this.held) this.end();
    if (this.carried) return;
    this.held = { id: event.pointerId, node: from, x: event.clientX, y: event.clientY };
    this.listening = new AbortController();
    const { signal } = this.listening;
    for (const kind of DRAG_EVENTS) document.addEventListener(kind, (heard) => this.#hear(heard), { signal });
    for (const heard of since) this.#hear(heard);
  }

  /** @param {Heard} event */
  #hear(event) {
    if (event instanceof KeyboardEvent) {
      if (event.key === "Escape") this.#drop(null);
    } else if (event.type === "pointermove") this.#move(event);
    else if (event.type === "pointerup") this.#up(event);
    else this.#drop(null);
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const held = this.held;
    if (!held || event.pointerId !== held.id) return;
    const [dx, dy] = [event.clientX - held.x, event.clientY - held.y];
    if (!this.carried) {
      if (Math.hypot(dx, dy) < MIN_DRAG_PIXELS) return;
      const drawing = this.hooks.grab(held.node);
      if (!drawing) return this.end();
      this.carried = el("div", { class: "flyer is-carried" }, cloneDrawing(drawing));
      moveTo(this.carried, drawing.getBoundingClientRect());
      this.overlay.append(this.carried);
      this.root.classList.add("is-dragging");
    }
    event.preventDefault();
    this.carried.style.setProperty("transform", `translate(${dx}px, ${dy}px) scale(1.08)`);
    this.hooks.over(squareAt(event));
  }

  /** @param {PointerEvent} event */
  #up(event) {
    if (!this.held || event.pointerId !== this.held.id) return;
    if (!this.carried) return this.end();
    this.swallow = true;
    setTimeout(() => {
      this.swallow = false;
    });
    this.#drop(squareAt(event));
  }

  /** @param {string | null} square */
  #drop(square) {
    const carried = this.carried;
    if (!carried) return this.end();
    this.carried = null;
    this.end();
    if (!this.hooks.drop(square)) return carried.remove();
    // It stays where it was dropped until the next picture comes.
    const aim = this.root.querySelector(`[data-square="${square}"]`)?.getBoundingClientRect();
    const is = carried.getBoundingClientRect();
    if (aim) {
      carried.style.removeProperty("transform");
      carried.classList.add("is-dropped");
      moveTo(carried, {
        left: aim.left + (aim.width - is.width) / 2,
        top: aim.top + (aim.height - is.height) / 2,
        width: is.width,
        height: is.height,
      });
    }
    this.carried = carried;
  }
}

/** @param {PointerEvent} event */
function squareAt(event) {
  const node = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-square]");
  return node instanceof HTMLElement ? (node.dataset.square ?? null) : null;
}
