// The switch for light and dark on pages that show one.
// @ts-check
import { setTheme } from "./storage.js";

export function connectThemeSwitch() {
  const select = document.getElementById("theme");
  if (!(select instanceof HTMLSelectElement)) return;
  select.addEventListener("change", () => {
    setTheme(select.value === "light" || select.value === "dark" ? select.value : "auto");
  });
}
