// Several people at one device: a screen between their turns, so that nobody sees what another holds.
// @ts-check
import { clear, el } from "./dom.js";
import { t } from "./words.js";

/** @typedef {import("./place.js").Place} Place */

/** For so many milliseconds one sees what one's own move did, before the screen covers it. */
export const LOOK_AT_IT = 1_000;

/**
 * Whose eyes this device is for now: whoever is to move, if they are here; otherwise nothing changes.
 * @param {Place[]} places
 * @returns {Place | null}
 */
export function mustAct(places) {
  return places.find((place) => place.can("play")) ?? null;
}

/**
 * Whether somebody could see what is not theirs if the device just went on with another of these places.
 * @param {Place[]} places
 */
export function haveSecrets(places) {
  const [first] = places;
  return places.length > 1 && Boolean(first.about?.hidden) && first.view?.phase === "playing";
}

/**
 * Puts the screen in place of everything, until the one it waits for says that they have the device.
 * @param {HTMLElement} root
 * @param {string} name
 * @param {() => void} onReady
 */
export function passTo(root, name, onReady) {
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
