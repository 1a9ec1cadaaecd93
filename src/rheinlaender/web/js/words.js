/** Words: a key of the catalogue and its arguments become a sentence in the chosen language. */

import { signal } from './lib.js';
import { readKept, keep } from './settings.js';

/** @typedef {import('./types.js').Arguments} Arguments */
/** @typedef {import('./types.js').Names} Names */
/** @typedef {string | {one: string, other: string}} Text */

/** The languages there are, each with its own name for itself. */
export const LANGUAGES = { en: 'English', de: 'Deutsch', nl: 'Nederlands', hu: 'Magyar' };

/** Arguments that are seats and are shown as names. */
const SEAT_ARGUMENTS = ['seat', 'other', 'duke', 'leader', 'to_move'];

/** The chosen language; it changes once its catalogue is there. */
export const language = signal('en');

/** @type {import('./lib.js').Signal<Record<string, Text>>} */
const catalogue = signal({});

/** The language that was chosen before, or the browser's preference. */
export function preferredLanguage() {
  const wishes = [readKept('language', ''), ...(globalThis.navigator?.languages ?? [])];
  return wishes.map((wish) => wish.toLowerCase().split('-')[0]).find((wish) => wish in LANGUAGES) ?? 'en';
}

/** The parts of the catalogue that are wanted: every page needs the first one. */
const parts = new Set(['']);

/** @type {Map<string, Promise<void>>} */
const wanted = new Map();

/**
 * Want another part of the catalogue too; done when it is there, or will come with the first language.
 * @param {'lessons'|'after'|'company'|'identity'|'calls'|'today'|'compare'|'lobby'|'history'|'puzzles'} part
 */
export function wantWords(part) {
  const coming = wanted.get(part) ?? addPart(`/${part}`);
  wanted.set(part, coming);
  coming.catch(() => wanted.delete(part));
  return coming;
}

/** @param {string} part */
async function addPart(part) {
  parts.add(part);
  try {
    if (has('home.learn')) await addTexts(language.peek(), part);
  } catch (error) {
    parts.delete(part);
    throw error;
  }
}

/**
 * @param {string} wish
 * @param {string} part
 */
async function addTexts(wish, part) {
  const texts = await textsAt(`/api/catalogue/${wish}${part}`);
  if (wish === language.peek()) speak(wish, { ...catalogue.peek(), ...texts });
  else await loadLanguage(language.peek());
}

/**
 * Load a language without keeping it as the person's choice; with the parts that are wanted by the time it has come.
 * @param {string} wish
 */
export async function loadLanguage(wish) {
  const texts = /** @type {Map<string, Record<string, Text>>} */ (new Map());
  const wantedYet = () => [...parts].filter((part) => !texts.has(part));
  for (let missing = wantedYet(); missing.length > 0; missing = wantedYet()) {
    const found = await Promise.all(missing.map((part) => textsAt(`/api/catalogue/${wish}${part}`)));
    for (const [place, part] of missing.entries()) texts.set(part, found[place]);
  }
  speak(wish, Object.assign({}, ...texts.values()));
}

/** @param {string} path */
async function textsAt(path) {
  const answer = await fetch(path);
  if (!answer.ok) throw new Error(`no catalogue: ${answer.status}`);
  return answer.json();
}

/**
 * Speak a language with these texts.
 * @param {string} name
 * @param {Record<string, Text>} texts
 */
export function speak(name, texts) {
  catalogue.value = texts;
  language.value = name;
  if (globalThis.document) document.documentElement.lang = name;
}

/**
 * Choose a language and keep the choice.
 * @param {string} wish
 */
export async function setLanguage(wish) {
  await loadLanguage(wish);
  keep('language', wish);
}

/**
 * Whether the catalogue has a key.
 * @param {string} key
 */
export function has(key) {
  return key in catalogue.value;
}

/**
 * The text of a key with its arguments filled in; the key itself where there is no text.
 * @param {string} key
 * @param {Arguments} [values]
 * @returns {string}
 */
export function t(key, values = {}) {
  return piecesOf(key, values)
    .map((piece) => (typeof piece === 'string' ? piece : String(values[piece.name])))
    .join('');
}

/**
 * The text of a key as its pieces: words, and the names of the arguments between them.
 * @param {string} key
 * @param {Arguments} [values]
 * @returns {(string|{name: string})[]}
 */
export function piecesOf(key, values = {}) {
  const found = catalogue.value[key];
  if (found === undefined) return [key];
  const text = typeof found === 'string' ? found : found[values.count === 1 ? 'one' : 'other'];
  return text.split(/\{(\w+)\}/).map((piece, place) => {
    if (place % 2 === 0) return piece;
    return piece in values ? { name: piece } : `{${piece}}`;
  });
}

/**
 * An event in words.
 * @param {{name: string} & Arguments} event
 * @param {Names} names
 */
export function eventWords(event, names) {
  return t(`event.${event.name}`, named(event, names));
}

/**
 * A refusal in words.
 * @param {import('./protocol.js').RefusalBody} refusal
 * @param {Names} [names]
 */
export function refusalWords(refusal, names = {}) {
  const key = `refusal.${refusal.code}`;
  return has(key) ? t(key, named(refusal.arguments ?? {}, names)) : t('shell.refused', { code: refusal.code });
}

/**
 * The names of some seats as one list: "Anna and Balduin".
 * @param {string} seats
 * @param {Names} names
 */
export function listed(seats, names) {
  const each = [...seats].map((seat) => names[/** @type {import('./protocol.js').SeatLetter} */ (seat)] ?? '');
  return new Intl.ListFormat(language.value, { type: 'conjunction' }).format(each);
}

/**
 * Arguments with names in place of the letters of seats, and of sites where these have names.
 * @param {Arguments} values
 * @param {Names} names
 * @returns {Arguments}
 */
export function named(values, names) {
  const found = { ...values };
  for (const key of SEAT_ARGUMENTS) {
    const name = names[/** @type {import('./protocol.js').SeatLetter} */ (found[key])];
    if (name) found[key] = name;
  }
  if (names.sites?.[found.site]) found.site = names.sites[found.site];
  if (found.unready) found.unready = listed(found.unready, names);
  return found;
}

/** Computer players are called by old names of the Rhine, one for each seat. */
const BOT_NAMES = { a: 'Adelheid', b: 'Balduin', c: 'Cäcilia', d: 'Dietrich', e: 'Engelbert' };

/**
 * The names of a table's seats, as they are shown.
 * @param {import('./protocol.js').TableSeat[]} seats
 * @returns {Names}
 */
export function namesOf(seats) {
  return Object.fromEntries(seats.map((seat) => [seat.seat, seatName(seat)]));
}

/** @param {import('./protocol.js').TableSeat} seat */
function seatName(seat) {
  if (seat.name) return seat.name;
  if (seat.level) return BOT_NAMES[seat.seat];
  return t('shell.seat', { letter: seat.seat.toUpperCase() });
}

/**
 * When something happened, in words of the chosen language: "3 minutes ago".
 * @param {string} at ISO time
 * @param {number} [now] milliseconds
 */
export function ago(at, now = Date.now()) {
  const seconds = Math.round((Date.parse(at) - now) / 1000);
  const format = new Intl.RelativeTimeFormat(language.value, { numeric: 'auto' });
  /** @type {[Intl.RelativeTimeFormatUnit, number][]} */
  const units = [
    ['day', 86400],
    ['hour', 3600],
    ['minute', 60],
  ];
  const unit = units.find(([, length]) => Math.abs(seconds) >= length);
  return unit ? format.format(Math.trunc(seconds / unit[1]), unit[0]) : format.format(0, 'second');
}
