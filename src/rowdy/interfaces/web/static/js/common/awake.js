// Keeps the screen of a device lit while it is the table or a hand.
// @ts-check

/** Works as far as the browser allows it: never over plain http, except on the server's own machine. */
export function stayAwake() {
  document.addEventListener("visibilitychange", () => void lock());
  void lock();
}

/** A lock ends whenever the page is hidden. */
async function lock() {
  if (document.visibilityState !== "visible") return;
  // It is refused if the battery is low.
  await navigator.wakeLock?.request("screen").catch(() => {});
}
