// One client of a table, a seat, spectator or host: what it received last, and the commands it can send.
// @ts-check
import { summary } from "../log/summary.js";
import { Connection } from "./connection.js";

/** @import { About, Answer, Bye, Here, LogLine, Reacted, Request, TableView } from "../../shared/types.js" */
/** @import { Command, CommandName } from "./connection.js" */

/**
 * Is called when something has changed; `moved` tells whether a step was made just now.
 * @typedef {{
 *   view: (client: TableClient, moved: boolean) => void,
 *   state: (client: TableClient) => void,
 *   here: (client: TableClient) => void,
 *   reacted: (client: TableClient, message: Reacted) => void,
 *   refused: (client: TableClient, say: string, request: Request) => void,
 *   bye: (client: TableClient, message: Bye, forever: boolean) => void,
 * }} Listener
 */

/** Commands that change nothing at the table, so that nothing need be redrawn. @type {CommandName[]} */
const WITHOUT_EFFECT = ["hint", "preview", "react"];

export class TableClient {
  /** @type {About | null} */
  about = null;
  /** @type {TableView | null} */
  view = null;
  /** @type {Here | null} */
  here = null;
  /** In how many windows of whatever browsers this seat is open. */
  windows = 0;
  /** When somebody last looked through this seat without a window, in seconds since 1970; 0 for never. */
  looked = 0;
  /** Whether it waits for the answer to a new key; until then it may be refused for the old one. */
  renewing = false;
  /** The steps of this round in words, the oldest first. @type {LogLine[]} */
  log = [];
  #listener;

  /**
   * @param {string} table
   * @param {string} place a seat's number from 1, `watch` or `host`
   * @param {Listener} listener
   */
  constructor(table, place, listener) {
    this.place = place;
    this.#listener = listener;
    this.connection = new Connection(table, place, {
      hello: (message) => {
        this.about = message.about;
        this.here = message.here;
        this.windows = message.windows ?? 0;
        this.looked = message.looked ?? 0;
        this.#update(message.view, message.n, message.log);
        listener.view(this, false);
      },
      step: (message) => {
        this.#update(message.view, message.n, [{ n: message.n, say: message.say, deal: message.deal }]);
        listener.view(this, true);
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
    return this.view?.can.includes(command) ?? false;
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
    const last = this.log.findLast((line) => line.say.length);
    return last ? summary(last) : "";
  }

  /**
   * @param {TableView} view
   * @param {number} n
   * @param {LogLine[]} lines
   */
  #update(view, n, lines) {
    const known = this.view?.round === view.round ? this.log : [];
    const first = lines.length ? lines[0].n : n + 1;
    this.log = [...known.filter((line) => line.n < first && line.n <= n), ...lines];
    this.view = view;
  }

  /**
   * @param {Answer} message
   * @param {Request} request
   */
  #answered(message, request) {
    if (message.view) this.view = message.view;
    if (message.ok && WITHOUT_EFFECT.includes(request.do)) this.#listener.state(this);
    else this.#listener.view(this, false);
    if (!message.ok) this.#listener.refused(this, message.say ?? "", request);
  }
}
