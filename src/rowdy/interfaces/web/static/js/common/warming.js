// Hides the line about bots that are warming up once they are ready. Only a page that has such a line loads this.
// @ts-check
import { byId } from "./dom.js";
import { request } from "./transport.js";

/** @import { Warming } from "./types.js" */

const POLL_MS = 1000;
const line = byId("warming", HTMLElement);

async function look() {
  try {
    /** @type {Warming} */
    const { warming } = JSON.parse(await request("/api/warming"));
    // It keeps its space, so that nothing moves under a finger.
    if (!warming) return line.classList.add("done");
  } catch {
    // The server does not answer, which players are told elsewhere.
  }
  setTimeout(() => void look(), POLL_MS);
}

void look();
