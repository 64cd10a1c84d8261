// The menu of the table: giving up, going, records, sound, and what was agreed on.
// @ts-check
import { address, remove, sayOf } from "./api.js";
import { ask, sure } from "./dialogs.js";
import { el } from "./dom.js";
import { renewKey } from "./newkey.js";
import { linksOf } from "./places.js";
import { forget, setSound, setTheme, sound, theme } from "./prefs.js";
import { play } from "./sound.js";
import { invitation } from "./waiting.js";
import { lang, t } from "./words.js";

/** @typedef {import("./place.js").Place} Place */

/**
 * @param {string} table
 * @param {Place} place whose eyes are open
 * @param {Place[]} others the rest of this device
 * @param {(place: Place) => void} onPass
 */
export async function openMenu(table, place, others, onPass) {
  const begun = place.view?.phase !== "waiting";
  const host = place.about?.host ? place : others.find((one) => one.about?.host);
  const links = linksOf(table);
  const body = [
    switches(),
    agreed(place),
    links ? invitation(t("page-link-watch"), links.watch, true) : null,
    begun ? recordLink(table, place) : null,
    place.seated ? el("p", { class: "agreed", text: t("page-new-key-why") }) : null,
  ];
  const buttons = [
    ...others
      .filter((one) => one.called)
      .map((one) => ({ value: `pass-${one.name}`, text: t("page-pass-to", { name: one.called }) })),
    ...(place.seated ? [{ value: "new-key", text: t("page-new-key"), testid: "new-key" }] : []),
    ...(place.can("resign") ? [{ value: "resign", text: t("page-resign"), testid: "resign" }] : []),
    ...(place.can("leave") ? [{ value: "leave", text: t("page-leave"), testid: "leave" }] : []),
    ...(host ? [{ value: "delete", text: t("page-delete"), testid: "delete" }] : []),
    { value: "", text: t("page-close") },
  ];
  const answer = await ask(place.about?.title ?? "", body, buttons, { testid: "menu-dialog" });
  if (answer === "new-key") await renewKey(table, place);
  else if (answer === "resign") await resign(place);
  else if (answer === "leave") await leave(place);
  else if (answer === "delete" && host) await deleteTable(table, host);
  else if (answer.startsWith("pass-")) {
    const next = others.find((one) => `pass-${one.name}` === answer);
    if (next) onPass(next);
  }
}

/** @param {Place} place */
async function resign(place) {
  const yes = await sure(t("page-resign-title"), t("page-resign-say"), t("page-resign-yes"));
  if (yes) await place.send({ do: "resign" });
}

/** @param {Place} place */
async function leave(place) {
  if (!(await sure(t("page-leave-title"), t("page-leave-say"), t("page-leave-yes")))) return;
  await place.send({ do: "leave" });
  location.assign("/");
}

/**
 * @param {string} table
 * @param {Place} host
 */
async function deleteTable(table, host) {
  if (!(await sure(t("page-delete-title"), t("page-delete-say"), t("page-delete-yes")))) return;
  try {
    await remove(`/api/tables/${table}`, { as: host.name });
    forget(table);
    location.assign("/");
  } catch (error) {
    await ask(t("page-delete"), [el("p", { text: sayOf(error) })], [{ value: "", text: t("page-close"), main: true }]);
  }
}

/**
 * @param {string} table
 * @param {Place} place
 */
function recordLink(table, place) {
  const href = address(`/api/tables/${table}/record`, { as: place.name });
  return el("a", { class: "button", href, download: "", text: t("page-download"), data: { testid: "download-now" } });
}

/** Sound, light or dark, and the language. */
function switches() {
  const box = el("input", { type: "checkbox", checked: sound(), data: { testid: "sound" } });
  box.addEventListener("change", () => {
    setSound(box.checked);
    play("turn");
  });
  const looks = el(
    "select",
    {},
    ...[
      ["auto", t("page-theme-auto")],
      ["light", t("page-theme-light")],
      ["dark", t("page-theme-dark")],
    ].map(([value, text]) => el("option", { value, text, selected: value === theme() })),
  );
  looks.addEventListener("change", () => setTheme(/** @type {import("./prefs.js").Theme} */ (looks.value)));
  const other = lang === "de" ? ["en", "English"] : ["de", "Deutsch"];
  return el(
    "div",
    { class: "menu-switches" },
    el("label", { class: "pick" }, box, el("span", { text: t("page-sound") })),
    el("label", { class: "pick" }, el("span", { text: t("page-theme") }), looks),
    el("a", { class: "quiet", href: `?lang=${other[0]}`, hreflang: other[0], lang: other[0], text: other[1] }),
  );
}

/**
 * The edition and the house rules of this table.
 * @param {Place} place
 */
function agreed(place) {
  const about = place.about;
  if (!about) return null;
  const rules = about.rulings.map((ruling) => el("li", { text: ruling.say }));
  return el(
    "div",
    { class: "agreed" },
    el("p", { text: about.edition_say }),
    rules.length ? el("ul", {}, ...rules) : null,
  );
}
