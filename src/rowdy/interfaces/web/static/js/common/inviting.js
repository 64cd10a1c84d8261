// The requests for inviting somebody: who can use the server's links, and links as QR codes.
// @ts-check
import { json } from "./entering.js";
import { RefusedError, request } from "./transport.js";
import { t } from "./words.js";

/** @import { LinkShown, NetworkView, NetworkWanted } from "./types.js" */

/**
 * Who can use the links that are made here.
 * @returns {Promise<NetworkView>}
 */
export async function getNetwork() {
  return JSON.parse(await request("/api/network"));
}

/**
 * Opens the server to the local network, or closes it again.
 * @param {NetworkWanted} wanted
 * @returns {Promise<NetworkView>}
 */
export async function changeNetwork(wanted) {
  return JSON.parse(await request("/api/network", {}, json(wanted)));
}

/**
 * A link as a QR code. It is put into the page, which may load no images from elsewhere.
 * @param {LinkShown} shown
 * @returns {Promise<SVGElement>}
 */
export async function drawQrCode(shown) {
  const text = await request("/api/qr", {}, json(shown));
  const drawing = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  if (!(drawing instanceof SVGElement)) throw new RefusedError("internal", t("page-failed"));
  return document.importNode(drawing, true);
}
