// The queue between the connection and the screen: each step is seen for a while before the next one is shown.
// @ts-check

/** How long a key event has the stage. */
export const STAGE_MS = 2_600;

/** @typedef {{ after: (ms: number, act: () => void) => number, cancel: (timer: number) => void }} Clock */

/** How many steps are shown again at most. */
const MAX_REPEATED = 24;

/** @type {Clock} */
const CLOCK = { after: (ms, act) => setTimeout(act, ms), cancel: (timer) => clearTimeout(timer) };

/**
 * All it knows about steps is how long each is shown, and which are the viewer's own.
 * @template T
 */
export class Playback {
  /** The steps that have not been shown yet. @type {T[]} */
  #waiting = [];
  /** The steps since the viewer's own last one, which can be shown again. @type {T[]} */
  #since = [];
  /** The step before those. @type {T | null} */
  #start = null;
  /** Whether the step that is shown is still being looked at. */
  #held = false;
  #timer = 0;
  /** Whether what is shown was shown before. */
  #again = false;
  #hooks;
  #clock;

  /**
   * `show` gets the steps that are to be seen now: one, or several where some were skipped. `hold` tells for how many
   * milliseconds a step is looked at, the first time or again: Infinity is until `skip`. `own`: the viewer made it, and
   * need not be shown it.
   * @param {{
   *   show: (steps: T[]) => void,
   *   hold: (step: T, again: boolean) => number,
   *   own: (step: T) => boolean,
   * }} hooks
   * @param {Clock} [clock]
   */
  constructor(hooks, clock = CLOCK) {
    this.#hooks = hooks;
    this.#clock = clock;
  }

  /** How many steps have not been shown yet. */
  get waiting() {
    return this.#waiting.length;
  }

  /** The steps since the viewer's own last one, as far as they were seen. */
  get since() {
    return this.#start === null ? [] : this.#since;
  }

  /** Whether there is something to show again. */
  get canRepeat() {
    return this.#since.length > 0 && this.#start !== null && !this.waiting;
  }

  /** @param {T} step */
  add(step) {
    this.#waiting.push(step);
    if (this.#hooks.own(step)) this.jump();
    else if (!this.#held) this.#next();
  }

  /** Ends the look at the step that is shown: the next one comes if the viewer goes step by step, else all of them. */
  skip() {
    if (this.#timer) this.jump();
    else if (this.waiting) this.#next();
  }

  /** Shows all that waits, at once. */
  jump() {
    if (this.waiting) this.#show(this.#waiting.splice(0));
  }

  /**
   * Begins anew: what waits is dropped.
   * @param {T} start what the viewer sees now
   * @param {T[]} [since] what they see now instead, after `start`
   */
  reset(start, since = []) {
    this.#rest();
    this.#waiting = [];
    this.#since = since;
    this.#start = start;
  }

  /** Shows all steps since the viewer's own last one again. */
  repeat() {
    if (!this.canRepeat || !this.#start) return;
    this.#waiting = [...this.#since];
    this.#again = true;
    this.#look(this.#start);
    this.#hooks.show([this.#start]);
    if (!this.#held) this.#looked();
  }

  #next() {
    this.#show(this.#waiting.splice(0, 1));
  }

  /** @param {T[]} steps */
  #show(steps) {
    for (const step of steps) this.#note(step);
    this.#look(steps[steps.length - 1]);
    this.#hooks.show(steps);
    if (!this.#held) this.#looked();
  }

  /** @param {T} step */
  #note(step) {
    if (this.#hooks.own(step)) {
      this.#start = step;
      this.#since = [];
    } else if (!this.#since.includes(step)) this.#since.push(step);
    // A spectator has no moves of their own, and should not be shown the whole game again.
    while (this.#since.length > MAX_REPEATED) this.#start = this.#since.shift() ?? null;
  }

  /** @param {T} step */
  #look(step) {
    this.#rest();
    const ms = this.#hooks.hold(step, this.#again);
    if (!this.waiting) this.#again = false;
    this.#held = ms > 0;
    if (this.#held && ms < Infinity) this.#timer = this.#clock.after(ms, () => this.#looked());
  }

  #looked() {
    this.#rest();
    if (this.waiting) this.#next();
  }

  #rest() {
    if (this.#timer) this.#clock.cancel(this.#timer);
    this.#timer = 0;
    this.#held = false;
  }
}
