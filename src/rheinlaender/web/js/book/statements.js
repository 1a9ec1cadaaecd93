/** Statements of figures: the seats by their colours, and the pictures of what is stated. */

import { t } from '../words.js';

/** @typedef {import('../types.js').Names} Names */
/** @typedef {import('../clauses/book.js').Statement} Statement */

/**
 * The seats by their colours.
 * @returns {Names}
 */
export function colours() {
  return {
    a: t('rules.seat.a'),
    b: t('rules.seat.b'),
    c: t('rules.seat.c'),
    d: t('rules.seat.d'),
    e: t('rules.seat.e'),
  };
}

/** @type {Record<string, (seat: string|null) => string|null>} */
const PICTURES = {
  duke: (seat) => seat && `duke-${seat}`,
  garrison: () => 'castle',
  bishops: () => 'bishop',
  archbishop: () => 'archbishop',
  supply: (seat) => `shield-${seat}`,
};

/**
 * The name of the piece that stands for a statement, or null where it is a sign.
 * @param {Statement} statement
 */
export function pictureOf({ kind, seat }) {
  return PICTURES[kind]?.(seat) ?? null;
}
