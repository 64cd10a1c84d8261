// A link for somebody else: to be shared, copied, or scanned as a QR code; it says who can use it.
// @ts-check
import { copyButton } from "../../common/copy-button.js";
import { clear, el } from "../../common/dom.js";
import { messageOf } from "../../common/entering.js";
import { drawQrCode } from "../../common/inviting.js";
import { t } from "../../common/words.js";
import { reachOf } from "./reach.js";

/**
 * A link that can be shared, copied or shown as a QR code.
 * @param {string} label
 * @param {string} link
 * @param {{ folded?: boolean, code?: boolean }} [options] whether it is folded, and whether its code is shown at once
 */
export function invitation(label, link, { folded = false, code: atOnce = false } = {}) {
  const input = el("input", { class: "input link", readonly: true, value: link, "aria-label": label });
  input.addEventListener("focus", () => input.select());
  const code = el("div", { class: "qr" });
  const show = el("button", { class: "button", type: "button", text: t("page-qr"), data: { testid: "qr" } });
  let shown = atOnce;
  const drawCode = () => void (shown ? showCode(code, input) : clear(code));
  show.addEventListener("click", () => {
    shown = !shown;
    drawCode();
  });
  const share = el("button", { class: "button", type: "button", text: t("page-share"), data: { testid: "share" } });
  share.addEventListener("click", () => void navigator.share({ url: input.value }).catch(() => {}));
  const sharing = typeof navigator.share === "function" ? share : null;
  const reach = reachOf(link, (usable) => {
    if (input.value === usable) return;
    input.value = usable;
    drawCode();
  });
  drawCode();
  const parts = [el("div", { class: "link-row" }, input, sharing, copyButton(input), show), code, reach];
  if (!folded) return el("div", { class: "invitation" }, ...parts);
  return el("details", { class: "invitation" }, el("summary", { text: label }), ...parts);
}

/**
 * @param {HTMLElement} root
 * @param {HTMLInputElement} input which holds the link; if that changes meanwhile, its own code is to come
 */
async function showCode(root, input) {
  const link = input.value;
  try {
    const drawing = await drawQrCode({ text: link });
    if (input.value !== link) return;
    drawing.setAttribute("role", "img");
    drawing.setAttribute("aria-label", t("page-qr"));
    clear(root, drawing);
  } catch (error) {
    clear(root, el("p", { class: "trouble", text: messageOf(error) }));
  }
}
