/** Questions whose answers may come late: a newer question, or a newer plan, makes older answers void. */
import { Refused } from '../api.js';
import { signal } from '../lib.js';

/** @typedef {import('../protocol.js').RefusalBody} Refusal */
/**
 * @template T
 * @typedef {{answer: T, refusal: null}|{answer: null, refusal: Refusal}} Reply
 */

export class Asking {
  /** whether an answer is awaited */
  isAsking = signal(false);
  #newest = 0;

  /** Makes answers void that are still to come. */
  drop() {
    this.#newest += 1;
    this.isAsking.value = false;
  }

  /**
   * The reply to a question, or null where something newer has made it void.
   * @template T
   * @param {() => Promise<T>} question
   * @returns {Promise<Reply<T>|null>}
   */
  async ask(question) {
    const mine = ++this.#newest;
    this.isAsking.value = true;
    const reply = await replyTo(question);
    if (mine !== this.#newest) return null;
    this.isAsking.value = false;
    return reply;
  }
}

/**
 * @template T
 * @param {() => Promise<T>} question
 * @returns {Promise<Reply<T>>}
 */
async function replyTo(question) {
  try {
    return { answer: await question(), refusal: null };
  } catch (error) {
    if (error instanceof Refused) return { answer: null, refusal: error.refusal };
    throw error;
  }
}
