// A link for somebody else: to be shared, copied, or scanned as a QR code; it says who can use it.
// @ts-check
import { drawQrCode, messageOf } from "../../shared/api.js";
import { copyButton } from "../../shared/copy-button.js";
import { clear, el } from "../../shared/dom.js";
import { t } from "../../shared/words.js";
import { reachOf } from "./reach.js";

/**
 * A link that can be shared, copied or shown as a QR code.
 * @param {string} label
 * @param {string} link
 * @param {boolean} [folded]
 */
export function invitation(label, link, folded = false) {
  const input = el("input", { class: "input link", readonly: true, value: link, "aria-label": label });
  input.addEventListener("focus", () => input.select());
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
  const parts = [el("div", { class: "link-row" }, input, sharing, copyButton(input), show), code, reach];
  if (!folded) return el("div", { class: "invitation" }, ...parts);
  return el("details", { class: "invitation" }, el("summary", { text: label }), ...parts);
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
