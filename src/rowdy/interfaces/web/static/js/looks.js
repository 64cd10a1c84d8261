// The switch for light and dark, where a page shows one.
// @ts-check
import { setTheme } from "./prefs.js";

export function wireLooks() {
  const select = document.getElementById("theme");
  if (!(select instanceof HTMLSelectElement)) return;
  select.addEventListener("change", () => setTheme(select.value === "light" || select.value === "dark" ? select.value : "auto"));
}
