/** A remark in words: who said it, and what, in the reader's language. */
import { nameOf } from '../game/views.js';
import { language, namesOf, t } from '../words.js';
import { WORDS } from './reactions.js';

/** @typedef {import('../protocol.js').RemarkBody} Remark */
/** @typedef {import('../types.js').Connection} Connection */

/**
 * @param {Remark} remark
 * @param {Connection} connection
 */
export function saidWords(remark, { frame }) {
  const names = namesOf(frame.value?.table.seats ?? []);
  return { who: speakerWords(remark, names), words: wordsOf(remark) };
}

/**
 * @param {Pick<Remark, 'seat'|'watcher'>} remark
 * @param {import('../types.js').Names} names
 */
export function speakerWords({ seat, watcher }, names) {
  if (seat) return nameOf(names, seat);
  return watcher ? t('company.talk_watcher', { number: watcher }) : t('company.talk_gone');
}

/** @param {Remark} remark */
function wordsOf({ text, reaction }) {
  if (text !== null) return text;
  return reaction ? t(WORDS[reaction]) : `(${t('company.talk_erased')})`;
}

/**
 * When something was said: the hour, and the day where it was another one.
 * @param {string} at
 * @param {Date} [now]
 */
export function timeWords(at, now = new Date()) {
  const time = new Date(at);
  const isToday = time.toDateString() === now.toDateString();
  const hour = /** @type {const} */ ({ hour: 'numeric', minute: '2-digit' });
  return time.toLocaleString(language.value, isToday ? hour : { day: 'numeric', month: 'short', ...hour });
}
