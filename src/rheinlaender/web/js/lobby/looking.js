/** Looking into the lobby: what is asked for again and again while the page is shown. */

import { ask } from '../api.js';
import { signal, useEffect } from '../lib.js';
import { keep, readKept } from '../settings.js';

/** @typedef {import('../protocol.js').LobbyBody} LobbyBody */
/**
 * What somebody looks for; empty where it does not matter.
 * @typedef {{language: string, pace: string, seats: string, strength: string}} Wanted
 */

const LOOK_EVERY = 3000;
/** @type {Wanted} */
export const ANY = { language: '', pace: '', seats: '', strength: '' };

/** What is looked for; the next visit begins with it. */
export const wanted = signal({ ...ANY, .../** @type {Wanted} */ (readKept('lobby', ANY)) });

/** The page of the lobby that is looked at, from 0. */
export const page = signal(0);

/** What was seen last; null before that. */
export const seen = signal(/** @type {LobbyBody|null} */ (null));

/** Why nothing is seen. */
export const refused = signal(/** @type {import('../protocol.js').RefusalBody|null} */ (null));

/**
 * Look for something else.
 * @param {Partial<Wanted>} change
 */
export function want(change) {
  wanted.value = { ...wanted.peek(), ...change };
  page.value = 0;
  keep('lobby', wanted.value);
}

/** What is asked for now. */
function path() {
  const parts = Object.entries({ ...wanted.peek(), page: String(page.peek()) }).filter(([, value]) => value);
  return `/api/lobby?${new URLSearchParams(parts)}`;
}

/** Look once; an answer to what is not looked for any more is passed over. */
export async function look() {
  const asked = path();
  try {
    const found = await ask('GET', asked);
    if (asked !== path()) return;
    seen.value = found;
    refused.value = null;
  } catch (error) {
    refused.value = /** @type {import('../api.js').Refused} */ (error).refusal;
  }
}

/** Look again and again while the page is shown, and at once when something else is looked for. */
export function useLooking() {
  useEffect(() => {
    const again = () => {
      if (document.visibilityState === 'visible') void look();
    };
    again();
    const timer = setInterval(again, LOOK_EVERY);
    document.addEventListener('visibilitychange', again);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', again);
    };
  }, [wanted.value, page.value]);
}
