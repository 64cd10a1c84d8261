// The live connection of one client to a table: it reconnects by itself, and no command is lost or obeyed twice.
// @ts-check
import { connect } from "../../common/transport.js";

/** @import { Socket } from "../../common/transport.js" */
/** @import { Answer, Bye, Hello, Here, Looked, Message, Reacted, Request, SeatConnections, Step } from "../../common/types.js" */

/**
 * @template T
 * @typedef {T extends Request ? Omit<T, "id" | "seen"> : never} WithoutIdAndSeen
 */
/** A request without what the connection adds to it. @typedef {WithoutIdAndSeen<Request>} Command */
/** @typedef {Request["do"]} CommandName */
/** @typedef {{ request: Request, sent: boolean, resolve: (message: Answer | Step) => void }} Unanswered */

/**
 * `state` is told whether the connection is open, and `bye` whether it is closed for good.
 * @typedef {{
 *   hello: (message: Hello) => void,
 *   step: (message: Step) => void,
 *   answer: (message: Answer, request: Request) => void,
 *   here: (message: Here) => void,
 *   windows: (message: SeatConnections) => void,
 *   looked: (message: Looked) => void,
 *   reacted: (message: Reacted) => void,
 *   state: (online: boolean) => void,
 *   bye: (message: Bye, forever: boolean) => void,
 * }} Handlers
 */

// All times are in milliseconds.
/** The delay before the first attempt to reconnect; each further one takes twice as long, up to the longest. */
const FIRST_DELAY = 250;
const LONGEST_DELAY = 5_000;
const CHECK_INTERVAL = 500;
/** The time without a message after which the server is pinged; shorter while an answer is outstanding. */
const PING_WHEN_UNANSWERED = 1_500;
const PING_WHEN_QUIET = 20_000;
/** The time without a message after a ping after which the connection counts as lost. */
const PING_TIMEOUT = 2_500;
/** After these there is no use in reconnecting. */
const FINAL_CODES = ["table-deleted", "no-table", "seat-renewed"];
/**
 * These are not sent again after the connection was lost: they changed nothing, or were seen already.
 * @type {CommandName[]}
 */
const NOT_RESENT = ["ping", "react"];
/** These are not sent again after the page was reloaded, either, since it would not know what to do with the answer. */
const NOT_STORED = [...NOT_RESENT, "hint", "preview", "recap", "why"];

export class Connection {
  /** The number of the last step that was received. */
  n = 0;
  online = false;
  /** The name of this tab, by which the server knows its connections. */
  tab = newId();

  /** @type {Socket | null} */
  #socket = null;
  /** @type {Map<string, Unanswered>} */
  #unanswered = new Map();
  #handlers;
  #table;
  #place;
  #several;
  #delay = FIRST_DELAY;
  #reconnecting = 0;
  #checking = 0;
  #lastMessageAt = 0;
  #pingedAt = 0;
  #closed = false;

  /**
   * @param {string} table
   * @param {string} place a seat's number from 1, `watch` or `host`
   * @param {boolean} several whether people share this device
   * @param {Handlers} handlers
   */
  constructor(table, place, several, handlers) {
    this.#table = table;
    this.#place = place;
    this.#several = several;
    this.#handlers = handlers;
    this.#restore();
    this.#start();
  }

  #start() {
    addEventListener("offline", this.#onOffline);
    addEventListener("online", this.#hurry);
    document.addEventListener("visibilitychange", this.#hurry);
    this.#checking = setInterval(this.#check, CHECK_INTERVAL);
    this.#open();
  }

  /**
   * Sends a command, at once or as soon as the connection is open; the promise resolves to its one answer.
   * @param {Command} command
   * @returns {Promise<Answer | Step>}
   */
  send(command) {
    const request = { ...command, id: newId(), seen: this.n };
    return new Promise((resolve) => {
      this.#unanswered.set(request.id, { request, sent: false, resolve });
      this.#save();
      this.#flush();
    });
  }

  /**
   * Whether a command of this name has not been answered yet.
   * @param {CommandName} name
   */
  waitsFor(name) {
    return [...this.#unanswered.values()].some(({ request }) => request.do === name);
  }

  /** Whether it will not reconnect by itself. */
  get closed() {
    return this.#closed;
  }

  /** Reconnects if a connection was refused, or is being opened just now: it had the old key of its seat. */
  keyReplaced() {
    if (this.#closed) {
      this.#closed = false;
      this.#start();
    } else if (!this.online) this.#lost();
  }

  close() {
    this.#closed = true;
    removeEventListener("offline", this.#onOffline);
    removeEventListener("online", this.#hurry);
    document.removeEventListener("visibilitychange", this.#hurry);
    clearInterval(this.#checking);
    clearTimeout(this.#reconnecting);
    this.#closeSocket();
    this.#set(false);
  }

  // The connection

  #open() {
    clearTimeout(this.#reconnecting);
    const query = { as: this.#place, seen: this.n || undefined, tab: this.tab, several: this.#several ? 1 : undefined };
    this.#socket = connect(this.#table, query, this.#receive, this.#lost);
    this.#lastMessageAt = Date.now();
    this.#pingedAt = 0;
  }

  #closeSocket() {
    this.#socket?.close();
    this.#socket = null;
  }

  /** Tells that the connection is lost, and reconnects after a while. */
  #lost = () => {
    this.#closeSocket();
    if (this.#closed) return;
    for (const [id, unanswered] of this.#unanswered) {
      if (unanswered.sent && NOT_RESENT.includes(unanswered.request.do)) this.#unanswered.delete(id);
      unanswered.sent = false;
    }
    this.#set(false);
    const delay = this.#delay * (0.75 + Math.random() / 2);
    this.#delay = Math.min(this.#delay * 2, LONGEST_DELAY);
    clearTimeout(this.#reconnecting);
    this.#reconnecting = setTimeout(() => this.#open(), delay);
  };

  #onOffline = () => {
    if (this.#socket) this.#lost();
  };

  /** Reconnects at once: the network may be back, or the player looks at the page again. */
  #hurry = () => {
    if (this.#closed || document.visibilityState === "hidden") return;
    this.#delay = FIRST_DELAY;
    if (this.#socket) this.#check();
    else this.#open();
  };

  /** Pings after a long silence, since a browser may not notice that a connection is dead. */
  #check = () => {
    if (!this.#socket) return;
    const now = Date.now();
    const quiet = now - this.#lastMessageAt;
    if (this.#pingedAt) {
      if (now - this.#pingedAt > PING_TIMEOUT) this.#lost();
    } else if (quiet > (this.#unanswered.size || !this.online ? PING_WHEN_UNANSWERED : PING_WHEN_QUIET)) {
      this.#pingedAt = now;
      if (this.online) this.#socket.send({ do: "ping", id: newId(), seen: this.n });
    }
  };

  /** @param {boolean} online */
  #set(online) {
    this.online = online;
    this.#handlers.state(online);
  }

  // Incoming messages

  /** @param {Message} message */
  #receive = (message) => {
    this.#lastMessageAt = Date.now();
    this.#pingedAt = 0;
    switch (message.type) {
      case "hello":
        this.n = message.n;
        this.#delay = FIRST_DELAY;
        this.#handlers.hello(message);
        this.#set(true);
        this.#flush();
        break;
      case "step":
        this.n = message.n;
        this.#settle(message.answers ?? "", message);
        this.#handlers.step(message);
        break;
      case "answer": {
        const request = this.#settle(message.id, message);
        if (request) this.#handlers.answer(message, request);
        break;
      }
      case "here":
        this.#handlers.here(message);
        break;
      case "windows":
        this.#handlers.windows(message);
        break;
      case "looked":
        this.#handlers.looked(message);
        break;
      case "reacted":
        this.#handlers.reacted(message);
        break;
      case "bye":
        if (FINAL_CODES.includes(message.code)) this.close();
        this.#handlers.bye(message, this.#closed);
        break;
    }
  };

  /**
   * @param {string} id
   * @param {Answer | Step} message
   * @returns {Request | undefined} what was answered
   */
  #settle(id, message) {
    const answered = this.#unanswered.get(id);
    if (!answered) return undefined;
    this.#unanswered.delete(id);
    this.#save();
    answered.resolve(message);
    return answered.request;
  }

  // Outgoing requests

  #flush() {
    if (!this.online) return;
    for (const unanswered of this.#unanswered.values()) {
      if (unanswered.sent) continue;
      unanswered.sent = true;
      this.#socket?.send(unanswered.request);
    }
  }

  /** Stores what has not been answered, so that it is sent again after the page was reloaded. */
  #save() {
    const requests = [...this.#unanswered.values()].map(({ request }) => request);
    const lasting = requests.filter((request) => !NOT_STORED.includes(request.do));
    try {
      if (lasting.length) sessionStorage.setItem(this.#key, JSON.stringify(lasting));
      else sessionStorage.removeItem(this.#key);
    } catch {
      // Full or forbidden.
    }
  }

  #restore() {
    try {
      /** @type {Request[]} */
      const requests = JSON.parse(sessionStorage.getItem(this.#key) ?? "[]");
      for (const request of requests) {
        this.#unanswered.set(request.id, { request, sent: false, resolve: () => {} });
      }
    } catch {
      // Nothing was stored that can be read.
    }
  }

  get #key() {
    return `rowdy-unanswered-${this.#table}-${this.#place}`;
  }
}

/** A random text of hexadecimal digits, two for each byte. */
export function newId(bytes = 12) {
  return [...crypto.getRandomValues(new Uint8Array(bytes))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
