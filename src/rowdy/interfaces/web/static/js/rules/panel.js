// How to play, in a dialog over the page: the game or the form behind it stays as it is.
// @ts-check
import { messageOf } from "../common/api.js";
import { el } from "../common/dom.js";
import { addStyles } from "../common/styles.js";
import { RefusedError, address, request } from "../common/transport.js";
import { t } from "../common/words.js";

/** @import { About } from "../common/types.js" */
/** @import { Query } from "../common/transport.js" */
/** The edition of a game, and the house rules that differ from it. @typedef {{ game: string, edition: string, rulings: Record<string, string> }} Chosen */

/**
 * Shows the rules as they were chosen.
 * @param {Chosen} chosen
 */
export async function openRules({ game, edition, rulings }) {
  const [path, query] = [`/rules/${encodeURIComponent(game)}`, { edition, ...rulings }];
  const close = el("button", { class: "button", text: t("page-close"), data: { testid: "rules-close" } });
  const page = el("a", { class: "button", href: address(path, query), target: "_blank", text: t("page-rules-print") });
  const title = el("h2", { text: t("page-rules"), id: "rules-title" });
  const text = el("div", { class: "rules-shown", tabindex: 0, role: "region", "aria-labelledby": title.id });
  const dialog = el(
    "dialog",
    {
      class: "rules-dialog",
      "aria-labelledby": title.id,
      data: { testid: "rules-dialog" },
      on: {
        close: () => dialog.remove(),
        click: (event) => {
          if (event.target === dialog) dialog.close();
        },
      },
    },
    el("form", { method: "dialog", class: "rules-bar" }, title, close),
    text,
  );
  addStyles(new URL("../../css/rules.css", import.meta.url).href);
  document.body.append(dialog);
  dialog.showModal();
  try {
    text.append(await fetchRules(path, query), el("p", {}, page));
  } catch (error) {
    text.append(el("p", { class: "trouble", role: "alert", text: messageOf(error) }));
  }
}

/**
 * Shows how to play by the rules of a table.
 * @param {About} about
 */
export async function openRulesOf({ game, edition, rulings }) {
  await openRules({ game, edition, rulings: Object.fromEntries(rulings.map(({ name, option }) => [name, option])) });
}

/**
 * The text of a page of rules. Nothing in it leads away: its notes scroll to the house rule that they name.
 * @param {string} path
 * @param {Query} query
 */
async function fetchRules(path, query) {
  const answered = new DOMParser().parseFromString(await request(path, query), "text/html");
  const [article, textures] = [answered.querySelector(".rules-text"), answered.getElementById("textures")];
  if (!article) throw new RefusedError("internal", t("page-failed"));
  if (textures && !document.getElementById("textures")) document.body.append(document.importNode(textures, true));
  const text = document.importNode(article, true);
  for (const part of text.querySelectorAll(".no-print")) part.remove();
  text.addEventListener("click", (event) => {
    const note = event.target instanceof Element ? event.target.closest("a[href^='#']") : null;
    if (!note) return;
    event.preventDefault();
    text.querySelector(note.getAttribute("href") ?? "")?.scrollIntoView({ block: "center" });
  });
  return text;
}
