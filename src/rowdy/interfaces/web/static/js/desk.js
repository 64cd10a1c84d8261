// The table as one place sees it: seats, what is asked, the board, what happened, and what can be done.
// @ts-check
import { Bar } from "./bar.js";
import { BoardView } from "./board.js";
import { clear, el } from "./dom.js";
import { Ending, verdict } from "./ending.js";
import { besidePart } from "./gameparts.js";
import { Log } from "./log.js";
import { renewKey } from "./newkey.js";
import { Seats } from "./seats.js";
import { Steps } from "./steps.js";
import { Waiting } from "./waiting.js";
import { t } from "./words.js";

/** @typedef {import("./place.js").Place} Place */
/** @typedef {import("./types.js").Picture} Picture */
/** @typedef {import("./types.js").Reacted} Reacted */

const WIDE = matchMedia("(width >= 900px)");

export class Desk {
  #table;
  #places;
  #speak;
  #ask = el("h2", { class: "ask", data: { testid: "ask" }, tabindex: -1 });
  #happened = el("p", { class: "happened", data: { testid: "happened" } });
  #request = el("section", { class: "request", data: { testid: "request" }, hidden: true });
  #felt = el("div", { class: "play" });
  #own = el("div", {});
  #beside = el("div", { class: "beside-slot" });
  #left;
  #log = new Log();
  #steps = new Steps();
  #seats;
  #board;
  #bar;
  #waiting;
  #ending;
  /** What the piece in hand can do; said instead of what is asked. */
  #picked = "";
  /** Why something was refused, or a hint; said instead of what happened. */
  #note = /** @type {{ text: string, wrong: boolean } | null} */ (null);
  /** A move that is shown but not made yet. */
  #preview = /** @type {{ move: string, picture: Picture } | null} */ (null);
  root;

  /**
   * @param {string} table
   * @param {Place} place through whose eyes; another may take over where nothing is hidden
   * @param {Place[]} places all of this device
   * @param {(text: string) => void} speak tells those who listen rather than look
   */
  constructor(table, place, places, speak) {
    this.#table = table;
    this.place = place;
    this.#places = places;
    this.#speak = speak;
    this.#seats = new Seats({ alone: places.length === 1 });
    this.#waiting = new Waiting(table);
    this.#ending = new Ending(table, places);
    this.#board = new BoardView(this.#felt, {
      onMove: (move) => void this.#move(move),
      onSay: (text) => this.#say(text),
    });
    this.#bar = new Bar({
      undo: () => this.#undoer && void this.#undoer.send({ do: "undo" }),
      hint: () => void this.#hint(),
      log: () => this.#log.open(),
      confirm: () => this.#confirm(),
      cancel: () => this.#cancel(),
      react: (reaction) => void this.place.send({ do: "react", reaction }),
    });
    this.#left = el("div", { class: "left" }, this.#own, this.#seats.others, this.#beside);
    this.#board.between.append(this.#happened, this.#ending.root);
    this.root = el(
      "div",
      { class: "desk" },
      this.#left,
      el("div", { class: "middle" }, this.#steps.root, this.#ask, this.#request, this.#felt, this.#waiting.root),
      this.#log.root,
    );
    this.#settle();
    WIDE.addEventListener("change", this.#settle);
  }

  /** Where there is room one's own seat stands with the others, else beside one's pieces in reach of the thumb. */
  #settle = () => {
    (WIDE.matches ? this.#own : this.#board.aside).append(this.#seats.mine);
    (WIDE.matches ? this.#left : this.root).append(this.#bar.root);
  };

  remove() {
    WIDE.removeEventListener("change", this.#settle);
    this.root.remove();
  }

  /** @param {boolean} moved whether something happened just now */
  show(moved) {
    const place = this.place;
    const view = place.view;
    if (!view) return;
    if (moved) {
      this.#note = null;
      this.#preview = null;
      this.#picked = "";
    }
    this.root.dataset.phase = view.phase;
    this.root.dataset.game = place.about?.game ?? "";
    this.root.dataset.seats = String(view.seats.length);
    this.#drawBoard(moved);
    this.#seats.show(place);
    this.#steps.show(view.phase === "playing" ? view.picture : undefined);
    clear(this.#beside, besidePart(view.picture?.beside));
    this.#log.show(place.log);
    this.#waiting.show(place, view.phase === "waiting");
    this.#ending.show(place);
    this.showState();
    if (moved) this.#speak([place.said, verdict(view, this.#places), view.say].filter(Boolean).join(" "));
  }

  /** What depends on the connection and on what has not been answered yet. */
  showState() {
    const waits = this.place.line.waitsFor("play");
    this.#felt.classList.toggle("is-pending", waits);
    this.#drawWords();
    this.#drawRequest();
    this.#bar.show(this.place, { canUndo: Boolean(this.#undoer), previewing: Boolean(this.#preview) });
  }

  showHere() {
    this.#seats.show(this.place);
    this.#waiting.show(this.place, this.place.view?.phase === "waiting");
  }

  /** @param {Reacted} message */
  react(message) {
    this.#seats.react(this.place, message.seat, message.say);
    this.#speak(message.say);
  }

  /** @param {string} say */
  refuse(say) {
    this.#preview = null;
    this.#note = { text: say, wrong: true };
    this.#drawBoard(false);
    this.showState();
    this.#speak(say);
  }

  focus() {
    this.#ask.focus({ preventScroll: true });
  }

  // Moves

  /** @param {string} move */
  async #move(move) {
    const place = this.place;
    this.#picked = "";
    this.#note = null;
    if (!place.about?.confirm) {
      void place.send({ do: "play", move });
      return;
    }
    const answer = await place.send({ do: "preview", move });
    if (!("preview" in answer) || !answer.preview || !place.can("play")) return;
    this.#preview = { move, picture: answer.preview };
    this.#drawBoard(true);
    this.showState();
    this.#speak(t("page-confirm-ask"));
  }

  #confirm() {
    const preview = this.#preview;
    if (!preview) return;
    void this.place.send({ do: "play", move: preview.move });
    this.#preview = null;
    this.#drawBoard(false, preview.picture);
    this.showState();
  }

  #cancel() {
    this.#preview = null;
    this.#drawBoard(true);
    this.showState();
    this.focus();
  }

  async #hint() {
    const place = this.place;
    const n = place.line.n;
    const answer = await place.send({ do: "hint" });
    if (!("hint" in answer) || !answer.hint || place.line.n !== n) return;
    this.#note = { text: answer.hint.say.join(" "), wrong: false };
    this.#board.highlight((answer.hint.moves ?? []).slice(0, 1));
    this.showState();
    this.#speak(this.#note.text);
  }

  /** Whose move would be taken back: at a device where nothing is hidden that of whoever moved last. */
  get #undoer() {
    const others = this.place.about?.hidden ? [] : this.#places.filter((one) => one !== this.place);
    return [...others, this.place].find((one) => one.can("undo")) ?? null;
  }

  // Drawing

  /**
   * @param {boolean} animate
   * @param {Picture} [picture] instead of what lies there
   */
  #drawBoard(animate, picture) {
    const { view, line } = this.place;
    const shown = picture ?? this.#preview?.picture ?? view?.picture;
    this.#felt.hidden = !shown;
    if (!shown || !view) return;
    const free = !this.#preview && !line.waitsFor("play") && !line.waitsFor("preview");
    this.#board.show(shown, {
      you: view.you ?? null,
      names: view.seats.map((seat) => seat.name),
      interactive: free && this.place.can("play"),
      animate,
    });
  }

  /** @param {string} text */
  #say(text) {
    this.#picked = text;
    this.#drawWords();
    if (text) this.#speak(text);
  }

  #drawWords() {
    const { view, said } = this.place;
    const asked = this.#preview ? t("page-confirm-ask") : this.#picked || view?.say || "";
    const result = view ? verdict(view, this.#places) : "";
    if (this.#ask.textContent !== result + asked) {
      clear(this.#ask, result && el("span", { class: "verdict", text: result }), el("span", { text: asked }));
    }
    const happened = this.#note?.text ?? said;
    if (this.#happened.textContent !== happened) this.#happened.textContent = happened;
    this.#happened.classList.toggle("is-note", Boolean(this.#note));
    this.#happened.classList.toggle("trouble", Boolean(this.#note?.wrong));
  }

  /** Whatever somebody at this device is asked beside the game. */
  #drawRequest() {
    const place = this.place;
    const asked = this.#places.filter((one) => one.can("consent"));
    const parts = asked.map((one) => consent(one, this.#places.length > 1));
    if (!asked.length && place.view?.undo) parts.push(el("p", { text: t("page-undo-waits") }));
    if (place.can("return")) parts.push(comeBack(place));
    const { name, view, windows } = place;
    const key = JSON.stringify([name, windows, asked.map((one) => one.name), view?.undo, place.can("return")]);
    if (this.#request.dataset.key === key) return;
    this.#request.dataset.key = key;
    if (windows > 1) parts.push(this.#lock());
    clear(this.#request, ...parts);
    this.#request.hidden = !parts.length;
  }

  #lock() {
    const place = this.place;
    const text = t("page-windows", { count: place.windows });
    this.#speak(text);
    return el(
      "div",
      { class: "request-row" },
      el("p", { text, data: { testid: "windows" } }),
      button("lock", "button", t("page-lock-seat"), () => void renewKey(this.#table, place)),
    );
  }
}

/**
 * @param {Place} place
 * @param {boolean} named whether several people sit here
 */
function consent(place, named) {
  const say = place.view?.undo?.say ?? "";
  /** @param {boolean} yes */
  const answer = (yes) => () => {
    if (!place.line.waitsFor("consent")) void place.send({ do: "consent", yes });
  };
  return el(
    "div",
    { class: "request-row" },
    el("p", { text: named ? `${place.called}: ${say}` : say }),
    button("consent-yes", "button main", t("page-consent-yes"), answer(true)),
    button("consent-no", "button", t("page-consent-no"), answer(false)),
  );
}

/** @param {Place} place */
function comeBack(place) {
  const bot = place.view?.seats[place.view.you ?? 0].bot;
  return el(
    "div",
    { class: "request-row" },
    el("p", { text: bot ? t("page-bot-for-you", { bot }) : t("page-you-left") }),
    button("return", "button main", t("page-return"), () => void place.send({ do: "return" })),
  );
}

/**
 * @param {string} testid
 * @param {string} look
 * @param {string} text
 * @param {() => void} click
 */
function button(testid, look, text, click) {
  return el("button", { class: look, type: "button", text, data: { testid }, on: { click } });
}
