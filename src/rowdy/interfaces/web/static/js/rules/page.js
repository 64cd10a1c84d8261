// How to play: the server has written it all, and only the switch of light and dark is left to do.
// @ts-check
import { connectSwitches } from "../common/switches.js";

connectSwitches();
