// The only module that reaches the server, by HTTP and WebSocket: a worker in the page could take its place.
// @ts-check
import { foreign } from "./dom.js";
import { root } from "./root.js";
import { lang, t } from "./words.js";

/** @import { Message, Refusal, Request } from "./types.js" */
/** @typedef {Record<string, string | number | undefined>} Query */

/**
 * The options of a request that is not a plain GET.
 * @typedef {{ method: string, headers?: Record<string, string>, body?: string }} Sending
 */

/**
 * A connection to a table that is open, or is being opened; after `close` no message comes.
 * @typedef {{ send: (request: Request) => void, close: () => void }} Socket
 */

/** What the server refused, or the network: `code` for programs, `say` for people. */
export class RefusedError extends Error {
  /**
   * @param {string} code
   * @param {string} say
   */
  constructor(code, say) {
    super(say);
    this.code = code;
    this.say = say;
  }
}

/**
 * A path on the server that is answered in the page's language.
 * @param {string} path
 * @param {Query} [query]
 */
export function address(path, query = {}) {
  const params = new URLSearchParams({ lang });
  for (const [name, value] of Object.entries(query)) if (value !== undefined) params.set(name, String(value));
  return `${root}${path}?${params}`;
}

/**
 * The text that answers a request; whatever goes wrong becomes an error with words for people.
 * @param {string} path
 * @param {Query} [query]
 * @param {Sending} [sending]
 * @returns {Promise<string>}
 */
export async function request(path, query, sending) {
  /** @type {Response} */
  let response;
  try {
    response = await fetch(address(path, query), sending);
  } catch {
    throw new RefusedError("offline", t("page-offline-request"));
  }
  if (response.ok) return response.text();
  /** @type {Refusal | null} */
  const refusal = await response.json().catch(() => null);
  throw new RefusedError(refusal?.code ?? "internal", refusal?.say ?? t("page-failed"));
}

/**
 * Opens a connection to a table: `onMessage` gets each message, and `onClose` is called once if the connection breaks
 * or cannot be made.
 * @param {string} table
 * @param {Query} query
 * @param {(message: Message) => void} onMessage
 * @param {() => void} onClose
 * @returns {Socket}
 */
export function connect(table, query, onMessage, onClose) {
  const url = new URL(address(`/api/tables/${table}/live`, query), location.href);
  url.protocol = url.protocol.replace("http", "ws");
  const socket = new WebSocket(url);
  socket.onmessage = (event) => onMessage(foreign.read(JSON.parse(event.data)));
  socket.onclose = onClose;
  return {
    send: (request) => socket.send(JSON.stringify(request)),
    close() {
      socket.onmessage = socket.onclose = null;
      socket.close();
    },
  };
}
