// Finished games with their records, kept in this browser; the oldest make room for new ones.
// @ts-check
import { store, stored } from "./storage.js";

/** @typedef {"won" | "lost" | "draw" | ""} Result how it ended for the player of this device, if there was one */
/**
 * `at` is when it ended, as of Date.now(); `you` the seat of this device's only player, from 0.
 * @typedef {{ id: string, game: string, title: string, names: string[], result: Result, at: number, record: string, you?: number }} KeptGame
 */

const KEY = "rowdy-games";
const MAX_GAMES = 20;
/** Browsers allow a site about five million letters in all. */
const MAX_KEPT_LETTERS = 500_000;

/**
 * The latest first.
 * @returns {KeptGame[]}
 */
export function keptGames() {
  const list = stored(KEY);
  if (!Array.isArray(list)) return [];
  return list.filter((game) => typeof game?.id === "string" && typeof game?.record === "string");
}

/** @param {string} id */
export function keptGame(id) {
  return keptGames().find((game) => game.id === id) ?? null;
}

/** @param {KeptGame} game */
export function keepGame(game) {
  const games = [game, ...keptGames().filter((other) => other.id !== game.id)].slice(0, MAX_GAMES);
  while (games.length > 1 && letters(games) > MAX_KEPT_LETTERS) games.pop();
  store(KEY, games);
}

/**
 * Removes a game, and returns a function that puts it back.
 * @param {string} id
 * @returns {() => void}
 */
export function removeGame(id) {
  const before = keptGames();
  store(KEY, before.filter((game) => game.id !== id));
  return () => store(KEY, before);
}

/** @param {KeptGame[]} games */
function letters(games) {
  return games.reduce((sum, { record }) => sum + record.length, 0);
}
