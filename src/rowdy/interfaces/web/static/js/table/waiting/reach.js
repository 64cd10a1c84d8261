// Who can use a link, said where it is made, and the door to the local network.
// @ts-check
import { clear, el } from "../../common/dom.js";
import { messageOf } from "../../common/entering.js";
import { changeNetwork, getNetwork } from "../../common/inviting.js";
import { t } from "../../common/words.js";
import { ask, confirm } from "../dialogs.js";

/** @import { NetworkView } from "../../common/types.js" */

const WORDS = { machine: "page-reach-machine", network: "page-reach-network", anyone: "page-reach-anyone" };

/** What the server said last. @type {Promise<NetworkView> | null} */
let asked = null;
/** What is done when it says something else. @type {Set<(view: NetworkView) => boolean>} */
const watchers = new Set();

/**
 * A sentence on who can use a link. `onLink` gets the link as others can use it, now and whenever that changes.
 * @param {string} link
 * @param {(link: string) => void} onLink
 * @param {typeof WORDS} [words] the ids of other sentences; empty for none
 */
export function reachOf(link, onLink, words = WORDS) {
  const root = el("div", { class: "reach", data: { testid: "reach" } });
  let attached = false;
  /** @param {NetworkView} view */
  const show = (view) => {
    attached ||= root.isConnected;
    if (attached && !root.isConnected) return false;
    const said = words[view.reach];
    clear(root, said ? el("p", { class: "faint", text: t(said) }) : null, door(view));
    onLink(view.address ? view.address + new URL(link).pathname + new URL(link).hash : link);
    return true;
  };
  watchers.add(show);
  asked ??= getNetwork();
  asked.then(show).catch(() => (asked = null));
  return root;
}

/** @param {NetworkView} view */
function door(view) {
  if (view.can_open) return button("open-network", t("page-network-open"), open);
  return view.can_close ? button("close-network", t("page-network-close"), () => change(false)) : null;
}

async function open() {
  const yes = await confirm(t("page-network-title"), t("page-network-say"), t("page-network-yes"));
  if (yes) await change(true);
}

/** @param {boolean} wanted */
async function change(wanted) {
  try {
    const view = await changeNetwork({ open: wanted });
    asked = Promise.resolve(view);
    for (const show of watchers) if (!show(view)) watchers.delete(show);
  } catch (error) {
    const close = { value: "", text: t("page-close"), main: true };
    await ask(t("page-network-title"), [el("p", { class: "trouble", text: messageOf(error) })], [close]);
  }
}

/**
 * @param {string} testid
 * @param {string} text
 * @param {() => Promise<void>} click
 */
function button(testid, text, click) {
  return el("button", { class: "button small", type: "button", text, data: { testid }, on: { click: () => void click() } });
}
