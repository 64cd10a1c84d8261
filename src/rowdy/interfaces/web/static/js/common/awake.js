// Keeps the screen of a device lit while it is the table or a hand.
// @ts-check

/** Does what the browser allows: none does over plain http, except on the machine that runs the server. */
export function stayAwake() {
  document.addEventListener("visibilitychange", () => void lock());
  void lock();
}

/** A lock ends whenever the page is hidden. */
async function lock() {
  if (document.visibilityState !== "visible") return;
  // It is refused where the battery is low.
  await navigator.wakeLock?.request("screen").catch(() => {});
}
