// The keys of seats, which the client makes, so that it has them even if an answer is lost.
// @ts-check

/** 256 random bits, as keys are written. */
export function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return btoa(String.fromCharCode(...bytes)).replace(/[+/=]/g, (sign) => ({ "+": "-", "/": "_" })[sign] ?? "");
}
