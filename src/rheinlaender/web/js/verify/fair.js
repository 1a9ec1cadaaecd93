/** Chance that everybody can check: the shuffles of docs/reference/verified-deals.md, by the browser's own digests. */

const HASH = { name: 'HMAC', hash: 'SHA-256' };
const WORD_BYTES = 4;
const WORDS = 2 ** 32;
/** The version of deals that is checked here. */
export const VERSION = 'rhv1';
/** The shuffle card. */
export const SHUFFLE_CARD = 0;

/** Whether this page may work out digests: browsers allow it where nobody can have changed the page on its way. */
export function canCheck() {
  return Boolean(globalThis.crypto?.subtle);
}

/**
 * @param {string} digits
 * @returns {Uint8Array}
 */
export function bytesOf(digits) {
  return Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

/** @param {ArrayBuffer} bytes */
function digitsOf(bytes) {
  return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * The digest of a seed.
 * @param {Uint8Array} seed
 */
export async function commitmentOf(seed) {
  return digitsOf(await crypto.subtle.digest('SHA-256', /** @type {any} */ (seed)));
}

/**
 * The key of a game.
 * @param {Uint8Array} seed
 * @param {string} table
 * @param {string[]} strings
 * @returns {Promise<CryptoKey>}
 */
export async function keyOf(seed, table, strings) {
  const own = await crypto.subtle.importKey('raw', /** @type {any} */ (seed), HASH, false, ['sign']);
  const key = await keyed(own, [VERSION, table, ...strings].join('|'));
  return crypto.subtle.importKey('raw', key, HASH, false, ['sign']);
}

/**
 * @param {CryptoKey} key
 * @param {string} text
 */
function keyed(key, text) {
  return crypto.subtle.sign('HMAC', key, new TextEncoder().encode(text));
}

/** A labelled stream of words. */
class Stream {
  #number = 0;
  /** @type {number[]} */
  #left = [];

  /**
   * @param {CryptoKey} key
   * @param {string} label
   */
  constructor(key, label) {
    this.key = key;
    this.label = label;
  }

  async #word() {
    if (this.#left.length === 0) {
      const block = new DataView(await keyed(this.key, `${this.label}:${this.#number++}`));
      for (let at = 0; at < block.byteLength; at += WORD_BYTES) this.#left.push(block.getUint32(at));
    }
    return /** @type {number} */ (this.#left.shift());
  }

  /**
   * A number from 0 up to, not including, the bound, all alike.
   * @param {number} bound
   */
  async below(bound) {
    const most = WORDS - (WORDS % bound);
    for (;;) {
      const word = await this.#word();
      if (word < most) return word % bound;
    }
  }
}

/**
 * The first number of a label.
 * @param {CryptoKey} key
 * @param {string} label
 * @param {number} bound
 */
export function numberOf(key, label, bound) {
  return new Stream(key, label).below(bound);
}

/**
 * The items in the order of a label.
 * @template T
 * @param {T[]} items
 * @param {CryptoKey} key
 * @param {string} label
 * @returns {Promise<T[]>}
 */
export async function shuffled(items, key, label) {
  const order = [...items];
  const stream = new Stream(key, label);
  for (let last = order.length - 1; last > 0; last--) {
    const chosen = await stream.below(last + 1);
    [order[last], order[chosen]] = [order[chosen], order[last]];
  }
  return order;
}
