// Modules that the first view of a page does not need: they are loaded afterwards, or earlier if they are asked for.
// @ts-check
import { el } from "./dom.js";
import { readingTime } from "./storage.js";
import { learnWords, t } from "./words.js";

/** How long the page says that something could not be loaded. */
const NOTICE_MS = 6_000;

/** All modules that this page may load. @type {(() => Promise<unknown>)[]} */
const known = [];
const notice = el("p", { class: "offline", role: "alert", data: { testid: "not-loaded" } });
/** The style sheets that were loaded. @type {Map<string, Promise<unknown>>} */
const sheets = new Map();
let noticeTimer = 0;
let preloading = false;

/**
 * A function that returns a module, or says that there is no connection and returns null.
 * @template T
 * @param {() => Promise<T>} load
 * @param {{ words?: string, styles?: string[] }} [needs] its own path below `js/` if it has words that the page did not
 * come with, and the style sheets that it needs
 * @returns {() => Promise<T | null>}
 */
export function lazy(load, { words, styles = [] } = {}) {
  const all = async () => (await Promise.all([load(), words && learnWords(words), ...styles.map(loadStyles)]))[0];
  known.push(all);
  return async () => {
    try {
      const loaded = await all();
      notice.remove();
      return loaded;
    } catch {
      say(t("page-offline-request"));
      return null;
    }
  };
}

/** Loads all of them, each when the browser has nothing else to do, so that nobody waits for them later. */
export async function preload() {
  if (preloading) return;
  preloading = true;
  performance.mark("first view");
  for (const load of known) {
    await idle();
    // Its user will try again, and report it if that fails.
    await load().catch(() => {});
  }
}

/**
 * @param {string} name
 * @returns {Promise<unknown>} when they are in force
 */
function loadStyles(name) {
  const before = sheets.get(name) ?? document.querySelector(`link[href$="/css/${name}"]`);
  if (before) return Promise.resolve(before);
  const link = el("link", { rel: "stylesheet", href: new URL(`../../css/${name}`, import.meta.url).href });
  const loading = new Promise((resolve, reject) => {
    link.addEventListener("load", resolve);
    link.addEventListener("error", () => {
      sheets.delete(name);
      link.remove();
      reject(new Error(name));
    });
  });
  sheets.set(name, loading);
  // What the page has of its own comes last, as it does where nothing is loaded later.
  document.head.insertBefore(link, document.querySelector("link[rel=stylesheet]"));
  return loading;
}

/** @returns {Promise<void>} */
function idle() {
  return new Promise((resolve) => {
    if ("requestIdleCallback" in window) requestIdleCallback(() => resolve(), { timeout: 2_000 });
    else setTimeout(resolve, 200);
  });
}

/** @param {string} text */
function say(text) {
  notice.textContent = text;
  document.body.append(notice);
  clearTimeout(noticeTimer);
  noticeTimer = setTimeout(() => notice.remove(), readingTime(NOTICE_MS));
}

/**
 * A part of a page whose code is loaded when it is first wanted. Until then its place is kept empty.
 * @template {{ root: HTMLElement }} T
 */
export class LazyPart {
  /** Where the part stands. */
  root = el("div", { class: "lazy", hidden: true });
  #make;
  /** @type {T | null} */
  #part = null;
  /** What to do with the part once it is loaded; the last call counts. @type {((part: T) => void) | null} */
  #wish = null;

  /** @param {() => Promise<T | null>} make */
  constructor(make) {
    this.#make = make;
  }

  /**
   * Does something with the part, if it is wanted now or was before.
   * @param {boolean} wanted
   * @param {(part: T) => void} act
   */
  use(wanted, act) {
    if (this.#part) return act(this.#part);
    const loading = this.#wish !== null;
    if (loading || wanted) this.#wish = act;
    if (wanted && !loading) void this.#load();
  }

  async #load() {
    const part = await this.#make();
    const wish = this.#wish;
    this.#wish = null;
    if (!part) return;
    this.#part = part;
    this.root.append(part.root);
    this.root.hidden = false;
    wish?.(part);
  }
}
