// The page's own words, which come with the page in its language.
// @ts-check

/** @type {Record<string, string | Record<string, string>>} */
const WORDS = JSON.parse(document.getElementById("words")?.textContent || "{}");

/** The language of the page. */
export const lang = document.documentElement.lang || "en";
const plurals = new Intl.PluralRules(lang);

/**
 * The text of a message with its variables filled in; a `count` selects the plural form.
 * @param {string} id
 * @param {Record<string, string | number>} [args]
 * @returns {string}
 */
export function t(id, args = {}) {
  const found = WORDS[id];
  if (found === undefined) throw new Error(`no words for ${id}`);
  const text = typeof found === "string" ? found : (found[plurals.select(Number(args.count))] ?? found.other ?? "");
  return text.replace(/\{(\w+)\}/g, (gap, name) => String(args[name] ?? gap));
}

/**
 * How long ago something was, in words: "2 hours ago".
 * @param {number} at milliseconds, as of Date.now()
 * @returns {string}
 */
export function ago(at) {
  const format = new Intl.RelativeTimeFormat(lang, { numeric: "auto" });
  const minutes = Math.round((at - Date.now()) / 60_000);
  if (!minutes) return t("page-just-now");
  if (minutes > -60) return format.format(minutes, "minute");
  if (minutes > -24 * 60) return format.format(Math.round(minutes / 60), "hour");
  return format.format(Math.round(minutes / 60 / 24), "day");
}
