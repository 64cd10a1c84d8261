// Before the game: sitting down, links and QR codes for friends, and bots for seats that stay open.
// @ts-check
import { postForDrawing, sayOf } from "./api.js";
import { ask } from "./dialogs.js";
import { clear, el } from "./dom.js";
import { keepNames, knownNames, linksOf, nonceFor } from "./places.js";
import { t } from "./words.js";

/** @typedef {import("./place.js").Place} Place */
/** @typedef {import("./types.js").SeatView} SeatView */

// Sitting down

/**
 * Whoever comes to an open seat sits down: by the name they had last, or by one they are asked for. Alone among bots
 * nobody is asked, as nobody else would read it.
 * @param {string} table
 * @param {Place[]} places all of this device
 * @param {Place[]} standing those that are still to sit down
 * @param {string} trouble why their names would not do the last time
 */
export async function sitDown(table, places, standing, trouble) {
  const names = knownNames(places.length);
  if (!names[0] && isAlone(places)) names[0] = t("page-name-default");
  if (places.length > 1 || !names[0] || trouble) {
    for (const [place, name] of await askNames(places, standing, names, trouble)) names[places.indexOf(place)] = name;
    keepNames(names);
  }
  for (const place of standing) {
    const nonce = nonceFor(table, place.name, place.view?.round ?? 1);
    void place.send({ do: "sit", name: names[places.indexOf(place)], nonce });
  }
}

/**
 * @param {Place[]} places
 * @returns {boolean}
 */
function isAlone([place, ...others]) {
  const { seats = [], you } = place.view ?? {};
  return !others.length && seats.every(({ kind }, seat) => kind === "bot" || seat === you);
}

/**
 * @param {Place[]} places
 * @param {Place[]} standing
 * @param {string[]} known
 * @param {string} trouble
 * @returns {Promise<[Place, string][]>}
 */
async function askNames(places, standing, known, trouble) {
  const several = places.length > 1;
  /** @param {Place} place */
  const usual = (place) => (several ? `${t("page-name-default")} ${place.name}` : t("page-name-default"));
  const inputs = standing.map((place, i) =>
    el("input", {
      class: "input",
      value: known[places.indexOf(place)] || usual(place),
      maxlength: 20,
      required: true,
      autocomplete: several ? "off" : "nickname",
      data: { testid: `name-${i + 1}` },
    }),
  );
  const labels = standing.map((place, i) => {
    const text = several ? t("page-name-of", { seat: place.name }) : t("page-name");
    return el("label", { class: "field" }, el("span", { text }), inputs[i]);
  });
  const said = trouble ? el("p", { class: "trouble", role: "alert", text: trouble }) : null;
  const sit = { value: "sit", text: t("page-sit-down"), main: true, testid: "sit" };
  const title = several ? t("page-names-title") : t("page-name-title");
  // Put away without an answer, the names in it will do.
  await ask(title, [said, ...labels], [sit], { testid: "name-dialog", onOpen: () => inputs[0].select() });
  return standing.map((place, i) => [place, inputs[i].value.trim() || usual(place)]);
}

// Waiting for others

export class Waiting {
  root = el("section", { class: "waiting", data: { testid: "waiting" } });
  #table;
  #shown = "";

  /** @param {string} table */
  constructor(table) {
    this.#table = table;
  }

  /**
   * @param {Place} place
   * @param {boolean} visible
   */
  show(place, visible) {
    this.root.hidden = !visible;
    const view = place.view;
    // Drawn anew only if it has changed, so that nobody loses the code they are about to scan.
    const now = visible && view ? JSON.stringify([view.seats, view.can, place.here]) : "";
    if (now === this.#shown) return;
    this.#shown = now;
    clear(this.root);
    if (!visible || !view) return;
    const list = el("ul", { class: "waiting-seats" });
    view.seats.forEach((who, seat) => list.append(this.#seat(place, who, seat)));
    this.root.append(list);
    const links = linksOf(this.#table);
    if (!links) return;
    if (view.you === undefined) {
      const friends = links.seats.filter((one) => one.who === "friend" && one.link);
      const named = friends.map((one, i) => invitation(t("page-link-friend", { number: i + 1 }), one.link ?? ""));
      this.root.append(...named);
    }
    this.root.append(invitation(t("page-link-watch"), links.watch, true));
  }

  /**
   * @param {Place} place
   * @param {SeatView} who
   * @param {number} seat
   */
  #seat(place, who, seat) {
    const own = seat === place.view?.you;
    const open = who.kind === "open" && !own;
    const here = who.kind === "bot" || place.here?.here[seat];
    const state = own ? "" : open ? t("page-seat-open") : here ? t("page-seat-here") : t("page-seat-away");
    const link = open ? this.#link(place, seat) : "";
    const bot = el("button", {
      class: "button small",
      type: "button",
      text: t("page-bot-takes-seat"),
      data: { testid: `fill-${seat + 1}` },
      on: { click: () => void place.send({ do: "sit-in", seat }) },
    });
    return el(
      "li",
      { class: open ? "waiting-seat is-open" : "waiting-seat" },
      el(
        "div",
        { class: "waiting-head" },
        el("strong", { text: own ? t("page-you") : open ? t("page-seat-number", { number: seat + 1 }) : who.name }),
        el("span", { class: "faint", text: state }),
        open && place.can("sit-in") ? bot : null,
      ),
      link ? invitation(t("page-link-this"), link) : null,
    );
  }

  /**
   * Links belong to chairs, and the seats of the game begin with the chair that starts.
   * @param {Place} place
   * @param {number} seat
   */
  #link(place, seat) {
    const links = linksOf(this.#table)?.seats;
    const you = place.view?.you;
    if (!links || you === undefined) return "";
    const first = Number(place.name) - 1 - you;
    const given = links[(seat + first + links.length) % links.length];
    return given?.who === "friend" ? (given.link ?? "") : "";
  }
}

/**
 * A link to be sent, copied or scanned.
 * @param {string} label
 * @param {string} link
 * @param {boolean} [folded]
 */
export function invitation(label, link, folded = false) {
  const input = el("input", { class: "input link", readonly: true, value: link, "aria-label": label });
  input.addEventListener("focus", () => input.select());
  const copy = el("button", { class: "button", type: "button", text: t("page-copy"), data: { testid: "copy" } });
  copy.addEventListener("click", async () => {
    copy.textContent = (await copied(input)) ? t("page-copied") : t("page-copy-yourself");
    setTimeout(() => (copy.textContent = t("page-copy")), 2_000);
  });
  const code = el("div", { class: "qr" });
  const show = el("button", { class: "button", type: "button", text: t("page-qr"), data: { testid: "qr" } });
  show.addEventListener("click", async () => {
    if (code.childElementCount) clear(code);
    else await drawCode(code, link);
  });
  const parts = [el("div", { class: "link-row" }, input, copy, show), code];
  if (!folded) return el("div", { class: "invitation" }, ...parts);
  return el("details", { class: "invitation" }, el("summary", { text: label }), ...parts);
}

/**
 * Where the page came by plain http, browsers let nobody near the clipboard but by the old way.
 * @param {HTMLInputElement} input
 */
async function copied(input) {
  try {
    await navigator.clipboard.writeText(input.value);
    return true;
  } catch {
    // Not there, or not allowed.
  }
  input.select();
  return document.execCommand("copy");
}

/**
 * @param {HTMLElement} root
 * @param {string} link
 */
async function drawCode(root, link) {
  try {
    const drawing = await postForDrawing("/api/qr", { text: link });
    drawing.setAttribute("role", "img");
    drawing.setAttribute("aria-label", t("page-qr"));
    clear(root, drawing);
  } catch (error) {
    clear(root, el("p", { class: "trouble", text: sayOf(error) }));
  }
}
