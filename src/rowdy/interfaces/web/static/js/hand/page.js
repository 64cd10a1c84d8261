// A phone as a hand: takes the seat whose code it has scanned, and then is that seat's page, with a cover for its cards.
// @ts-check
import { stayAwake } from "../common/awake.js";
import { byId, clear, el } from "../common/dom.js";
import { messageOf, takeSeat } from "../common/entering.js";
import { newKey } from "../common/key.js";
import { rememberTable } from "../common/storage.js";
import { RefusedError } from "../common/transport.js";
import { t } from "../common/words.js";

const main = byId("table", HTMLElement);
const stage = byId("stage", HTMLElement);
const table = main.dataset.table ?? "";
/** Where it is kept whether the cards are hidden. */
const KEPT = `rowdy-covered-${table}`;

/** Code and key stand in the address until the server has answered, so that the seat is not lost with an answer. */
async function take() {
  const [code, made] = location.hash.slice(1).split(".");
  if (!code) return;
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

/** One touch hides all, and another shows it again; what is hidden stays so when the page is loaded again. */
function connectCover() {
  const hide = byId("hide", HTMLButtonElement);
  const show = byId("cover", HTMLButtonElement);
  /** @param {boolean} covered */
  const cover = (covered) => {
    document.body.classList.toggle("is-covered", covered);
    main.inert = covered;
    (covered ? show : hide).focus();
    try {
      sessionStorage.setItem(KEPT, covered ? "yes" : "");
    } catch {
      // Without storage the cards are seen again after the page was loaded again.
    }
  };
  hide.addEventListener("click", () => cover(true));
  show.addEventListener("click", () => cover(false));
  if (wasCovered()) cover(true);
}

function wasCovered() {
  try {
    return sessionStorage.getItem(KEPT) === "yes";
  } catch {
    return false;
  }
}

async function start() {
  try {
    await take();
  } catch (error) {
    return refuse(error);
  }
  stayAwake();
  connectCover();
  await import("../table/page.js");
}

void start();
