// Several people at one device: a screen between their turns, so that nobody sees what another holds.
// @ts-check
import { clear, el } from "../../common/dom.js";
import { t } from "../../common/words.js";

/** @import { TableClient } from "../connection/table-client.js" */

/** How long a player sees what their move did, before the screen covers it. */
export const COVER_AFTER_MS = 1_000;

/**
 * The client that is to move, if it is one of this device.
 * @param {TableClient[]} clients
 * @returns {TableClient | null}
 */
export function clientToMove(clients) {
  return clients.find((client) => client.can("play")) ?? null;
}

/**
 * Whether these clients must be kept apart, since each can see cards that the others must not.
 * @param {TableClient[]} clients
 */
export function haveSecrets(clients) {
  const [first] = clients;
  return clients.length > 1 && Boolean(first.about?.hidden) && first.view?.phase === "playing";
}

/**
 * Replaces everything by a screen that asks to pass the device on, until that player says that they have it.
 * @param {HTMLElement} root
 * @param {string} name
 * @param {() => void} onReady
 */
export function showPassScreen(root, name, onReady) {
  const ready = el("button", {
    class: "button main",
    type: "button",
    text: t("page-pass-ready", { name }),
    data: { testid: "pass-ready" },
    on: { click: onReady },
  });
  clear(
    root,
    el(
      "section",
      { class: "pass", data: { testid: "pass-screen" }, "aria-labelledby": "pass-title" },
      el("h2", { id: "pass-title", text: t("page-pass-title", { name }) }),
      el("p", { text: t("page-pass-why", { name }) }),
      ready,
    ),
  );
  ready.focus();
}
