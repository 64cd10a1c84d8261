// The requests of the page to the server over HTTP, one function each.
// @ts-check
import { foreign } from "./dom.js";
import { json, post } from "./entering.js";
import { request } from "./transport.js";

export { messageOf } from "./entering.js";

/** @import { Query } from "./transport.js" */
/** @import { CodesGiven, CodesWanted, KeyGiven, KeyWanted, Replay, TableOpened, TableWanted } from "./types.js" */
/** @import { LessonAnswer, Tried } from "./types.js" */
/** @import { ReviewView } from "./types.js" */
/** @import { Exploration, ExploredAhead, ExploreWanted, SetUpAnswer, SetUpWanted } from "./types.js" */

/**
 * Opens a table.
 * @param {TableWanted} wanted
 * @returns {Promise<TableOpened>}
 */
export async function openTable(wanted) {
  return JSON.parse(await request("/api/tables", {}, json(wanted)));
}

/**
 * The codes of the seats that phones can take now.
 * @param {string} table
 * @param {CodesWanted} wanted
 * @returns {Promise<CodesGiven>}
 */
export async function getCodes(table, wanted) {
  return JSON.parse(await request(`/api/tables/${table}/codes`, { as: "host" }, json(wanted)));
}

/**
 * Replaces the key of a seat.
 * @param {string} table
 * @param {string} place
 * @param {KeyWanted} wanted
 * @returns {Promise<KeyGiven>}
 */
export async function replaceKey(table, place, wanted) {
  return JSON.parse(await request(`/api/tables/${table}/key`, { as: place }, json(wanted)));
}

/**
 * @param {string} table
 * @param {string} place
 */
export async function deleteTable(table, place) {
  await request(`/api/tables/${table}`, { as: place }, { method: "DELETE" });
}

/**
 * The replay of a game at a table.
 * @param {string} table
 * @param {Query} query
 * @returns {Promise<Replay>}
 */
export async function getReplay(table, query) {
  return foreign.read(JSON.parse(await request(`/api/tables/${encodeURIComponent(table)}/replay`, query)));
}

/**
 * The replay of a record.
 * @param {string} record
 * @param {Query} query
 * @returns {Promise<Replay>}
 */
export async function replayRecord(record, query) {
  return foreign.read(JSON.parse(await request("/api/replay", query, post("text/plain", record))));
}

/**
 * Begins the review of a game at a table, or goes on with it.
 * @param {string} table
 * @param {Query} query
 * @returns {Promise<ReviewView>}
 */
export async function reviewTable(table, query) {
  return foreign.read(JSON.parse(await request(`/api/tables/${encodeURIComponent(table)}/review`, query, { method: "POST" })));
}

/**
 * The same for a record.
 * @param {string} record
 * @returns {Promise<ReviewView>}
 */
export async function reviewRecord(record) {
  return foreign.read(JSON.parse(await request("/api/review", {}, post("text/plain", record))));
}

/**
 * How far a review has come; of its moves those from `first` on.
 * @param {string} id
 * @param {number} first
 * @returns {Promise<ReviewView>}
 */
export async function reviewProgress(id, first) {
  return foreign.read(JSON.parse(await request(`/api/reviews/${id}`, { first })));
}

/**
 * @param {string} id
 * @param {number} first
 * @returns {Promise<ReviewView>}
 */
export async function stopReview(id, first) {
  return foreign.read(JSON.parse(await request(`/api/reviews/${id}`, { first }, { method: "DELETE" })));
}

/**
 * What some moves in a step of a lesson lead to.
 * @param {string} game
 * @param {string} step
 * @param {Tried} tried
 * @returns {Promise<LessonAnswer>}
 */
export async function tryInLesson(game, step, tried) {
  return foreign.read(JSON.parse(await request(`/api/lessons/${game}/${step}`, {}, json(tried))));
}

/**
 * The values of a position of a solved game.
 * @param {string} game
 * @param {ExploreWanted} wanted
 * @returns {Promise<Exploration>}
 */
export async function explore(game, wanted) {
  return foreign.read(JSON.parse(await request(`/api/explore/${game}`, {}, json(wanted))));
}

/**
 * What comes after such a position.
 * @param {string} game
 * @param {ExploreWanted} wanted
 * @returns {Promise<ExploredAhead>}
 */
export async function lookAhead(game, wanted) {
  return foreign.read(JSON.parse(await request(`/api/explore/${game}/ahead`, {}, json(wanted))));
}

/**
 * Pieces laid by hand, and whether they can lie so.
 * @param {string} game
 * @param {SetUpWanted} wanted
 * @returns {Promise<SetUpAnswer>}
 */
export async function setUp(game, wanted) {
  return foreign.read(JSON.parse(await request(`/api/explore/${game}/set-up`, {}, json(wanted))));
}
