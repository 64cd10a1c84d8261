// Questions in front of the page, each with one answer.
// @ts-check
import { el } from "./dom.js";
import { t } from "./words.js";

/** @typedef {import("./dom.js").Child} Child */
/** @typedef {{ value: string, text: string, main?: boolean, testid?: string }} Button */

/**
 * Shows a dialog and returns which button ended it; nothing if it was put away otherwise.
 * @param {string} title
 * @param {Child[]} body
 * @param {Button[]} buttons the first of them has the focus, unless the body wants it
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

/** @param {Button} one */
function button(one) {
  const look = one.main ? "button main" : "button";
  return el("button", { class: look, value: one.value, text: one.text, "data-testid": one.testid });
}

/**
 * A question that is answered with yes or no.
 * @param {string} title
 * @param {string} text
 * @param {string} yes what saying yes does, in words
 * @returns {Promise<boolean>}
 */
export async function sure(title, text, yes) {
  const answer = await ask(title, [el("p", { text })], [
    { value: "", text: t("page-cancel") },
    { value: "yes", text: yes, main: true, testid: "sure" },
  ]);
  return answer === "yes";
}
