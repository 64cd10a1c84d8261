// The path of the server: behind a proxy it may have a prefix, which the addresses of its files show.
// @ts-check

/** The path prefix without a slash at its end; empty if there is none. */
export const root = new URL("../../../..", import.meta.url).pathname.slice(0, -1);
