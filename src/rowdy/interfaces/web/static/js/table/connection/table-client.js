// One client of a table, a seat, spectator or host: what it received last, and the commands it can send.
// @ts-check
import { speed } from "../../common/storage.js";
import { summary } from "../log/summary.js";
import { Playback, STAGE_MS } from "../playback.js";
import { Connection } from "./connection.js";

/** @import { About, Answer, Bye, Here, LogLine, Reacted, Request, Step, TableView } from "../../common/types.js" */
/** @import { Command, CommandName } from "./connection.js" */

/**
 * Is called when something has changed; `moved` tells whether a step was made just now. `atDevice` returns
 * whether the player of a seat is at this device, so that their own moves need not be shown.
 * @typedef {{
 *   view: (client: TableClient, moved: boolean) => void,
 *   state: (client: TableClient) => void,
 *   here: (client: TableClient) => void,
 *   reacted: (client: TableClient, message: Reacted) => void,
 *   refused: (client: TableClient, say: string, request: Request) => void,
 *   atDevice: (seat: number) => boolean,
 *   bye: (client: TableClient, message: Bye, forever: boolean) => void,
 * }} Listener
 */

/**
 * How long a move of somebody else is looked at before the next one is shown, in milliseconds.
 * @type {Record<import("../../common/storage.js").Speed, number>}
 */
const LOOK_MS = { slow: 2_400, normal: 1_200, fast: 500, step: Infinity, none: 0 };
/** How long one's own move is looked at, at most. */
const OWN_LOOK_MS = 500;
/** What can be done only by somebody who has seen all. @type {CommandName[]} */
const AFTER_ALL = ["play", "preview", "hint"];

/** Commands that change nothing at the table, so that nothing need be redrawn. @type {CommandName[]} */
const WITHOUT_EFFECT = ["hint", "preview", "react", "recap", "why"];

export class TableClient {
  /** @type {About | null} */
  about = null;
  /** @type {TableView | null} */
  view = null;
  /** @type {Here | null} */
  here = null;
  /** The number of windows, in all browsers, in which this seat is open. */
  windows = 0;
  /** When somebody last looked through this seat without a window, in seconds since 1970; 0 for never. */
  looked = 0;
  /** Whether it waits for the answer to a new key; until then it may be refused for the old one. */
  renewing = false;
  /** The steps of this round in words, the oldest first. @type {LogLine[]} */
  log = [];
  /** What was shown last, in words. */
  told = "";
  /** The number of the last step that was shown. */
  #shown = 0;
  /** What is said of a step that is shown again. @type {LogLine | null} */
  #line = null;
  #listener;
  /** @type {Playback<Step>} */
  #playback;

  /**
   * @param {string} table
   * @param {string} place a seat's number from 1, `watch` or `host`
   * @param {boolean} several whether people share this device
   * @param {Listener} listener
   */
  constructor(table, place, several, listener) {
    this.place = place;
    this.#listener = listener;
    this.#playback = new Playback({
      show: (steps) => this.#show(steps),
      hold: (step, again) => this.#hold(step, again),
      own: (step) => Boolean(step.answers),
    });
    document.addEventListener("visibilitychange", () => document.hidden && this.#playback.jump());
    this.connection = new Connection(table, place, several, {
      hello: (message) => {
        this.about = message.about;
        this.here = message.here;
        this.windows = message.windows ?? 0;
        this.looked = message.looked ?? 0;
        this.#playback.jump();
        this.#update(message.view, message.n, message.log);
        this.#playback.reset({ type: "step", n: message.n, say: [], view: message.view });
        listener.view(this, false);
      },
      step: (message) => {
        this.#playback.add(message);
        if (this.waiting) listener.state(this);
      },
      answer: (message, request) => this.#answered(message, request),
      here: (message) => {
        this.here = message;
        listener.here(this);
      },
      windows: (message) => {
        this.windows = message.windows;
        listener.state(this);
      },
      looked: (message) => {
        this.looked = message.at;
        listener.state(this);
      },
      reacted: (message) => listener.reacted(this, message),
      state: () => listener.state(this),
      bye: (message, forever) => listener.bye(this, message, forever),
    });
  }

  /** Whether a command makes sense now. @param {CommandName} command */
  can(command) {
    if (this.waiting && AFTER_ALL.includes(command)) return false;
    return this.view?.can.includes(command) ?? false;
  }

  /** How many steps have happened that are not shown yet. */
  get waiting() {
    return this.#playback.waiting;
  }

  /** Whether what happened since the player's own last move can be shown again. */
  get canRepeat() {
    return !this.waiting && (this.#remembers || Boolean(this.view?.trail?.length));
  }

  /** Whether this page saw it happen. */
  get #remembers() {
    return this.#playback.since.some((step) => typeof step.seat === "number");
  }

  /** Shows the next step at once, or all of them. */
  skip() {
    this.#playback.skip();
  }

  /** A page that was loaded anew, or was not connected, asks the server what happened. */
  async repeat() {
    const { connection } = this;
    if (!this.canRepeat || connection.waitsFor("recap")) return;
    if (!this.#remembers) {
      const n = connection.n;
      const answer = await this.send({ do: "recap" });
      if (!("recap" in answer) || !answer.recap?.length || connection.n !== n) return;
      const [start, ...steps] = answer.recap;
      this.#playback.reset(start, steps);
    }
    this.#playback.repeat();
  }

  /** @param {Command} command */
  send(command) {
    const answer = this.connection.send(command);
    this.#listener.state(this);
    return answer;
  }

  /** Whether it has a seat, rather than being a spectator or host. */
  get seated() {
    return this.place !== "watch" && this.place !== "host";
  }

  /** The player's name; empty before they have sat down. */
  get name() {
    const seat = this.view?.you;
    return seat === undefined || seat === null || !this.view || this.can("sit") ? "" : this.view.seats[seat].name;
  }

  /** The last step that there is something to say of, in short. */
  get lastStep() {
    const last = this.#line ?? this.log.findLast((line) => line.say.length);
    return last ? summary(last) : "";
  }

  /** The key events of the last step that there is something to say of. */
  get keys() {
    return (this.#line ?? this.log.findLast((line) => line.say.length))?.keys ?? [];
  }

  /**
   * Takes over steps that are to be seen now; those of before, which are shown again, are in the log already.
   * @param {Step[]} steps
   */
  #show(steps) {
    for (const step of steps) {
      const { n, say, deal, quiet, seat, keys, turn } = step;
      const line = { n, say, deal, quiet, seat, keys, turn };
      if (step.n > this.#shown) {
        this.#update(step.view, step.n, [line]);
      } else {
        this.view = step.view;
        this.#line = line;
      }
    }
    this.told = steps.map(summary).filter(Boolean).join(" ");
    this.#listener.view(this, true);
  }

  /**
   * For how long a step is looked at: what somebody at this device did was seen, unless it is asked for again.
   * @param {Step} step
   * @param {boolean} again
   */
  #hold(step, again) {
    const usual = LOOK_MS[again && speed() === "none" ? "normal" : speed()];
    const ms = step.keys?.length ? Math.max(usual, Math.min(STAGE_MS, 2 * usual)) : usual;
    if (document.hidden || step.seat === undefined || step.seat === null) return 0;
    const own = step.answers || (again && step.seat === this.view?.you);
    if (own) return ms < Infinity ? Math.min(ms, step.keys?.length ? STAGE_MS : OWN_LOOK_MS) : 0;
    return !again && this.#listener.atDevice(step.seat) ? 0 : ms;
  }

  /**
   * @param {TableView} view
   * @param {number} n
   * @param {LogLine[]} lines
   */
  #update(view, n, lines) {
    const known = this.view?.round === view.round ? this.log : [];
    const first = lines.length ? lines[0].n : n + 1;
    this.#shown = n;
    this.#line = null;
    this.log = [...known.filter((line) => line.n < first && line.n <= n), ...lines];
    this.view = view;
  }

  /**
   * @param {Answer} message
   * @param {Request} request
   */
  #answered(message, request) {
    if (message.view) {
      this.#playback.jump();
      this.view = message.view;
    }
    if (message.ok && WITHOUT_EFFECT.includes(request.do)) this.#listener.state(this);
    else this.#listener.view(this, false);
    if (!message.ok) this.#listener.refused(this, message.say ?? "", request);
  }
}
