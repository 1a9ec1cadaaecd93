/** Secrets of tables and seats, made and kept in this browser. */

import { signal } from './lib.js';
import { keep, readKept } from './settings.js';

/** @typedef {{table: string, secret: string|null, title: string, at: string}} KeptTable */

const MOST_TABLES = 100;

/** @type {import('./lib.js').Signal<KeptTable[]>} */
const kept = signal(readKept('tables', []));

globalThis.addEventListener?.('storage', (event) => {
  if (event.key === 'rheinlaender.tables') kept.value = readKept('tables', []);
});

/** A new secret: 192 random bits. */
export function newSecret() {
  return randomText(24);
}

/** A new id for a table or a command. */
export function newId() {
  return randomText(12);
}

/** @param {number} bytes */
function randomText(bytes) {
  const random = crypto.getRandomValues(new Uint8Array(bytes));
  return btoa(String.fromCharCode(...random))
    .replaceAll('+', '-')
    .replaceAll('/', '_');
}

/** The tables of this browser, newest first, as a signal. */
export function myTables() {
  return kept;
}

/**
 * Keep a table; without a secret it is one that is watched.
 * @param {string} table
 * @param {string|null} secret
 * @param {string} [title]
 */
export function remember(table, secret, title = '') {
  const before = kept.value.find((one) => one.table === table);
  const others = kept.value.filter((one) => one.table !== table);
  const one = {
    table,
    secret: secret ?? before?.secret ?? null,
    title: title || before?.title || '',
    at: before?.at ?? new Date().toISOString(),
  };
  write([one, ...others].slice(0, MOST_TABLES));
}

/**
 * The secret of a table, or null.
 * @param {string} table
 */
export function secretOf(table) {
  return kept.value.find((one) => one.table === table)?.secret ?? null;
}

/**
 * Take a table from the list, with its secret.
 * @param {string} table
 */
export function forget(table) {
  write(kept.value.filter((one) => one.table !== table));
}

/** @param {KeptTable[]} tables */
function write(tables) {
  keep('tables', tables);
  kept.value = tables;
}

/** The table that a secret link led to, right or wrong, since the page was opened. */
export const linked = signal(/** @type {string|null} */ (null));

/** Take the secret out of a link `/table/ID#secret=…`, keep it if it can be one, and clean the address. */
export function takeSecretFromLink() {
  const table = /^\/table\/([^/]+)/.exec(location.pathname)?.[1];
  if (!table || !location.hash.startsWith('#secret=')) return;
  const secret = /^#secret=([A-Za-z0-9_-]{22,64})$/.exec(location.hash)?.[1];
  linked.value = table;
  if (secret) remember(table, secret);
  history.replaceState(null, '', location.pathname);
}

/**
 * The link that moves the seats of a secret to another device.
 * @param {string} table
 * @param {string} secret
 */
export function seatLink(table, secret) {
  return `${location.origin}/table/${table}#secret=${secret}`;
}

/**
 * The link that invites to a table.
 * @param {string} table
 */
export function inviteLink(table) {
  return `${location.origin}/table/${table}`;
}
