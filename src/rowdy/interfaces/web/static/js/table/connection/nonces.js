// What this browser keeps of each round, by which its deal can be checked: its own nonces, and what it was told first.
// @ts-check
import { noncesKey, store, stored } from "../../common/storage.js";
import { newId } from "./connection.js";

/** @import { TableClient } from "./table-client.js" */

const NONCE_BYTES = 32;
/** What is kept while this page is open, where the browser stores nothing. @type {Record<string, string>} */
let inMemory = {};

/**
 * What was told first of a round's deal. `sealed` is its commitment if that was told before the deal, `seen` if only
 * later; `nonces` are those of all seats as the game began.
 * @typedef {{ sealed?: string, seen?: string, nonces?: string }} DealKept
 */

/**
 * The nonce of a place for a round, made if there is none yet, and kept for checking the deal after the game. For a
 * round that was dealt before, it is asked for but plays no part, so it is not kept.
 * @param {string} table
 * @param {string} place
 * @param {number} round
 * @returns {string}
 */
export function nonceFor(table, place, round) {
  const nonce = nonceGiven(table, place, round) ?? newId(NONCE_BYTES);
  return dealKept(table, round).nonces ? nonce : keep(table, `${place}/${round}`, nonce);
}

/**
 * The nonce that a place gave, if this browser knows it.
 * @param {string} table
 * @param {string} place
 * @param {number} round
 * @returns {string | undefined}
 */
export function nonceGiven(table, place, round) {
  return all(table)[`${place}/${round}`];
}

/**
 * Forgets a nonce that the server did not take: it is no part of any deal.
 * @param {string} table
 * @param {string} nonce
 */
export function forgetNonce(table, nonce) {
  keepAll(table, Object.fromEntries(Object.entries(all(table)).filter(([, value]) => value !== nonce)));
}

/**
 * Keeps what a client is told of the deals of this round and the next, if it is the first time.
 * @param {string} table
 * @param {TableClient} client
 */
export function keepDeal(table, { view, place, connection }) {
  if (!view) return;
  const { round, phase, seats, you, outcome } = view;
  const known = dealKept(table, round);
  if (!known.sealed) keep(table, `${phase === "waiting" ? "sealed" : "seen"}/${round}`, view.commitment);
  keep(table, `sealed/${round + 1}`, view.next_commitment);
  if (phase === "waiting" || known.nonces) return;
  keep(table, `nonces/${round}`, (outcome?.nonces ?? seats.map(({ nonce }) => nonce ?? "-")).join(" "));
  const own = seats[you ?? -1];
  const given = nonceGiven(table, place, round);
  // The game began without this player, whose nonce came too late for the deal.
  const late = own?.bot || connection.waitsFor("sit") || connection.waitsFor("rematch");
  if (given && given !== own?.nonce && late) forgetNonce(table, given);
}

/**
 * @param {string} table
 * @param {number} round
 * @returns {DealKept}
 */
export function dealKept(table, round) {
  const kept = all(table);
  return { sealed: kept[`sealed/${round}`], seen: kept[`seen/${round}`], nonces: kept[`nonces/${round}`] };
}

/**
 * Keeps a value, unless there is one or it is empty, and returns the one that is kept.
 * @param {string} table
 * @param {string} name
 * @param {string} [value]
 */
function keep(table, name, value = "") {
  const kept = all(table);
  if (value && !kept[name]) keepAll(table, { ...kept, [name]: value });
  return kept[name] ?? value;
}

/**
 * @param {string} table
 * @returns {Record<string, string>}
 */
function all(table) {
  return stored(noncesKey(table)) ?? inMemory;
}

/**
 * @param {string} table
 * @param {Record<string, string>} kept
 */
function keepAll(table, kept) {
  inMemory = kept;
  store(noncesKey(table), kept);
}
