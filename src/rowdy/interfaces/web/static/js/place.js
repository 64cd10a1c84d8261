// One place at a table as this browser knows it: what it was told last, and what it can say.
// @ts-check
import { Line } from "./line.js";
import { dealOf, inShort } from "./stories.js";

/** @typedef {import("./line.js").Command} Command */
/** @typedef {import("./line.js").Sent} Sent */
/** @typedef {import("./types.js").About} About */
/** @typedef {import("./types.js").Answer} Answer */
/** @typedef {import("./types.js").Bye} Bye */
/** @typedef {import("./types.js").Here} Here */
/** @typedef {import("./types.js").Reacted} Reacted */
/** @typedef {import("./types.js").Step} Step */
/** @typedef {import("./types.js").TableView} TableView */
/** @typedef {import("./stories.js").Told} Told */

/**
 * What may change: `view` is all there is to see, `moved` that something happened just now.
 * @typedef {{
 *   view: (place: Place, moved: boolean) => void,
 *   state: (place: Place) => void,
 *   here: (place: Place) => void,
 *   reacted: (place: Place, message: Reacted) => void,
 *   refused: (place: Place, say: string, command: Sent) => void,
 *   bye: (place: Place, message: Bye, forever: boolean) => void,
 * }} Listener
 */

/** What changes nothing at the table, so that nothing need be drawn anew. */
const ASIDE = ["hint", "preview", "react"];

export class Place {
  /** @type {About | null} */
  about = null;
  /** @type {TableView | null} */
  view = null;
  /** @type {Here | null} */
  here = null;
  /** How many windows look through this seat, in whatever browser. */
  windows = 0;
  /** What was said in this round, oldest first. */
  log = /** @type {Told[]} */ ([]);
  #listener;

  /**
   * @param {string} table
   * @param {string} name a seat's number from 1, `watch` or `host`
   * @param {Listener} listener
   */
  constructor(table, name, listener) {
    this.name = name;
    this.#listener = listener;
    this.line = new Line(table, name, {
      hello: (message) => {
        this.about = message.about;
        this.here = message.here;
        this.windows = message.windows ?? 0;
        this.#see(message.view, message.n, message.log);
        listener.view(this, false);
      },
      step: (message) => {
        this.#see(message.view, message.n, [{ n: message.n, say: message.say }]);
        listener.view(this, true);
      },
      answer: (message, command) => this.#answered(message, command),
      here: (message) => {
        this.here = message;
        listener.here(this);
      },
      windows: (message) => {
        this.windows = message.windows;
        listener.state(this);
      },
      reacted: (message) => listener.reacted(this, message),
      state: () => listener.state(this),
      bye: (message, forever) => listener.bye(this, message, forever),
    });
  }

  /** @param {string} command */
  can(command) {
    return this.view?.can.includes(command) ?? false;
  }

  /** @param {Command} command */
  send(command) {
    const answer = this.line.send(command);
    this.#listener.state(this);
    return answer;
  }

  /** Whether somebody sits here, rather than looks on. */
  get seated() {
    return this.name !== "watch" && this.name !== "host";
  }

  /** How whoever sits here is called; nothing before they have sat down. */
  get called() {
    const seat = this.view?.you;
    return seat === undefined || seat === null || !this.view || this.can("sit") ? "" : this.view.seats[seat].name;
  }

  /** What was said last, in short. */
  get said() {
    const last = this.log.findLast((told) => told.say.length);
    return last ? inShort(last, last === dealOf(this.log)) : "";
  }

  /**
   * @param {TableView} view
   * @param {number} n
   * @param {Told[]} told
   */
  #see(view, n, told) {
    const known = this.view?.round === view.round ? this.log : [];
    const first = told.length ? told[0].n : n + 1;
    this.log = [...known.filter((one) => one.n < first && one.n <= n), ...told];
    this.view = view;
  }

  /**
   * @param {Answer} message
   * @param {Sent} command
   */
  #answered(message, command) {
    if (message.view) this.view = message.view;
    if (message.ok && ASIDE.includes(command.do)) this.#listener.state(this);
    else this.#listener.view(this, false);
    if (!message.ok) this.#listener.refused(this, message.say ?? "", command);
  }
}
