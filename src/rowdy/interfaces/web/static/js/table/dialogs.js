// Modal dialogs that ask a question.
// @ts-check
import { el } from "../common/dom.js";
import { t } from "../common/words.js";

/** @import { Child } from "../common/dom.js" */
/** @typedef {{ value: string, text: string, main?: boolean, testid?: string }} Button */

/**
 * Shows a dialog, and resolves to the value of the button that closed it; empty if it was closed otherwise.
 * @param {string} title
 * @param {Child[]} body
 * @param {Button[]} buttons the first of them has the focus, unless something in the body takes it
 * @param {{ testid?: string, onOpen?: () => void }} [options]
 * @returns {Promise<string>}
 */
export function ask(title, body, buttons, options = {}) {
  return new Promise((resolve) => {
    const named = el("h2", { text: title, id: "dialog-title" });
    const form = el("form", { method: "dialog", class: "dialog-form" }, named, ...body);
    if (buttons.length) form.append(el("div", { class: "row" }, ...buttons.map(button)));
    const dialog = el(
      "dialog",
      {
        "aria-labelledby": "dialog-title",
        data: options.testid ? { testid: options.testid } : {},
        on: {
          close: () => {
            resolve(dialog.returnValue);
            dialog.remove();
          },
          click: (event) => {
            if (event.target === dialog) dialog.close("");
          },
        },
      },
      form,
    );
    document.body.append(dialog);
    dialog.showModal();
    options.onOpen?.();
  });
}

/** @param {Button} options */
export function button({ value, text, main, testid }) {
  return el("button", { class: main ? "button main" : "button", value, text, "data-testid": testid });
}

/**
 * Asks whether something is to be done.
 * @param {string} title
 * @param {string} text
 * @param {string} yes the label of the button that does it
 * @returns {Promise<boolean>}
 */
export async function confirm(title, text, yes) {
  const answer = await ask(title, [el("p", { text })], [
    { value: "", text: t("page-cancel") },
    { value: "yes", text: yes, main: true, testid: "sure" },
  ]);
  return answer === "yes";
}
