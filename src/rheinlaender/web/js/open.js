/** Opening a table: from what a person wishes to a seat at it. */

import { Refused, ask } from './api.js';
import { newId, newSecret, remember } from './secrets.js';
import { go } from './router.js';
import { notify } from './notice.js';
import { language, refusalWords, t } from './words.js';
import { signal } from './lib.js';
import { keep, readKept } from './settings.js';

/** @typedef {import('./protocol.js').OpenTable} Opening */
/** @typedef {import('./protocol.js').Level} Level */
/** @typedef {Omit<Opening, 'id'|'secret'>} Wish */

/** @type {readonly Level[]} */
export const LEVELS = ['squire', 'knight', 'duke', 'archbishop'];
/** How many people may sit at a table. */
export const TABLE_SIZES = [3, 4, 5];
/** Whether whoever runs the server lets people find open tables. */
export const hasLobby = globalThis.document?.documentElement.dataset.lobby !== 'off';
/** The longest name of a player. */
export const LONGEST_NAME = 24;

/**
 * A level in words, with how hard it is to beat.
 * @param {Level} level
 */
export function rankedLevel(level) {
  const rank = {
    squire: t('level_rank.squire'),
    knight: t('level_rank.knight'),
    duke: t('level_rank.duke'),
    archbishop: t('level_rank.archbishop'),
  }[level];
  return t('home.level_ranked', { level: t(`level.${level}`), rank });
}

/** The name that this person plays under; empty until one is given. */
export const myName = signal(readKept('name', ''));

/**
 * Keep the name that a person plays under.
 * @param {string} name
 */
export function setMyName(name) {
  myName.value = name;
  keep('name', name);
}

/**
 * The name to sit down with. Whoever has given none is a guest, and no two guests at a table are called the same.
 * @param {string[]} [taken] the names of the others there
 */
export function nameToUse(taken = []) {
  const guest = t('home.guest');
  const guests = [guest, ...[2, 3, 4, 5].map((number) => `${guest} ${number}`)];
  return myName.value.trim() || (guests.find((name) => !taken.includes(name)) ?? guest);
}

/**
 * What is usual at a table of one person, apart from its seats: it waits for that person.
 * @returns {Omit<Wish, 'seats'>}
 */
export function usual() {
  return { options: 'parker', first: 'chance', pace: 'live', stand_in: null, grace: 300, hints: true };
}

/**
 * Give a string of chance for the deal, which the server did not know when it promised its own.
 * @param {string} table
 * @param {string|null} secret
 */
export async function giveString(table, secret) {
  const body = { id: newId(), name: 'give_string', string: newSecret() };
  await ask('POST', `/api/tables/${table}/commands`, { body, secret }).catch(() => {});
}

/**
 * Open a table and go there. A refusal is said in words and answered with false.
 * @param {Wish} wish
 * @param {string|null} [former] the secret for the game that is played on
 * @returns {Promise<boolean>}
 */
export async function openTable(wish, former = null) {
  const secret = newSecret();
  try {
    const body = { language: language.peek(), ...wish, gives_string: true, id: newId(), secret };
    const { table } = await ask('POST', '/api/tables', { body, secret: former });
    remember(table, secret);
    await giveString(table, secret);
    go(`/table/${table}`);
    return true;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    notify(refusalWords(error.refusal), 'bad');
    return false;
  }
}
