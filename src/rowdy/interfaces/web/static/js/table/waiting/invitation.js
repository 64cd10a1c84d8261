// A link for somebody else: to be shared, copied, or scanned as a QR code; it says who can use it.
// @ts-check
import { drawQrCode, messageOf } from "../../shared/api.js";
import { clear, el } from "../../shared/dom.js";
import { t } from "../../shared/words.js";
import { reachOf } from "./reach.js";

/** How long the button says that the link was copied. */
const COPIED_MS = 2_000;

/**
 * A link that can be shared, copied or shown as a QR code.
 * @param {string} label
 * @param {string} link
 * @param {boolean} [folded]
 */
export function invitation(label, link, folded = false) {
  const input = el("input", { class: "input link", readonly: true, value: link, "aria-label": label });
  input.addEventListener("focus", () => input.select());
  const copy = el("button", { class: "button", type: "button", text: t("page-copy"), data: { testid: "copy" } });
  copy.addEventListener("click", async () => {
    copy.textContent = (await copyText(input)) ? t("page-copied") : t("page-copy-yourself");
    setTimeout(() => (copy.textContent = t("page-copy")), COPIED_MS);
  });
  const code = el("div", { class: "qr" });
  const show = el("button", { class: "button", type: "button", text: t("page-qr"), data: { testid: "qr" } });
  show.addEventListener("click", async () => {
    if (code.childElementCount) clear(code);
    else await showCode(code, input.value);
  });
  const share = el("button", { class: "button", type: "button", text: t("page-share"), data: { testid: "share" } });
  share.addEventListener("click", () => void navigator.share({ url: input.value }).catch(() => {}));
  const sharing = typeof navigator.share === "function" ? share : null;
  const reach = reachOf(link, (usable) => {
    if (input.value === usable) return;
    input.value = usable;
    clear(code);
  });
  const parts = [el("div", { class: "link-row" }, input, sharing, copy, show), code, reach];
  if (!folded) return el("div", { class: "invitation" }, ...parts);
  return el("details", { class: "invitation" }, el("summary", { text: label }), ...parts);
}

/**
 * Copies by the old way on pages that came over plain HTTP, where browsers do not allow the new one.
 * @param {HTMLInputElement} input
 */
async function copyText(input) {
  try {
    await navigator.clipboard.writeText(input.value);
    return true;
  } catch {
    // Not there, or not allowed.
  }
  input.select();
  return document.execCommand("copy");
}

/**
 * @param {HTMLElement} root
 * @param {string} link
 */
async function showCode(root, link) {
  try {
    const drawing = await drawQrCode({ text: link });
    drawing.setAttribute("role", "img");
    drawing.setAttribute("aria-label", t("page-qr"));
    clear(root, drawing);
  } catch (error) {
    clear(root, el("p", { class: "trouble", text: messageOf(error) }));
  }
}
