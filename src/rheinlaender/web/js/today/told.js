/** Results in words and signs, without a word about the cards. */

import { language, t } from '../words.js';
import { dateWords } from './dates.js';

/** @typedef {import('../protocol.js').DayBody} Day */
/** @typedef {import('../protocol.js').DayResult} Result */

/** What the marks are called where they are drawn. @type {Record<string, string>} */
export const MARK_NAMES = { '+': 'ahead', '=': 'level', '-': 'behind' };
/** @type {Record<string, string>} */
const SIGNS = { '+': '🟩', '=': '🟨', '-': '🟥' };

/** @param {number} lead */
export function leadFigure(lead) {
  return new Intl.NumberFormat(language.value, { signDisplay: 'exceptZero' }).format(lead).replace('-', '−');
}

/** @param {number} lead */
export function leadWords(lead) {
  if (lead === 0) return t('today.level');
  return t(lead > 0 ? 'today.ahead' : 'today.behind', { count: Math.abs(lead) });
}

/**
 * A name in the list; whoever has none, or has deleted it, is a guest.
 * @param {Result} result
 */
export function nameOf(result) {
  if (result.is_you) return t('today.you');
  return result.name || t('home.guest');
}

/**
 * What is shared: the date, who was ahead when, the lead and the place.
 * @param {Day} day
 * @param {Result} result
 * @param {string} origin
 */
export function shareText(day, result, origin) {
  const signs = [...result.marks].map((mark) => SIGNS[mark]).join('');
  const place = result.place === null ? [] : [t('today.place', { place: result.place, count: day.ranked })];
  return [
    `${t('drawing.title')} · ${dateWords(day.date, 'medium')}`,
    `${signs} ${leadFigure(result.lead)}`,
    ...place,
    `${origin}/today/${day.date}`,
  ].join('\n');
}
