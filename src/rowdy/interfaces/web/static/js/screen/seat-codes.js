// The codes by which phones take the open seats, as QR codes; each is good once.
// @ts-check
import { getCodes } from "../common/api.js";
import { drawQrCode } from "../common/inviting.js";
import { t } from "../common/words.js";

export class SeatCodes {
  /** The codes that are good now, by their chairs. @type {Map<number, SVGElement>} */
  #codes = new Map();
  /** Each link is drawn once: a code stays where it is while somebody scans it. @type {Map<string, Promise<SVGElement>>} */
  #drawings = new Map();
  #table;
  #onChange;
  /** Whether the codes have come, so that an open seat without one was taken by somebody. */
  known = false;
  /** How often it was asked; only the last answer counts. */
  #asked = 0;

  /**
   * @param {string} table
   * @param {() => void} onChange
   */
  constructor(table, onChange) {
    this.#table = table;
    this.#onChange = onChange;
  }

  /**
   * The code of a chair, if it has one.
   * @param {number} chair
   */
  of(chair) {
    return this.#codes.get(chair) ?? null;
  }

  /**
   * Asks which seats can be taken.
   * @param {number} [renew] a chair that gets another code, in place of whoever has it
   */
  async ask(renew) {
    const asked = ++this.#asked;
    const { codes } = await getCodes(this.#table, renew === undefined ? {} : { renew });
    const drawn = await Promise.all(codes.map(({ chair, link }) => this.#draw(chair, link)));
    if (asked !== this.#asked) return;
    this.known = true;
    this.#codes = new Map(codes.map(({ chair }, i) => [chair, drawn[i]]));
    this.#onChange();
  }

  /**
   * @param {number} chair
   * @param {string} link
   */
  #draw(chair, link) {
    const drawing = this.#drawings.get(link) ?? qrCode(link, t("page-screen-code", { number: chair + 1 }));
    this.#drawings.set(link, drawing);
    drawing.catch(() => this.#drawings.delete(link));
    return drawing;
  }
}

/**
 * @param {string} link
 * @param {string} name
 */
export async function qrCode(link, name) {
  const drawing = await drawQrCode({ text: link });
  drawing.setAttribute("role", "img");
  drawing.setAttribute("aria-label", name);
  return drawing;
}
