/**
 * Questions whose answers may come late: a newer question, or a newer plan, makes older answers void. They change
 * nothing, so a server that is busy is asked again.
 */
import { Refused } from '../api.js';
import { signal } from '../lib.js';

/** @typedef {import('../protocol.js').RefusalBody} Refusal */
/**
 * @template T
 * @typedef {{answer: T, refusal: null}|{answer: null, refusal: Refusal}} Reply
 */

const BUSY = [429, 503];
const PAUSES = [400, 1000, 2500];

export class Asking {
  /** whether an answer is awaited */
  isAsking = signal(false);
  #newest = 0;

  /** @param {number[]} [pauses] milliseconds before a busy server is asked again, and again */
  constructor(pauses = PAUSES) {
    this.pauses = pauses;
  }

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
    for (const pause of this.pauses) {
      const reply = await replyTo(question, true);
      if (mine !== this.#newest) return null;
      if (reply) return this.#answered(reply);
      await new Promise((resolve) => setTimeout(resolve, pause));
      if (mine !== this.#newest) return null;
    }
    const reply = await replyTo(question);
    return mine === this.#newest ? this.#answered(reply) : null;
  }

  /**
   * @template T
   * @param {T} reply
   */
  #answered(reply) {
    this.isAsking.value = false;
    return reply;
  }
}

/**
 * The reply to a question; null where the server is busy and is asked again.
 * @template T
 * @param {() => Promise<T>} question
 * @param {boolean} [isAskedAgain]
 * @returns {Promise<Reply<T>|null>}
 */
async function replyTo(question, isAskedAgain = false) {
  try {
    return { answer: await question(), refusal: null };
  } catch (error) {
    if (isAskedAgain && error instanceof Refused && BUSY.includes(error.status)) return null;
    if (error instanceof Refused) return { answer: null, refusal: error.refusal };
    throw error;
  }
}
