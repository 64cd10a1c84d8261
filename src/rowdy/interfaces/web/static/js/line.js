// The live connection of one place at a table: comes back by itself, and no command is lost or obeyed twice.
// @ts-check
import { address } from "./api.js";

/** @typedef {import("./types.js").Answer} Answer */
/** @typedef {import("./types.js").Bye} Bye */
/** @typedef {import("./types.js").Hello} Hello */
/** @typedef {import("./types.js").Here} Here */
/** @typedef {import("./types.js").Reacted} Reacted */
/** @typedef {import("./types.js").Step} Step */
/** @typedef {import("./types.js").Windows} Windows */
/** @typedef {import("./types.js").Message} Message */

/**
 * What is told to the table; `id` and `seen` are added here.
 * @typedef {{ do: string, [field: string]: string | number | boolean }} Command
 */
/** @typedef {Command & { id: string, seen: number }} Sent */
/** @typedef {{ command: Sent, sent: boolean, resolve: (message: Answer | Step) => void }} Unanswered */

/**
 * `state` is told whether the line stands; `bye` whether it will never stand again.
 * @typedef {{
 *   hello: (message: Hello) => void,
 *   step: (message: Step) => void,
 *   answer: (message: Answer, command: Sent) => void,
 *   here: (message: Here) => void,
 *   windows: (message: Windows) => void,
 *   reacted: (message: Reacted) => void,
 *   state: (online: boolean) => void,
 *   bye: (message: Bye, forever: boolean) => void,
 * }} Handlers
 */

const FIRST_WAIT = 250;
const LONGEST_WAIT = 5_000;
const LOOK = 500;
/** With an answer outstanding, or without one, after so much silence one asks whether the line still stands. */
const UNANSWERED = 1_500;
const QUIET = 20_000;
/** And after so much more it is taken for lost. */
const DEAF = 2_500;
const FOREVER = ["table-deleted", "no-table", "seat-renewed"];
/** What is not worth asking again after the connection was lost: nothing came of it, or somebody saw it already. */
const FLEETING = ["ping", "react"];
/** What a page that was loaded anew would not know what to do with. */
const FOR_THIS_PAGE = [...FLEETING, "hint", "preview"];

export class Line {
  /** The number of the last step that was told. */
  n = 0;
  online = false;
  /** What it calls itself each time, so that the server knows which connection is whose. */
  tab = newId();

  /** @type {WebSocket | null} */
  #socket = null;
  /** @type {Map<string, Unanswered>} */
  #unanswered = new Map();
  #handlers;
  #table;
  #place;
  #wait = FIRST_WAIT;
  #retry = 0;
  #look = 0;
  #heard = 0;
  #asked = 0;
  #closed = false;

  /**
   * @param {string} table
   * @param {string} place a seat's number from 1, `watch` or `host`
   * @param {Handlers} handlers
   */
  constructor(table, place, handlers) {
    this.#table = table;
    this.#place = place;
    this.#handlers = handlers;
    this.#restore();
    addEventListener("offline", this.#onOffline);
    addEventListener("online", this.#hurry);
    document.addEventListener("visibilitychange", this.#hurry);
    this.#look = setInterval(this.#check, LOOK);
    this.#open();
  }

  /**
   * Tells the table something, at once or as soon as there is a connection; the promise brings the one answer.
   * @param {Command} command
   * @returns {Promise<Answer | Step>}
   */
  send(command) {
    const sent = { ...command, id: newId(), seen: this.n };
    return new Promise((resolve) => {
      this.#unanswered.set(sent.id, { command: sent, sent: false, resolve });
      this.#save();
      this.#flush();
    });
  }

  /**
   * Whether a command of this kind has not been answered yet.
   * @param {string} kind
   */
  waitsFor(kind) {
    return [...this.#unanswered.values()].some(({ command }) => command.do === kind);
  }

  /** The place has a new key. A connection that is just being made may have come by the old one, and be refused. */
  renewed() {
    if (!this.online) this.#lost();
  }

  close() {
    this.#closed = true;
    removeEventListener("offline", this.#onOffline);
    removeEventListener("online", this.#hurry);
    document.removeEventListener("visibilitychange", this.#hurry);
    clearInterval(this.#look);
    clearTimeout(this.#retry);
    this.#socket?.close();
    this.#socket = null;
    this.#set(false);
  }

  // The connection

  #open() {
    clearTimeout(this.#retry);
    const url = new URL(
      address(`/api/tables/${this.#table}/live`, { as: this.#place, seen: this.n || undefined, tab: this.tab }),
      location.href,
    );
    url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
    const socket = (this.#socket = new WebSocket(url));
    this.#heard = Date.now();
    this.#asked = 0;
    socket.onmessage = (event) => {
      if (socket === this.#socket) this.#hear(JSON.parse(event.data));
    };
    socket.onclose = () => {
      if (socket === this.#socket) this.#lost();
    };
  }

  /** The connection is gone, or as good as gone: says so and tries again after a while. */
  #lost() {
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
    if (this.#closed) return;
    for (const [id, one] of this.#unanswered) {
      if (one.sent && FLEETING.includes(one.command.do)) this.#unanswered.delete(id);
      one.sent = false;
    }
    this.#set(false);
    const wait = this.#wait * (0.75 + Math.random() / 2);
    this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT);
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => this.#open(), wait);
  }

  #onOffline = () => {
    if (this.#socket) this.#lost();
  };

  /** There may be a net again, or somebody looks again: no need to wait any longer. */
  #hurry = () => {
    if (this.#closed || document.visibilityState === "hidden") return;
    this.#wait = FIRST_WAIT;
    if (this.#socket) this.#check();
    else this.#open();
  };

  /** A connection can be dead without a word, so a long silence is broken by a question. */
  #check = () => {
    if (!this.#socket) return;
    const now = Date.now();
    const quiet = now - this.#heard;
    if (this.#asked) {
      if (now - this.#asked > DEAF) this.#lost();
    } else if (quiet > (this.#unanswered.size || !this.online ? UNANSWERED : QUIET)) {
      this.#asked = now;
      if (this.online) this.#socket.send(JSON.stringify({ do: "ping", id: newId(), seen: this.n }));
    }
  };

  /** @param {boolean} online */
  #set(online) {
    this.online = online;
    this.#handlers.state(online);
  }

  // What comes in

  /** @param {Message} message */
  #hear(message) {
    this.#heard = Date.now();
    this.#asked = 0;
    switch (message.type) {
      case "hello":
        this.n = message.n;
        this.#wait = FIRST_WAIT;
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
        const command = this.#settle(message.id, message);
        if (command) this.#handlers.answer(message, command);
        break;
      }
      case "here":
        this.#handlers.here(message);
        break;
      case "windows":
        this.#handlers.windows(message);
        break;
      case "reacted":
        this.#handlers.reacted(message);
        break;
      case "bye":
        if (FOREVER.includes(message.code)) this.close();
        this.#handlers.bye(message, this.#closed);
        break;
    }
  }

  /**
   * @param {string} id
   * @param {Answer | Step} message
   * @returns {Sent | undefined} what was answered
   */
  #settle(id, message) {
    const one = this.#unanswered.get(id);
    if (!one) return undefined;
    this.#unanswered.delete(id);
    this.#save();
    one.resolve(message);
    return one.command;
  }

  // What goes out

  #flush() {
    if (!this.online) return;
    for (const one of this.#unanswered.values()) {
      if (one.sent) continue;
      one.sent = true;
      this.#socket?.send(JSON.stringify(one.command));
    }
  }

  /** A page that is loaded anew goes on asking for what it has not been answered. */
  #save() {
    const commands = [...this.#unanswered.values()].map((one) => one.command);
    const lasting = commands.filter((command) => !FOR_THIS_PAGE.includes(command.do));
    try {
      if (lasting.length) sessionStorage.setItem(this.#key, JSON.stringify(lasting));
      else sessionStorage.removeItem(this.#key);
    } catch {
      // Full or forbidden.
    }
  }

  #restore() {
    try {
      /** @type {Sent[]} */
      const commands = JSON.parse(sessionStorage.getItem(this.#key) ?? "[]");
      for (const command of commands) {
        this.#unanswered.set(command.id, { command, sent: false, resolve: () => {} });
      }
    } catch {
      // Nothing was kept that could be read.
    }
  }

  get #key() {
    return `rowdy-unanswered-${this.#table}-${this.#place}`;
  }
}

/** By chance, so that nobody else makes the same. */
export function newId(length = 12) {
  return [...crypto.getRandomValues(new Uint8Array(length))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
