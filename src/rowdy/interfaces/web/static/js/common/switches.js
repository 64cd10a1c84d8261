// The switches for the language and for light and dark, on pages that show them.
// @ts-check
import { setTheme } from "./storage.js";

export function connectSwitches() {
  const select = document.getElementById("theme");
  if (select instanceof HTMLSelectElement) {
    select.addEventListener("change", () => {
      setTheme(select.value === "light" || select.value === "dark" ? select.value : "auto");
    });
  }
  const languages = document.querySelector("details.languages");
  for (const link of document.querySelectorAll("a[hreflang]")) {
    if (link instanceof HTMLAnchorElement) link.addEventListener("click", () => keepPlace(link));
  }
  document.addEventListener("click", ({ target }) => {
    if (target instanceof Node && !languages?.contains(target)) languages?.removeAttribute("open");
  });
}

/**
 * Makes a link to this page in another language lead to what the page shows now, which may differ from its address.
 * @param {HTMLAnchorElement} link
 */
export function keepPlace(link) {
  const asked = new URL(link.href).searchParams.get("lang") ?? "";
  const here = new URL(location.href);
  here.searchParams.set("lang", asked);
  link.href = here.href;
}
