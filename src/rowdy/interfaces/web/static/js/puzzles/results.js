// The stored progress with puzzles in words, with buttons that save it as a file and read one.
// @ts-check
import { clear, el } from "../common/dom.js";
import { t } from "../common/words.js";
import { keep, progress, read } from "./progress.js";
import { save } from "./share.js";

const MAX_FILE_BYTES = 256 * 1024;

/**
 * @param {HTMLElement} place
 * @param {() => void} onChange called once a file was read
 */
export function show(place, onChange) {
  const { rating, tries, solved, days } = progress();
  const wrong = el("p", { class: "trouble", role: "alert", hidden: true, text: t("page-puzzle-import-wrong") });
  const file = el("input", { type: "file", accept: ".json,application/json", data: { testid: "import" } });
  file.addEventListener("change", async () => {
    const value = await readFile(file.files?.[0]);
    if (!value) {
      wrong.hidden = false;
      file.value = "";
      return;
    }
    keep(value);
    onChange();
  });
  clear(
    place,
    el(
      "ul",
      {},
      el("li", { text: t("page-puzzle-rating", { rating: String(Math.round(rating[0])) }), data: { testid: "rating" } }),
      el("li", { text: t("page-puzzle-solved", { solved, tries }) }),
      el("li", { text: t("page-puzzle-best", { best: days.best }) }),
      el("li", { text: t("page-puzzle-kept") }),
    ),
    el(
      "div",
      { class: "share-line" },
      el("button", { class: "button", type: "button", text: t("page-puzzle-export"), data: { testid: "export" }, on: { click: exportFile } }),
      el("label", { class: "button file" }, t("page-puzzle-import"), file),
    ),
    wrong,
  );
}

function exportFile() {
  save(new Blob([`${JSON.stringify(progress(), null, 1)}\n`], { type: "application/json" }), "rowdy-puzzles.json");
}

/** @param {File | undefined} file */
async function readFile(file) {
  if (!file || file.size > MAX_FILE_BYTES) return null;
  try {
    return read(JSON.parse(await file.text()));
  } catch {
    return null;
  }
}
