// A new key for a seat: all windows that were opened by an older one lose it.
// @ts-check
import { messageOf, replaceKey } from "../../common/api.js";
import { el } from "../../common/dom.js";
import { newKey } from "../../common/key.js";
import { RefusedError } from "../../common/transport.js";
import { t } from "../../common/words.js";
import { ask } from "../dialogs.js";
import { invitation } from "../waiting/invitation.js";

/** @import { TableClient } from "../connection/table-client.js" */

/**
 * The key is made here and stands in the address until the server has answered, so that the seat is not lost with an
 * answer that is.
 * @param {string} table
 * @param {TableClient} client
 */
export async function renewKey(table, client) {
  const before = location.pathname + location.search;
  const key = location.hash.slice(1) || newKey();
  history.replaceState(null, "", `#${key}`);
  const close = [{ value: "", text: t("page-close"), main: true }];
  client.renewing = true;
  try {
    const wanted = { key, tab: client.connection.tab };
    const given = await replaceKey(table, client.place, wanted).finally(() => (client.renewing = false));
    client.connection.keyReplaced();
    client.looked = 0;
    history.replaceState(null, "", before);
    const body = [el("p", { text: t("page-new-key-say") }), invitation(t("page-new-key-link"), given.link)];
    await ask(t("page-new-key-done"), body, close, { testid: "new-key-done" });
  } catch (error) {
    // An earlier answer was lost, or this one, and the key in the address is good already.
    const refused = error instanceof RefusedError && error.code === "no-table";
    if (refused || client.connection.closed) location.reload();
    else await ask(t("page-new-key"), [el("p", { class: "trouble", text: messageOf(error) })], close);
  }
}
