// The cover of a hand: one touch hides all that is on the phone, and another shows it again.
// @ts-check
import { byId } from "../common/dom.js";

const main = byId("table", HTMLElement);
const hide = byId("hide", HTMLButtonElement);
const show = byId("cover", HTMLButtonElement);
const KEPT = `rowdy-covered-${main.dataset.table}`;
show.addEventListener("click", () => cover(false));

/**
 * What is hidden stays so when the page is loaded again.
 * @param {boolean} [covered] as it was if nothing is said
 */
export function cover(covered = wasCovered()) {
  document.body.classList.toggle("is-covered", covered);
  main.inert = covered;
  (covered ? show : hide).focus();
  try {
    sessionStorage.setItem(KEPT, covered ? "yes" : "");
  } catch {
    // Without storage the cards are seen again after the page was loaded again.
  }
}

function wasCovered() {
  try {
    return sessionStorage.getItem(KEPT) === "yes";
  } catch {
    return false;
  }
}
