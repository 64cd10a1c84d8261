// A picture of each game for its card on the home page: a moment of play that shows what the game is about.
// @ts-check
import { GAMES } from "./games-data.js";
import { canDraw, draw, learn } from "./templates.js";

learn(GAMES);

/**
 * Games of other packages share one picture.
 * @param {string} gameId
 * @returns {SVGSVGElement}
 */
export function drawGame(gameId) {
  return draw(canDraw(`game-${gameId}`) ? `game-${gameId}` : "game-any");
}
