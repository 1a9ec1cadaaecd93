/** The rule book as the server sends it, in the chosen language, and finding one's way in it. */

import { ask } from '../api.js';
import { signal, useEffect } from '../lib.js';
import { language } from '../words.js';

/** @typedef {import('../protocol.js').RefusalBody} Refusal */
/** @typedef {import('../protocol.js').StatementBody} Statement */
/** @typedef {import('../protocol.js').StageBody} Stage */
/** @typedef {import('../protocol.js').BlockBody} Block */
/** @typedef {import('../protocol.js').SectionBody} Section */
/** @typedef {import('../protocol.js').PageBody} Page */
/** @typedef {import('../protocol.js').GlossaryWord} Word */
/** @typedef {import('../protocol.js').BookBody} Book */

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
