// The page for an address that leads nowhere: a stone that rolled away, and the way back.
// @ts-check
import { gameMark } from "./gamemarks.js";
import { wireLooks } from "./looks.js";

document.querySelector(".mark")?.append(gameMark("rubik"));
wireLooks();
