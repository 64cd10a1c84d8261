// The page for an error, such as an address that leads nowhere: a drawing, and the way back.
// @ts-check
import { drawGame } from "../drawing/game-pictures.js";
import { connectSwitches } from "../common/switches.js";

document.querySelector(".mark")?.append(drawGame("rubik"));
connectSwitches();
