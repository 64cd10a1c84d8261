// Somebody's progress in the lessons, which only this browser stores.
// @ts-check
import { store, stored } from "./storage.js";

const KEY = "rowdy-lessons";

/** The step, by its name, with which each game's lesson goes on. @returns {Record<string, string>} */
function progress() {
  const found = stored(KEY);
  return found !== null && typeof found === "object" && !Array.isArray(found) ? found : {};
}

/** Whether somebody has begun a lesson here, or does not want one. */
export function knowsLessons() {
  return stored(KEY) !== null;
}

/** Notes that somebody does not want a lesson, so that they are not asked again. */
export function declineLessons() {
  store(KEY, progress());
}

/**
 * The name of the step that comes next in a game's lesson, or nothing.
 * @param {string} game
 */
export function nextStep(game) {
  return progress()[game] ?? "";
}

/**
 * @param {string} game
 * @param {string} step the name of the step that comes next, or nothing at the end
 */
export function setNextStep(game, step) {
  store(KEY, { ...progress(), [game]: step });
}
