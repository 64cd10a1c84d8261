/** What the server makes of interfaces/drawing/games.json. */
import type { Drawings } from "./pieces-data.js";

export const GAMES: Drawings;
