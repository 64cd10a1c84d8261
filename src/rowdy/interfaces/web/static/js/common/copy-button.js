// A button that copies the text of a field.
// @ts-check
import { el } from "./dom.js";
import { t } from "./words.js";

/** How long the button says that the text was copied. */
export const COPIED_MS = 2_000;

/** @param {HTMLInputElement} input */
export function copyButton(input) {
  const copy = el("button", { class: "button", type: "button", text: t("page-copy"), data: { testid: "copy" } });
  copy.addEventListener("click", async () => {
    copy.textContent = (await copyText(input)) ? t("page-copied") : t("page-copy-yourself");
    setTimeout(() => (copy.textContent = t("page-copy")), COPIED_MS);
  });
  return copy;
}

/**
 * Copies by the old way on pages that came over plain HTTP, where browsers do not allow the new one.
 * @param {HTMLInputElement} input
 */
export async function copyText(input) {
  try {
    await navigator.clipboard.writeText(input.value);
    return true;
  } catch {
    // Not there, or not allowed.
  }
  input.select();
  return document.execCommand("copy");
}
