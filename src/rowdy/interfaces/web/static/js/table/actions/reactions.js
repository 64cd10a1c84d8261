// The choice of a reaction.
// @ts-check
import { t } from "../../common/words.js";
import { ask } from "../dialogs.js";

/** @import { ReactCommand } from "../../common/types.js" */
/** @typedef {ReactCommand["reaction"]} Reaction */

/** @type {Record<Reaction, () => string>} */
const REACTIONS = {
  hello: () => t("page-react-hello"),
  thanks: () => t("page-react-thanks"),
  "well-played": () => t("page-react-well-played"),
  clap: () => t("page-react-clap"),
  laugh: () => t("page-react-laugh"),
  wow: () => t("page-react-wow"),
  oops: () => t("page-react-oops"),
  thinking: () => t("page-react-thinking"),
};

/** @param {(reaction: Reaction) => void} onReact */
export async function askReaction(onReact) {
  const reactions = /** @type {Reaction[]} */ (Object.keys(REACTIONS));
  const buttons = reactions.map((value) => ({ value, text: REACTIONS[value](), testid: `react-${value}` }));
  const answer = await ask(t("page-react"), [], buttons, { testid: "reactions" });
  const reaction = reactions.find((value) => value === answer);
  if (reaction) onReact(reaction);
}
