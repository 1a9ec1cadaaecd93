/** Secrets of tables and seats, made and kept in this browser. */

import { signal } from './lib.js';
import { keep, readKept } from './settings.js';

/**
 * A table of this browser. `secret` is the one in use, null where one only watches; `others` hold further seats at it.
 * @typedef {{table: string, secret: string|null, others?: string[], title: string, at: string}} KeptTable
 */

/** How many tables are kept that are only watched; a table with a secret is never dropped. */
const MOST_WATCHED = 100;

/** @type {import('./lib.js').Signal<KeptTable[]>} */
const kept = signal(readTables([]));

/** Whether this browser loses its seats when it is closed, because it keeps nothing. */
export const isForgetful = signal(false);

globalThis.addEventListener?.('storage', (event) => {
  if (event.key === 'rheinlaender.tables') kept.value = readTables([]);
});

/**
 * @param {KeptTable[]} otherwise
 * @returns {KeptTable[]}
 */
function readTables(otherwise) {
  const found = readKept('tables', otherwise);
  return Array.isArray(found) ? found : otherwise;
}

/** A new secret: 192 random bits. */
export function newSecret() {
  return randomText(24);
}

/** A new key of an identity: 128 random bits. */
export function newKey() {
  return randomText(16);
}

/** A new id for a table or a command. */
export function newId() {
  return randomText(12);
}

/** @param {number} bytes */
function randomText(bytes) {
  return base64url(crypto.getRandomValues(new Uint8Array(bytes)));
}

/** @param {Uint8Array} bytes */
export function base64url(bytes) {
  const letters = btoa(String.fromCharCode(...bytes));
  return letters.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** The tables of this browser, newest first, as a signal. */
export function myTables() {
  return kept;
}

/**
 * Keep a table; without a secret it is one that is watched. A secret that is there stays the one in use.
 * @param {string} table
 * @param {string|null} secret
 */
export function remember(table, secret) {
  change(table, (before) => {
    const inUse = before.secret ?? secret;
    return { ...before, secret: inUse, others: secretsBeside(inUse, [secret, ...(before.others ?? [])]) };
  });
}

/**
 * Play with another secret at a table from now on; the one that was in use is kept beside it.
 * @param {string} table
 * @param {string} secret
 */
export function play(table, secret) {
  change(table, (before) => ({
    ...before,
    secret,
    others: secretsBeside(secret, [before.secret, ...(before.others ?? [])]),
  }));
}

/**
 * Keep the next table of the same people, with all that this browser holds at the table before.
 * @param {string} table
 * @param {string} next
 */
export function follow(table, next) {
  for (const secret of secretsOf(table)) remember(next, secret);
}

/**
 * @param {string|null} inUse
 * @param {(string|null)[]} secrets
 * @returns {string[]}
 */
function secretsBeside(inUse, secrets) {
  const others = secrets.filter((secret) => secret !== null && secret !== inUse);
  return [...new Set(/** @type {string[]} */ (others))];
}

/**
 * The secrets of a table, the one in use first.
 * @param {string} table
 * @returns {string[]}
 */
export function secretsOf(table) {
  const found = kept.value.find((one) => one.table === table);
  return found?.secret ? [found.secret, ...(found.others ?? [])] : [];
}

/**
 * The secret in use at a table, or null.
 * @param {string} table
 */
export function secretOf(table) {
  return secretsOf(table)[0] ?? null;
}

/**
 * Take a table from the list, with its secrets.
 * @param {string} table
 */
export function forget(table) {
  write(stored().filter((one) => one.table !== table));
}

/**
 * Change what is kept of a table, which becomes the newest.
 * @param {string} table
 * @param {(before: KeptTable) => KeptTable} changed
 */
function change(table, changed) {
  const tables = stored();
  const before = tables.find((one) => one.table === table);
  const others = tables.filter((one) => one.table !== table);
  write([changed(before ?? { table, secret: null, title: '', at: new Date().toISOString() }), ...others]);
}

/** What is kept now; another window may have kept more since this one has looked. */
function stored() {
  return isForgetful.peek() ? kept.peek() : readTables(kept.peek());
}

/** @param {KeptTable[]} tables */
function write(tables) {
  let watched = 0;
  const bounded = tables.filter((one) => one.secret || ++watched <= MOST_WATCHED);
  isForgetful.value = !keep('tables', bounded);
  kept.value = bounded;
}

/**
 * What a secret link has led to and is not decided yet; a secret that cannot be one is null. `names` are there when
 * somebody has to decide: who this browser is at the table, and whose seat the link is.
 * @typedef {{table: string, secret: string|null, names?: {own: string, other: string}}} Claim
 */

/** @type {import('./lib.js').Signal<Claim|null>} */
export const claim = signal(null);

/** The table to which a link led that opens no seat, since the page was opened. */
export const misled = signal(/** @type {string|null} */ (null));

/** Take note of a link `/table/ID#secret=…`. Nothing is kept before it is known to be right. */
export function takeSecretFromLink() {
  const table = /^\/table\/([^/]+)/.exec(location.pathname)?.[1];
  if (!table || !location.hash.startsWith('#secret=')) return;
  const secret = /^#secret=([A-Za-z0-9_-]{22,64})$/.exec(location.hash)?.[1] ?? null;
  claim.value = { table, secret };
}

/** The claim is decided: take it out of the address. */
export function cleanAddress() {
  if (location.hash.startsWith('#secret=')) history.replaceState(null, '', location.pathname);
}
