// The text and the small picture to share about the puzzle of a day: how it went, without the puzzle itself.
// @ts-check
import { el } from "../common/dom.js";
import { copyButton } from "../common/copy-button.js";
import { t } from "../common/words.js";

/** `head`: which puzzle it was, with the version of its set. @typedef {{ head: string, name: string, day: string, wrong: number, hints: number, streak: number }} Shared */
/** @typedef {{ x: number, y: number, size: number, text?: string, fill: string }} Shape */

const MAX_MARKS = 6;
const MARKS = { wrong: "🟥", hint: "🟨", right: "🟩" };
const COLOURS = { wrong: "#c8452f", hint: "#f2c230", right: "#18805c" };
const WIDTH = 480;
const HEIGHT = 200;

/**
 * @param {Shared} shared
 * @returns {("wrong" | "hint" | "right")[]}
 */
function marks({ wrong, hints }) {
  const tries = Array.from({ length: Math.min(wrong, MAX_MARKS) }, () => /** @type {const} */ ("wrong"));
  return [...tries, ...(hints ? [/** @type {const} */ ("hint")] : []), "right"];
}

/** @param {Shared} shared */
export function shareText(shared) {
  const lines = [shared.head, `${shared.name} ${marks(shared).map((mark) => MARKS[mark]).join("")}`];
  if (shared.streak > 1) lines.push(t("page-puzzle-days", { count: shared.streak }));
  return lines.join("\n");
}

/**
 * The picture as shapes: squares, and lines of text.
 * @param {Shared} shared
 * @returns {Shape[]}
 */
function shapes(shared) {
  const found = marks(shared).map((mark, i) => ({ x: 28 + i * 52, y: 92, size: 42, fill: COLOURS[mark] }));
  const days = shared.streak > 1 ? t("page-puzzle-days", { count: shared.streak }) : "Rowdy";
  return [
    { x: 28, y: 46, size: 22, text: shared.head, fill: "#2b2533" },
    { x: 28, y: 74, size: 18, text: shared.name, fill: "#6b6276" },
    ...found,
    { x: 28, y: 172, size: 18, text: days, fill: "#7a4fd0" },
  ];
}

/** @param {Shared} shared */
export function shareSvg(shared) {
  const escaped = (/** @type {string} */ text) => text.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  const parts = shapes(shared).map(({ x, y, size, text, fill }) =>
    text === undefined
      ? `<rect x="${x}" y="${y}" width="${size}" height="${size}" rx="8" fill="${fill}"/>`
      : `<text x="${x}" y="${y}" font-family="sans-serif" font-weight="700" font-size="${size}" fill="${fill}">${escaped(text)}</text>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}"><rect width="${WIDTH}" height="${HEIGHT}" rx="20" fill="#fbf7f0"/>${parts.join("")}</svg>`;
}

/**
 * @param {Shared} shared
 * @returns {Promise<Blob | null>}
 */
export function sharePng(shared) {
  const canvas = el("canvas", { width: 2 * WIDTH, height: 2 * HEIGHT });
  const pen = canvas.getContext("2d");
  if (!pen) return Promise.resolve(null);
  pen.scale(2, 2);
  pen.fillStyle = "#fbf7f0";
  pen.fillRect(0, 0, WIDTH, HEIGHT);
  for (const { x, y, size, text, fill } of shapes(shared)) {
    pen.fillStyle = fill;
    if (text === undefined) {
      pen.beginPath();
      pen.roundRect(x, y, size, size, 8);
      pen.fill();
    } else {
      pen.font = `700 ${size}px sans-serif`;
      pen.fillText(text, x, y);
    }
  }
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}

/**
 * Saves something under a name.
 * @param {Blob} content
 * @param {string} name
 */
export function save(content, name) {
  const address = URL.createObjectURL(content);
  el("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/**
 * The text with a button to copy it, and buttons that save the picture.
 * @param {Shared} shared
 */
export function sharePart(shared) {
  const text = shareText(shared);
  const field = el("input", { type: "text", readonly: true, value: text.replaceAll("\n", " · "), "aria-label": t("page-puzzle-share-text"), data: { testid: "share-text" } });
  const name = `rowdy-${shared.day}`;
  const button = (/** @type {string} */ label, /** @type {() => void} */ click) => el("button", { class: "button", type: "button", text: label, data: { testid: `share-${label.toLowerCase()}` }, on: { click } });
  const png = async () => {
    const picture = await sharePng(shared);
    if (picture) save(picture, `${name}.png`);
  };
  return el(
    "div",
    { class: "share", data: { testid: "share" } },
    el("div", { class: "share-line" }, field, copyButton(field)),
    el("div", { class: "share-line" }, button("SVG", () => save(new Blob([shareSvg(shared)], { type: "image/svg+xml" }), `${name}.svg`)), button("PNG", () => void png())),
  );
}
