// How to play, in a dialog over the page: the game or the form behind it stays as it is.
// @ts-check
import { messageOf } from "../shared/api.js";
import { el } from "../shared/dom.js";
import { t } from "../shared/words.js";

/**
 * The address of a game's rules as they were chosen.
 * @param {string} game
 * @param {string} edition
 * @param {Record<string, string>} rulings those that differ from the edition
 */
export function rulesAddress(game, edition, rulings) {
  return `/rules/${game}?${new URLSearchParams({ edition, ...rulings })}`;
}

/**
 * Shows the rules at this address; resolves when they are closed.
 * @param {string} address
 * @returns {Promise<void>}
 */
export async function openRules(address) {
  await withStyles();
  const close = el("button", { class: "button", text: t("page-close"), data: { testid: "rules-close" } });
  const page = el("a", { class: "quiet", href: address, target: "_blank", text: t("page-rules-print") });
  const text = el("div", { class: "rules-shown", tabindex: 0, role: "region", "aria-label": t("page-rules") });
  const bar = el("form", { method: "dialog", class: "rules-bar" }, el("h2", { text: t("page-rules") }), page, close);
  const dialog = el("dialog", { class: "rules-dialog", "aria-label": t("page-rules"), data: { testid: "rules-dialog" } }, bar, text);
  const closed = new Promise((resolve) => {
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(undefined);
    });
  });
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
  document.body.append(dialog);
  dialog.showModal();
  try {
    text.append(await fetchRules(address));
  } catch (error) {
    text.append(el("p", { class: "trouble", role: "alert", text: messageOf(error) }));
  }
  await closed;
}
