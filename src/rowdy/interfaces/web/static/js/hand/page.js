// A phone as a hand: takes the seat whose code it has scanned, and then is that seat's page, with a cover for its cards.
// @ts-check
import { messageOf, takeSeat } from "../common/api.js";
import { stayAwake } from "../common/awake.js";
import { byId, clear, el } from "../common/dom.js";
import { newKey } from "../common/key.js";
import { rememberTable } from "../common/storage.js";
import { RefusedError } from "../common/transport.js";
import { t } from "../common/words.js";

const main = byId("table", HTMLElement);
const stage = byId("stage", HTMLElement);
const table = main.dataset.table ?? "";

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
  clear(stage, el("section", options, el("h2", { text: messageOf(error) }), lost ? again : null));
}

/** Puts a button below the game that hides all of it with one touch, until another touch. */
function addCover() {
  const kept = `rowdy-covered-${table}`;
  const hide = el("button", { class: "button cover-button", type: "button", text: t("page-hand-hide"), data: { testid: "hide" } });
  const show = el("button", { class: "cover", type: "button", data: { testid: "cover" }, hidden: true });
  show.append(el("strong", { text: t("page-hand-hidden") }), el("span", { text: t("page-hand-show") }));
  /** @param {boolean} covered */
  const cover = (covered) => {
    main.inert = covered;
    main.classList.toggle("is-covered", covered);
    show.hidden = !covered;
    try {
      sessionStorage.setItem(kept, String(covered));
    } catch {
      // Without storage the cards lie open after the page was reloaded.
    }
  };
  hide.addEventListener("click", () => {
    cover(true);
    show.focus();
  });
  show.addEventListener("click", () => {
    cover(false);
    hide.focus();
  });
  main.append(hide);
  document.body.append(show);
  try {
    cover(sessionStorage.getItem(kept) === "true");
  } catch {
    // Nothing was kept.
  }
}

async function start() {
  try {
    await take();
  } catch (error) {
    return refuse(error);
  }
  stayAwake();
  addCover();
  await import("../table/page.js");
}

void start();
