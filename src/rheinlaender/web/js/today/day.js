/** A day as the server tells it, and the way to its tables. */

import { Refused, ask } from '../api.js';
import { identity, makeIdentity } from '../identity/sync.js';
import { signal, useEffect, useState } from '../lib.js';
import { notify } from '../notice.js';
import { nameToUse } from '../open.js';
import { go } from '../router.js';
import { remember } from '../secrets.js';
import { refusalWords } from '../words.js';

/** @typedef {import('../protocol.js').DayBody} Day */
/** @typedef {import('../protocol.js').OwnAttempt} OwnAttempt */

const PATH = '/api/today';
/** How often the page looks again, in milliseconds. */
const LOOK_EVERY = 20_000;

/** Whether a table is being opened. */
export const isOpening = signal(false);

/**
 * A day, looked at again from time to time while the page is seen.
 * @param {string|null} date
 * @returns {{day: Day|null, error: unknown, again: () => void}}
 */
export function useDay(date) {
  const [day, setDay] = useState(/** @type {Day|null} */ (null));
  const [error, setError] = useState(/** @type {unknown} */ (null));
  const key = identity.value?.key ?? null;
  const look = () =>
    ask('GET', date ? `${PATH}/${date}` : PATH, { secret: key }).then(
      (found) => {
        setDay(found);
        setError(null);
      },
      (problem) => setError((/** @type {unknown} */ before) => before ?? problem),
    );
  useEffect(() => {
    void look();
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void look();
    }, LOOK_EVERY);
    return () => clearInterval(timer);
  }, [date, key]);
  return { day, error: day ? null : error, again: look };
}

/**
 * Sit down at a table of one's own.
 * @param {{table: string, secret: string}} attempt
 */
export function goOn({ table, secret }) {
  remember(table, secret);
  go(`/table/${table}`);
}

/**
 * Begin the attempt that counts, or practise; a browser without an identity makes one.
 * @param {Day} day
 * @param {boolean} isPractice
 */
export async function begin({ date }, isPractice) {
  isOpening.value = true;
  try {
    const { key } = identity.peek() ?? makeIdentity();
    goOn(await ask('POST', PATH, { secret: key, body: { date, name: nameToUse(), is_practice: isPractice } }));
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    notify(refusalWords(error.refusal), 'bad');
  } finally {
    isOpening.value = false;
  }
}
