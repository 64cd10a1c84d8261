// A position set up by hand: stones are put on the board, and the server says whether the position is possible.
// @ts-check
import { drawPiece } from "../drawing/pieces.js";
import { messageOf, setUp } from "../common/api.js";
import { clear, el } from "../common/dom.js";
import { t } from "../common/words.js";

/** @import { BoardView } from "../board/board-view.js" */
/** @import { ExplorerPlan, SetUpAnswer, SetUpWanted } from "../common/types.js" */

export class SetUp {
  root = el("section", { class: "set-up", data: { testid: "laying" } });
  /** The current position. @type {SetUpAnswer | null} */
  shown = null;
  /** The stone that a tap puts on a square; empty to remove one. */
  stone = "";
  #refused = el("p", { class: "trouble", role: "status", data: { testid: "refused" } });
  #show = el("button", { class: "button main", type: "button", text: t("page-explore-show"), data: { testid: "show" } });
  #text = el("input", { type: "text", "aria-label": t("page-explore-position"), autocomplete: "off", spellcheck: "false", data: { testid: "position" } });
  #part = el("select", { autocomplete: "off", data: { testid: "part" } });
  /** The answer to all that was asked so far, which the next question waits for. @type {Promise<void>} */
  #answered = Promise.resolve();

  /**
   * @param {ExplorerPlan} plan
   * @param {BoardView} board
   * @param {{ rulings: () => Record<string, string>, done: (position: string | null) => void }} options
   */
  constructor(plan, board, { rulings, done }) {
    this.plan = plan;
    this.board = board;
    this.rulings = rulings;
    this.stone = plan.pieces[0]?.key ?? "";
    clear(this.#part, ...plan.parts.map(({ name, say }) => el("option", { value: name, text: say })));
    this.#part.addEventListener("change", () => this.#ask(() => ({ cells: this.shown?.cells ?? {}, part: this.#part.value })));
    this.#show.addEventListener("click", () => this.shown?.position && done(this.shown.position));
    this.#text.addEventListener("keydown", (event) => event.key === "Enter" && this.#read());
    clear(
      this.root,
      el("p", { text: t("page-explore-lay") }),
      el("div", { class: "stones", role: "radiogroup", "aria-label": t("page-pieces") }, ...this.#stones()),
      el("label", { class: "field" }, el("span", { text: t("page-explore-due") }), this.#part),
      el("div", { class: "line" }, this.#text, button(t("page-explore-read"), "read", () => this.#read())),
      this.#refused,
      el(
        "div",
        { class: "row" },
        this.#show,
        button(t("page-explore-empty"), "empty", () => this.#ask(() => ({ cells: {}, part: this.#part.value }))),
        button(t("page-explore-cancel"), "cancel", () => done(null)),
      ),
    );
  }

  /** @param {string} position where it begins */
  begin(position) {
    return this.#ask(() => ({ position }));
  }

  /** Lays the chosen stone, or takes it away where it lies. @param {string} square */
  lay(square) {
    const stone = this.stone;
    this.board.cancel();
    return this.#ask(() => {
      const { [square]: lying, ...cells } = this.shown?.cells ?? {};
      return { cells: stone && lying !== stone ? { ...cells, [square]: stone } : cells, part: this.#part.value };
    });
  }

  #stones() {
    const choices = [...this.plan.pieces.map(({ key, name, look }) => ({ key, name, drawing: drawPiece(look) })), { key: "", name: t("page-explore-remove"), drawing: null }];
    return choices.map(({ key, name, drawing }) => {
      const input = el("input", { type: "radio", name: "stone", value: key, checked: key === this.stone });
      input.addEventListener("change", () => (this.stone = key));
      return el("label", { class: "stone", title: name }, input, drawing ?? el("span", { text: "×" }), el("span", { class: "unseen", text: name }));
    });
  }

  #read() {
    const position = this.#text.value.trim();
    return this.#ask(() => ({ position }));
  }

  /** Asks when all before has been answered, so that two quick taps lay two stones. @param {() => SetUpWanted} wanted */
  #ask(wanted) {
    return (this.#answered = this.#answered.then(() => this.#answer(wanted())));
  }

  /** @param {SetUpWanted} wanted */
  async #answer(wanted) {
    const text = this.#text.value;
    try {
      this.shown = await setUp(this.plan.game, { ...wanted, rulings: this.rulings() });
      clear(this.#refused, this.shown.refused ?? "");
      // What was typed meanwhile stays.
      if (this.shown.position && this.#text.value === text) this.#text.value = this.shown.position;
      this.#part.value = this.shown.part;
    } catch (error) {
      this.#refused.textContent = messageOf(error);
      this.board.cancel();
      return;
    }
    this.#show.disabled = !this.shown.position;
    const { picture } = this.shown;
    const moves = picture.board.cells.map(({ square }) => ({ move: square, target: square }));
    this.board.show({ ...picture, moves }, { interactive: true, animate: false });
  }
}

/**
 * @param {string} text
 * @param {string} testid
 * @param {() => void} click
 */
function button(text, testid, click) {
  return el("button", { class: "button", type: "button", text, data: { testid }, on: { click } });
}
