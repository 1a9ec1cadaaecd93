/** Asking for a review again and again until it is there; whoever asks no more does not wait any more. */

import { Refused, ask } from '../api.js';
import { useEffect, useState } from '../lib.js';

/** @typedef {import('../protocol.js').ReviewAnswer} Answer */
/** @typedef {import('../protocol.js').Depth} Depth */
/** @typedef {import('../protocol.js').RefusalBody} Refusal */
/** @typedef {{table: string|null, text: string|null, secret: string|null}} Source a table, or the text of a record */
/** @typedef {Answer & {depth: Depth}} Whole an answer that is whole */
/** @typedef {{answer: Answer|null, whole: Whole|null, refusal: Refusal|null}} Found the newest answer, and the newest
 *   one that is whole, which is shown while a deeper one is worked out */

const AGAIN_AFTER = 800;
/** A server that is busy or away is asked again after so many milliseconds. */
const LATER = 4000;

/**
 * The review of a source at a depth.
 * @param {Source} source
 * @param {Depth} depth
 * @returns {Found}
 */
export function useReview(source, depth) {
  const [found, setFound] = useState(/** @type {Found} */ ({ answer: null, whole: null, refusal: null }));
  useEffect(() => {
    const leaving = new AbortController();
    /** @param {Partial<Found>} change */
    const take = (change) => {
      if (!leaving.signal.aborted) setFound((before) => ({ ...before, ...change }));
    };
    follow(source, depth, leaving.signal, take);
    return () => leaving.abort();
  }, [source.table, source.text, depth]);
  return found;
}

/**
 * @param {Source} source
 * @param {Depth} depth
 * @param {AbortSignal} signal
 * @param {(change: Partial<Found>) => void} take
 */
async function follow(source, depth, signal, take) {
  while (!signal.aborted) {
    try {
      const answer = await askReview(source, depth, signal);
      take(answer.review ? { answer, whole: { ...answer, depth } } : { answer });
      if (answer.review) return;
      await pause(AGAIN_AFTER);
    } catch (error) {
      if (signal.aborted) return;
      if (!isPassing(error)) return take({ refusal: /** @type {any} */ (error).refusal ?? null });
      await pause(LATER);
    }
  }
}

/**
 * @param {Source} source
 * @param {Depth} depth
 * @param {AbortSignal} signal
 * @returns {Promise<Answer>}
 */
function askReview({ table, text, secret }, depth, signal) {
  return table
    ? ask('GET', `/api/tables/${table}/review?depth=${depth}`, { secret, signal })
    : ask('POST', `/api/review?depth=${depth}`, { body: text ?? '', signal });
}

/**
 * What another move of a decision is worth.
 * @param {Source} source
 * @param {Depth} depth
 * @param {number} decision its number
 * @param {string} move
 * @returns {Promise<import('../protocol.js').AnotherMove>}
 */
export function askMove({ table, text, secret }, depth, decision, move) {
  const query = new URLSearchParams({ depth, decision: String(decision), move });
  return table
    ? ask('GET', `/api/tables/${table}/review/move?${query}`, { secret })
    : ask('POST', `/api/review/move?${query}`, { body: text ?? '' });
}

/**
 * Whether what went wrong may be well in a moment.
 * @param {unknown} error
 */
function isPassing(error) {
  return error instanceof Refused && [0, 429, 502, 503, 504].includes(error.status);
}

/** @param {number} milliseconds */
function pause(milliseconds) {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}
