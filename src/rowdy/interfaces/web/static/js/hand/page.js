// A phone as a hand: takes the seat whose code it has scanned, and then is that seat's page, with a cover for its cards.
// @ts-check
import { byId, clear, el } from "../common/dom.js";
import { messageOf, takeSeat } from "../common/entering.js";
import { newKey } from "../common/key.js";
import { lazy } from "../common/lazy.js";
import { rememberTable } from "../common/storage.js";
import { RefusedError } from "../common/transport.js";
import { t } from "../common/words.js";

const main = byId("table", HTMLElement);
const stage = byId("stage", HTMLElement);
const table = main.dataset.table ?? "";
const awake = lazy(() => import("../common/awake.js"));
const covers = lazy(() => import("./cover.js"));

/**
 * Code and key stand in the address until the server has answered, so that the seat is not lost with an answer.
 * @param {string} scanned
 */
async function take(scanned) {
  const [code, made] = scanned.split(".");
  const key = made || newKey();
  history.replaceState(null, "", `#${code}.${key}`);
  const { as } = await takeSeat(table, { code, key });
  history.replaceState(null, "", location.pathname + location.search);
  rememberTable({ table, place: as, game: "", title: "", page: "hand", at: Date.now() });
}

/** @param {unknown} error why the seat was not to be had */
function refuse(error) {
  const again = el("button", { class: "button main", type: "button", text: t("page-try-again") });
  again.addEventListener("click", () => location.reload());
  const lost = error instanceof RefusedError && error.code === "offline";
  const options = { class: "pass", role: "alert", data: { testid: "end" } };
  // The next code may be opened in this tab, which only changes what follows the `#`.
  addEventListener("hashchange", () => location.reload());
  clear(stage, el("section", options, el("h2", { text: messageOf(error) }), lost ? again : null));
}

async function start() {
  const scanned = location.hash.slice(1);
  try {
    if (scanned) await take(scanned);
  } catch (error) {
    return refuse(error);
  }
  // If the cards were hidden before, they must not be visible even for a moment.
  if (!scanned) (await covers())?.cover();
  byId("hide", HTMLButtonElement).addEventListener("click", async () => (await covers())?.cover(true));
  addEventListener("pointerdown", async () => (await awake())?.stayAwake(), { once: true });
  await import("../table/page.js");
}

void start();
