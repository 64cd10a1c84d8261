// A new key for one's own seat: whoever came by an older one is shut out.
// @ts-check
import { post, Refusal, sayOf } from "./api.js";
import { ask } from "./dialogs.js";
import { el } from "./dom.js";
import { invitation } from "./waiting.js";
import { t } from "./words.js";

/** @typedef {import("./types.js").KeyGiven} KeyGiven */

/**
 * The key is made here, and stands in the address until the server has answered: else a lost answer would be a lost seat.
 * @param {string} table
 * @param {import("./place.js").Place} place
 */
export async function renewKey(table, place) {
  const before = location.pathname + location.search;
  const key = location.hash.slice(1) || newKey();
  history.replaceState(null, "", `#${key}`);
  const close = [{ value: "", text: t("page-close"), main: true }];
  try {
    /** @type {KeyGiven} */
    const given = await post(`/api/tables/${table}/key`, { key, tab: place.line.tab }, { as: place.name });
    place.line.renewed();
    history.replaceState(null, "", before);
    const link = invitation(t("page-new-key-link"), given.link);
    await ask(t("page-new-key-done"), [el("p", { text: t("page-new-key-say") }), link], close, { testid: "new-key-done" });
  } catch (error) {
    // Asked again after a lost answer; by the key in the address the page comes in.
    if (error instanceof Refusal && error.code === "no-table") location.reload();
    else await ask(t("page-new-key"), [el("p", { class: "trouble", text: sayOf(error) })], close);
  }
}

function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return btoa(String.fromCharCode(...bytes)).replace(/[+/=]/g, (sign) => ({ "+": "-", "/": "_" })[sign] ?? "");
}
