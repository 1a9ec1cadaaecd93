/** The rule book as the server sends it, in the chosen language, and finding one's way in it. */

import { ask } from '../api.js';
import { signal, useEffect } from '../lib.js';
import { language } from '../words.js';

/** @typedef {import('../types.js').View} View */
/** @typedef {import('../types.js').GameEvent} GameEvent */
/** @typedef {import('../types.js').Refusal} Refusal */
/** @typedef {import('../types.js').Seat} Seat */
/** @typedef {{kind: string, words: string, fields: string[], seat: Seat|null, section: string|null}} Statement */
/** @typedef {{seat: Seat|null, moves: string[], events: GameEvent[], view: View, statements: Statement[]}} Stage */
/** @typedef {{text: string, position: string, crop: string[], stages: Stage[]}} Block */
/**
 * @typedef {object} Section
 * @property {string} anchor
 * @property {string|null} number
 * @property {number} level
 * @property {string} title
 * @property {boolean} is_ruling
 * @property {string} html
 * @property {Block[]} blocks
 */
/** @typedef {{name: string, number: string|null, language: string, sections: Section[]}} Page */
/** @typedef {{word: string, html: string, anchor: string}} Word */
/**
 * @typedef {{language: string, pages: Page[], glossary: Word[], why: Record<string,
 *   string[]>}} Book `why`: the clauses that answer, by event or subject
 */

/** The book that is shown; that of another language stays until the wished one has come. */
export const book = signal(/** @type {Book|null} */ (null));

/** Why the book did not come. */
export const failure = signal(/** @type {Refusal|null} */ (null));

/** @type {Map<string, Book>} */
const kept = new Map();

/** Show the book in the chosen language, and in another when that changes. */
export function useBook() {
  useEffect(() => {
    void fetchBook();
  }, [language.value]);
}

/** Fetch the book of the chosen language, unless it is here. */
export async function fetchBook() {
  const wish = language.peek();
  try {
    if (!kept.has(wish)) kept.set(wish, await ask('GET', `/api/rules/${wish}`));
    if (wish === language.peek()) book.value = kept.get(wish) ?? null;
    failure.value = null;
  } catch (error) {
    failure.value = /** @type {any} */ (error).refusal;
  }
}

/**
 * The page that has an anchor; the introduction for none, null for one that nothing has.
 * @param {Book} shown
 * @param {string} anchor
 * @returns {Page|null}
 */
export function pageWith(shown, anchor) {
  if (!anchor) return shown.pages[0];
  return shown.pages.find(({ sections }) => sections.some((section) => section.anchor === anchor)) ?? null;
}

/** The page of the one-page summary. */
export const SUMMARY = 'summary';

/**
 * The address of a page.
 * @param {Page} page
 */
export function addressOf(page) {
  if (page.name === SUMMARY) return `/rules/${SUMMARY}`;
  return page.number ? `/rules#${page.number}` : '/rules';
}

/**
 * HTML without its marks, as plain text.
 * @param {string} text
 */
export function plain(text) {
  return text
    .replace(/<div data-block[^>]*><\/div>/g, ' ')
    .replace(/<\/(p|li|td|th|tr|h\d)>/g, ' ')
    .replace(/<[^>]+>/g, '')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&amp;/g, '&')
    .replace(/\s+/g, ' ')
    .trim();
}
