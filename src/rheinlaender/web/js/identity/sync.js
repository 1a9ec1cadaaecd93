/**
 * The identity of this browser: a key that it has made, and the seats that belong to it on every device.
 *
 * The server knows a digest of the key, and keeps the secrets of seats so that only the key opens them.
 */

import { Refused, ask } from '../api.js';
import { signal } from '../lib.js';
import { myName, setMyName } from '../open.js';
import { forget, isForgetful, myTables, newKey, remember, secretsOf } from '../secrets.js';
import { keep, readKept } from '../settings.js';

/** @typedef {import('../protocol.js').IdentityBody} IdentityBody */
/** The key, and the name as the server has it. @typedef {{key: string, name: string}} Identity */

const PATH = '/api/identity';
/** How many seats are sent at once. */
const MOST_SENT = 100;

export const identity = signal(readIdentity());

/** @returns {Identity|null} */
function readIdentity() {
  return readKept('identity', null);
}

/** How many tables belong to the identity, as it was heard last. */
export const tableCount = signal(/** @type {number|null} */ (null));

/** The tables that were taken from the list. */
export const awayTables = signal(/** @type {import('../protocol.js').OwnTable[]} */ ([]));

/** The passkeys that open the identity. */
export const passkeys = signal(/** @type {import('../protocol.js').OwnPasskey[]} */ ([]));

/** @type {Promise<void>|null} */
let running = null;

/** Bring the seats of this browser and those of its identity together; whoever asks meanwhile waits for the same. */
export function sync() {
  return running ?? alone(bringTogether());
}

/** Wait until nothing is brought together. */
async function rest() {
  while (running) await running.catch(() => {});
}

/** Delete oneself, at the server and then here; nothing is brought together meanwhile. */
export async function deleteOneself() {
  await rest();
  const own = identity.peek();
  if (own) await alone(ask('DELETE', PATH, { secret: own.key }).then(leaveBehind));
}

/** @param {Promise<void>} work of which there is one at a time */
function alone(work) {
  running = work.finally(() => {
    running = null;
  });
  return running;
}

/** A browser without an identity makes one when there is a first seat to belong to it. */
async function bringTogether() {
  const seats = looseSeats();
  if (!isForgetful.peek()) identity.value = readIdentity();
  if (isForgetful.peek() || (!identity.peek() && !seats.length)) return;
  do {
    const own = identity.peek() ?? makeIdentity();
    const sent = seats.splice(0, MOST_SENT);
    take(own, await save(own, sent), sent);
  } while (seats.length);
}

/** @returns {Identity} */
export function makeIdentity() {
  return keepIdentity({ key: newKey(), name: '' });
}

/**
 * @template {Identity|null} Kept
 * @param {Kept} value
 */
function keepIdentity(value) {
  identity.value = value;
  keep('identity', value);
  return value;
}

/** The seats that belong to the identity already, or are to stay with this browser alone; each as `table secret`. */
function settled() {
  return new Set(/** @type {string[]} */ (readKept('settled', [])));
}

function allSeats() {
  return myTables()
    .peek()
    .flatMap(({ table }) => secretsOf(table).map((secret) => ({ table, secret })));
}

/** @param {{table: string, secret: string}} seat */
function written({ table, secret }) {
  return `${table} ${secret}`;
}

function looseSeats() {
  const known = settled();
  return allSeats().filter((seat) => !known.has(written(seat)));
}

/**
 * @param {Identity} own
 * @param {{table: string, secret: string}[]} seats
 * @returns {Promise<IdentityBody>}
 */
async function save(own, seats) {
  const name = myName.peek().trim();
  const isRenamed = name !== '' && name !== own.name;
  try {
    return await ask('PUT', PATH, { secret: own.key, body: { name: isRenamed ? name : null, seats } });
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    if (error.refusal.code === 'identity_deleted') leaveBehind();
    if (!error.refusal.code.startsWith('name_')) throw error;
    return ask('PUT', PATH, { secret: own.key, body: { name: null, seats } });
  }
}

/**
 * Take over what the server knows: seats of other devices, tables that were put away there, another name.
 * @param {Identity} own
 * @param {IdentityBody} known
 * @param {{table: string, secret: string}[]} sent seats that it knows now, unless their tables are gone
 */
function take(own, known, sent) {
  const done = new Set([...settled(), ...sent.map(written)]);
  for (const { table, secrets, is_put_away: isPutAway } of [...known.tables].reverse()) {
    if (isPutAway && secretsOf(table).length) forget(table);
    for (const secret of isPutAway ? [] : secrets) {
      if (!secretsOf(table).includes(secret)) remember(table, secret);
      done.add(written({ table, secret }));
    }
  }
  const isOlder = [own.name, ''].includes(myName.peek().trim());
  if (known.name && isOlder && known.name !== myName.peek()) setMyName(known.name);
  tableCount.value = known.tables.filter((one) => !one.is_put_away).length;
  awayTables.value = known.tables.filter((one) => one.is_put_away);
  passkeys.value = known.passkeys;
  keep('settled', [...done]);
  keepIdentity({ key: own.key, name: known.name });
}

/**
 * Take a table from the list of the identity, on all devices; nothing is brought together meanwhile. It may be in the
 * list again by what the server has said before.
 * @param {string} table
 */
export async function putAway(table) {
  await rest();
  const own = identity.peek();
  forget(table);
  unsettle(table);
  if (own) await alone(ask('DELETE', `${PATH}/tables/${table}`, { secret: own.key }));
}

/**
 * Put a table that was taken from the list back into it, on all devices.
 * @param {import('../protocol.js').OwnTable} away
 */
export async function putBack({ table, secrets }) {
  await rest();
  unsettle(table);
  for (const secret of secrets) remember(table, secret);
  await sync();
}

/** @param {string} table whose seats are to be told to the server again, if there are any */
function unsettle(table) {
  keep(
    'settled',
    [...settled()].filter((seat) => !seat.startsWith(`${table} `)),
  );
}

/**
 * Be somebody else in this browser; what the server says about whoever one was before comes too late.
 * @param {string} key
 * @param {IdentityBody} known who that is
 * @param {boolean} isBringing whether the seats of this browser are to belong to them
 */
export async function become(key, known, isBringing) {
  await rest();
  keep('settled', isBringing ? [] : allSeats().map(written));
  keepIdentity({ key, name: known.name });
  if (known.name) setMyName(known.name);
  return sync();
}

/** Forget here who was deleted, with their tables. */
export function leaveBehind() {
  const known = settled();
  for (const seat of allSeats()) if (known.has(written(seat))) forget(seat.table);
  keep('settled', []);
  keepIdentity(null);
  tableCount.value = null;
  awayTables.value = [];
  passkeys.value = [];
  setMyName('');
}
