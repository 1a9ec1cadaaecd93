/** Dates and times: days are those of UTC, clocks those of this place. */

import { useEffect, useState } from '../lib.js';
import { language, t } from '../words.js';

const MINUTE = 60_000;

/**
 * A day in words.
 * @param {string} date
 * @param {'full'|'medium'} style
 */
export function dateWords(date, style) {
  const format = new Intl.DateTimeFormat(language.value, { dateStyle: style, timeZone: 'UTC' });
  return format.format(new Date(`${date}T12:00:00Z`));
}

/**
 * How long it is until a day is over, and when that is here.
 * @param {{now: string, ends: string}} day
 */
export function useTimeLeft({ now, ends }) {
  const [passed, setPassed] = useState(0);
  useEffect(() => {
    const began = Date.now();
    setPassed(0);
    const timer = setInterval(() => setPassed(Date.now() - began), MINUTE / 4);
    return () => clearInterval(timer);
  }, [now]);
  const left = Math.max(0, Date.parse(ends) - Date.parse(now) - passed);
  const clock = new Intl.DateTimeFormat(language.value, { timeStyle: 'short' }).format(new Date(ends));
  return { time: timeWords(left), clock };
}

/** @param {number} left milliseconds */
export function timeWords(left) {
  const minutes = Math.ceil(left / MINUTE);
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  const words = hours ? [t('home.hours', { count: hours })] : [];
  if (rest || !hours) words.push(t('home.minutes', { count: rest }));
  return words.join(' ');
}
