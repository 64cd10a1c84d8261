// Where the server is: behind a proxy it may have a folder of its own, which the addresses of its files tell.
// @ts-check

/** The folder's path without a slash at its end; nothing for a server that has its address to itself. */
export const root = new URL("../../../..", import.meta.url).pathname.slice(0, -1);
