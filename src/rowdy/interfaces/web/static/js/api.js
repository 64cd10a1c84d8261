// Requests to the server; whatever goes wrong becomes a Refusal that can be said.
// @ts-check
import { lang, t } from "./words.js";

/** What the server, or the net, refused: `code` for programs, `say` for people. */
export class Refusal extends Error {
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
 * @param {Record<string, string | number | undefined>} [query]
 */
export function address(path, query = {}) {
  const said = new URLSearchParams({ lang });
  for (const [name, value] of Object.entries(query)) if (value !== undefined) said.set(name, String(value));
  return `${path}?${said}`;
}

/**
 * @param {string} path
 * @param {RequestInit} request
 * @param {Record<string, string | number | undefined>} [query]
 * @returns {Promise<Response>}
 */
async function ask(path, request, query) {
  /** @type {Response} */
  let response;
  try {
    response = await fetch(address(path, query), { credentials: "same-origin", ...request });
  } catch {
    throw new Refusal("offline", t("page-offline-request"));
  }
  if (response.ok) return response;
  const told = await response.json().catch(() => null);
  throw new Refusal(told?.code ?? "internal", told?.say ?? t("page-failed"));
}

/**
 * @param {string} path
 * @param {Record<string, string | number | undefined>} [query]
 * @returns {Promise<any>}
 */
export async function get(path, query) {
  return (await ask(path, {}, query)).json();
}

/**
 * Sends JSON and gets JSON.
 * @param {string} path
 * @param {unknown} body
 * @param {Record<string, string | number | undefined>} [query]
 * @returns {Promise<any>}
 */
export async function post(path, body, query) {
  return (await ask(path, json(body), query)).json();
}

/**
 * Sends JSON and gets a drawing, such as a QR code, to be put into the page: images from elsewhere are not allowed here.
 * @param {string} path
 * @param {unknown} body
 * @returns {Promise<SVGElement>}
 */
export async function postForDrawing(path, body) {
  const text = await (await ask(path, json(body))).text();
  const drawing = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  if (!(drawing instanceof SVGElement)) throw new Refusal("internal", t("page-failed"));
  return document.importNode(drawing, true);
}

/**
 * Sends a text, such as a record, and gets JSON.
 * @param {string} path
 * @param {string} text
 * @param {Record<string, string | number | undefined>} [query]
 * @returns {Promise<any>}
 */
export async function postText(path, text, query) {
  return (await ask(path, { method: "POST", headers: { "Content-Type": "text/plain" }, body: text }, query)).json();
}

/**
 * Deletes something; there is no answer but that it is done.
 * @param {string} path
 * @param {Record<string, string | number | undefined>} [query]
 */
export async function remove(path, query) {
  await ask(path, { method: "DELETE" }, query);
}

/**
 * @param {unknown} body
 * @returns {RequestInit}
 */
function json(body) {
  return { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
}

/**
 * What to say of an error, whatever it is.
 * @param {unknown} error
 * @returns {string}
 */
export function sayOf(error) {
  return error instanceof Refusal ? error.say : t("page-failed");
}
