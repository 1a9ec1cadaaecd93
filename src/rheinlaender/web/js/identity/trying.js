/** What the server may refuse. */

import { Refused } from '../api.js';
import { notify } from '../notice.js';
import { refusalWords } from '../words.js';

/**
 * Do something that the server may refuse, and say so.
 * @param {() => Promise<void>} work
 */
export async function attempt(work) {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    notify(refusalWords(error.refusal), 'bad');
  }
}
