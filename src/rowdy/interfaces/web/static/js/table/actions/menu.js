// The menu of the table: resigning, leaving, the record, sound, and the rules that were agreed on.
// @ts-check
import { deleteTable, messageOf } from "../../common/api.js";
import { byId, el } from "../../common/dom.js";
import { root } from "../../common/root.js";
import { forgetTable, setSound, setSpeed, setTheme, soundOn, speed, theme } from "../../common/storage.js";
import { address } from "../../common/transport.js";
import { locale, t } from "../../common/words.js";
import { linksOf } from "../connection/own-places.js";
import { ask, button, confirm } from "../dialogs.js";
import { play } from "../sound.js";
import { invitation } from "../waiting/invitation.js";
import { aboutTable } from "./about-table.js";
import { renewKey } from "./new-key.js";

/** @import { Theme } from "../../common/storage.js" */
/** @import { TableClient } from "../connection/table-client.js" */

/**
 * @param {string} table
 * @param {TableClient} client the one that is shown
 * @param {TableClient[]} others the others of this device
 * @param {(client: TableClient) => void} onPass
 */
export async function openMenu(table, client, others, onPass) {
  const begun = client.view?.phase !== "waiting";
  const host = client.about?.host ? client : others.find((one) => one.about?.host);
  const links = linksOf(table);
  /** To whom a question is put, where several people share the device. */
  const named = others.length && client.name ? `${client.name}: ` : "";
  const body = [
    switches(),
    client.seated ? ownKey() : null,
    aboutTable(client),
    links ? invitation(t("page-link-watch"), links.watch, { folded: true }) : null,
    client.seated ? null : el("a", { class: "button", href: `${root}/screen/${table}`, text: t("page-screen-show") }),
    begun ? recordLink(table, client) : null,
  ];
  const ways = [
    ...others
      .filter((one) => one.name)
      .map((one) => ({ value: `pass-${one.place}`, text: t("page-pass-to", { name: one.name }) })),
    ...(client.can("resign") ? [{ value: "resign", text: t("page-resign"), testid: "resign" }] : []),
    ...(client.can("leave") ? [{ value: "leave", text: t("page-leave"), testid: "leave" }] : []),
    ...(host ? [{ value: "delete", text: t("page-delete"), testid: "delete" }] : []),
  ];
  const all = el("div", { class: "menu-body" }, ...body, ...ways.map(button));
  const close = { value: "", text: t("page-close") };
  const answer = await ask(client.about?.title ?? "", [all], [close], { testid: "menu-dialog" });
  if (answer === "new-key") await renewKey(table, client);
  else if (answer === "resign") await resign(client, named);
  else if (answer === "leave") await leave(client, named);
  else if (answer === "delete" && host) await confirmDelete(table, host.place);
  else if (answer.startsWith("pass-")) {
    const next = others.find((one) => `pass-${one.place}` === answer);
    if (next) onPass(next);
  }
}

/** The way to a new key, folded and far from what ends a game. */
function ownKey() {
  return el(
    "details",
    { class: "invitation" },
    el("summary", { text: t("page-new-key-fold"), data: { testid: "key-fold" } }),
    el("p", { class: "agreed", text: t("page-new-key-why") }),
    el("button", { class: "button", value: "new-key", text: t("page-new-key"), data: { testid: "new-key" } }),
  );
}

/**
 * @param {TableClient} client
 * @param {string} named
 */
async function resign(client, named) {
  const yes = await confirm(named + t("page-resign-title"), t("page-resign-say"), t("page-resign-yes"));
  if (yes) await client.send({ do: "resign" });
}

/**
 * @param {TableClient} client
 * @param {string} named
 */
async function leave(client, named) {
  if (!(await confirm(named + t("page-leave-title"), t("page-leave-say"), t("page-leave-yes")))) return;
  await client.send({ do: "leave" });
  location.assign(`${root}/`);
}

/**
 * @param {string} table
 * @param {string} place the host's
 */
export async function confirmDelete(table, place) {
  if (!(await confirm(t("page-delete-title"), t("page-delete-say"), t("page-delete-yes")))) return;
  try {
    await deleteTable(table, place);
    forgetTable(table);
    location.assign(`${root}/`);
  } catch (error) {
    const close = { value: "", text: t("page-close"), main: true };
    await ask(t("page-delete"), [el("p", { text: messageOf(error) })], [close]);
  }
}

/**
 * @param {string} table
 * @param {TableClient} client
 */
function recordLink(table, client) {
  const href = address(`/api/tables/${table}/record`, { as: client.place, tab: client.connection.tab });
  return el("a", { class: "button", href, download: "", text: t("page-download"), data: { testid: "download-now" } });
}

/** The switches for sound, how fast others' moves are shown, light or dark, and the language. */
function switches() {
  const box = el("input", { type: "checkbox", checked: soundOn(), data: { testid: "sound" } });
  box.addEventListener("change", () => {
    setSound(box.checked);
    play("turn");
  });
  const themes = el(
    "select",
    {},
    ...[
      ["auto", t("page-theme-auto")],
      ["light", t("page-theme-light")],
      ["dark", t("page-theme-dark")],
    ].map(([value, text]) => el("option", { value, text, selected: value === theme() })),
  );
  const speeds = el(
    "select",
    { data: { testid: "speed" } },
    ...[
      ["slow", t("page-speed-slow")],
      ["normal", t("page-speed-normal")],
      ["fast", t("page-speed-fast")],
      ["step", t("page-speed-step")],
      ["none", t("page-speed-none")],
    ].map(([value, text]) => el("option", { value, text, selected: value === speed() })),
  );
  speeds.addEventListener("change", () => setSpeed(speeds.value));
  themes.addEventListener("change", () => setTheme(/** @type {Theme} */ (themes.value)));
  /** Each with its code, name and address. @type {[string, string, string][]} */
  const languages = JSON.parse(byId("languages", HTMLElement).textContent ?? "");
  const links = languages.map(([code, text, href]) =>
    el("li", {}, el("a", { href, hreflang: code, lang: code, text, "aria-current": code === locale ? "true" : null })),
  );
  return el(
    "div",
    { class: "menu-switches" },
    el("label", { class: "pick" }, box, el("span", { text: t("page-sound") })),
    el("label", { class: "pick" }, el("span", { text: t("page-speed") }), speeds),
    el("label", { class: "pick" }, el("span", { text: t("page-theme") }), themes),
    el("details", { class: "languages" }, el("summary", { text: t("page-language") }), el("ul", {}, ...links)),
  );
}
