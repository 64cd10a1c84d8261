// The page's own words, which come with the page in its language.
// @ts-check

/** @type {Record<string, string | Record<string, string>>} */
const WORDS = JSON.parse(document.getElementById("words")?.textContent || "{}");

/** The language of the page as `Intl` knows it: "pt-PT". */
export const locale = document.documentElement.lang || "en";
/** By which dates and lists are written: the English of the page is British. */
export const formats = locale === "en" ? "en-GB" : locale;
/** Its code: "pt". */
export const lang = locale.split("-")[0];
/** Where the words of scripts lie that are loaded later. */
const FOLDER = new URL(`../../words/${lang}/`, import.meta.url);
/** The games of other packages that do not speak the language of the page. */
const IN_ENGLISH = (document.documentElement.dataset.inEnglish ?? "").split(" ");
const plurals = new Intl.PluralRules(locale);

/**
 * The text of a message with its variables filled in; a `count` selects a text of its own, or that of its plural form.
 * @param {string} id
 * @param {Record<string, string | number>} [args]
 * @returns {string}
 */
export function t(id, args = {}) {
  const found = WORDS[id];
  if (found === undefined) throw new Error(`no words for ${id}`);
  const count = Number(args.count);
  const text = typeof found === "string" ? found : (found[count] ?? found[plurals.select(count)] ?? "");
  return text.replace(/\{(\w+)\}/g, (gap, name) => (args[name] ?? gap).toLocaleString(locale));
}

/**
 * The attribute `lang` of what is a game's own words: nothing where they are in the language of the page.
 * @param {string} game
 * @returns {string | undefined}
 */
export function langOf(game) {
  return IN_ENGLISH.includes(game) ? "en" : undefined;
}

/**
 * Several things as a sentence lists them: "a, b and c".
 * @param {string[]} items
 * @returns {string}
 */
export function listing(items) {
  return new Intl.ListFormat(formats).format(items);
}

/**
 * Loads the words of a script that is loaded later.
 * @param {string} script its path below `js/`
 */
export async function learnWords(script) {
  Object.assign(WORDS, (await import(new URL(script, FOLDER).href)).WORDS);
}

/**
 * How long ago something was, in words: "2 hours ago".
 * @param {number} at milliseconds, as of Date.now()
 * @returns {string}
 */
export function ago(at) {
  const format = new Intl.RelativeTimeFormat(formats, { numeric: "auto" });
  const minutes = Math.round((at - Date.now()) / 60_000);
  if (!minutes) return t("page-just-now");
  if (minutes > -60) return format.format(minutes, "minute");
  if (minutes > -24 * 60) return format.format(Math.round(minutes / 60), "hour");
  return format.format(Math.round(minutes / 60 / 24), "day");
}
