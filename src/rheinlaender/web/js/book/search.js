/** Searching the rule book: all words that matter must occur, whatever their accents; titles come before texts. */

import { plain } from '../clauses/book.js';

/** @typedef {import('../clauses/book.js').Book} Book */
/**
 * @typedef {{anchor: string, number: string|null, title: string, before: string, match: string, after: string,
 *   weight: number}} Finding
 */
/**
 * @typedef {{anchor: string, number: string|null, title: string, text: string, foldedTitle: string, foldedText: string,
 *   bonus: number}} Place
 */

const AROUND = 60;
const MOST = 12;

/** @type {WeakMap<Book, Place[]>} */
const indexes = new WeakMap();

/**
 * A text as it is compared: without accents and capitals, as long as it was.
 * @param {string} text
 */
export function fold(text) {
  return [...text]
    .map((letter) => {
      const bare = letter.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
      return bare.length === letter.length ? bare : letter.toLowerCase();
    })
    .join('');
}

/**
 * Where the words of a query occur, the best places first.
 * @param {Book} book
 * @param {string} query
 * @param {string} [small] the small words of the language, which matter only where there are no others
 * @returns {Finding[]}
 */
export function search(book, query, small = '') {
  const wanted = wordsOf(query, small);
  if (!wanted.length) return [];
  return placesOf(book)
    .map((place) => finding(place, wanted))
    .filter((found) => found !== null)
    .sort((one, other) => other.weight - one.weight)
    .slice(0, MOST);
}

/**
 * The words of a query that matter.
 * @param {string} query
 * @param {string} small
 */
function wordsOf(query, small) {
  const all = fold(query)
    .split(/[\s,;:!?…]+/)
    .filter(Boolean);
  const ignored = new Set(fold(small).split(' '));
  const large = all.filter((word) => !ignored.has(word));
  return large.length ? large : all;
}

/**
 * Everything that can be found: words of the glossary and sections.
 * @param {Book} book
 */
function placesOf(book) {
  const known = indexes.get(book);
  if (known) return known;
  const sections = book.pages.flatMap((page) =>
    page.sections.map((section) => place(section, page.name === 'summary' ? -2 : 0)),
  );
  const words = book.glossary.map(({ word, html, anchor }) =>
    place({ anchor: clauseOf(html) ?? anchor, number: null, title: word, html }, 1),
  );
  const places = [...words, ...sections].filter(({ text }) => text);
  indexes.set(book, places);
  return places;
}

/**
 * The first clause that a text leads to.
 * @param {string} html
 */
function clauseOf(html) {
  return /href="\/rules#([\d.]+)"/.exec(html)?.[1];
}

/**
 * @param {{anchor: string, number: string|null, title: string, html: string}} section
 * @param {number} bonus
 * @returns {Place}
 */
function place({ anchor, number, title, html }, bonus) {
  const text = plain(html);
  return { anchor, number, title, text, foldedTitle: fold(title), foldedText: fold(text), bonus };
}

/**
 * @param {Place} place
 * @param {string[]} wanted
 * @returns {Finding|null}
 */
function finding(place, wanted) {
  const { anchor, number, title } = place;
  const weights = wanted.map((word) => weightOf(place, word));
  if (weights.includes(0)) return null;
  const weight = weights.reduce((sum, each) => sum + each, 0) + place.bonus;
  return { anchor, number, title, ...excerpt(place, wanted), weight };
}

/**
 * How well a word is found in a place; 0 where it is not.
 * @param {Place} place
 * @param {string} word
 */
function weightOf({ number, foldedTitle, foldedText }, word) {
  if (number === word) return 100;
  if (number?.startsWith(`${word}.`)) return 40;
  if (foldedTitle === word) return 30;
  if (startsWord(foldedTitle, word)) return 20;
  if (foldedTitle.includes(word)) return 12;
  if (startsWord(foldedText, word)) return 5 + Math.min(4, foldedText.split(word).length - 2);
  return foldedText.includes(word) ? 2 : 0;
}

/**
 * @param {string} text
 * @param {string} word
 */
function startsWord(text, word) {
  return text.startsWith(word) || text.includes(` ${word}`);
}

/**
 * The words around the first find, or the beginning of the text.
 * @param {Place} place
 * @param {string[]} wanted
 */
function excerpt({ text, foldedText }, wanted) {
  const word = wanted.find((each) => foldedText.includes(each));
  if (word === undefined) return { before: shortened(text, 2 * AROUND), match: '', after: '' };
  const start =
    startsWord(foldedText, word) && !foldedText.startsWith(word)
      ? foldedText.indexOf(` ${word}`) + 1
      : foldedText.indexOf(word);
  const end = start + word.length;
  const from = start <= AROUND ? 0 : text.lastIndexOf(' ', start - AROUND) + 1;
  return {
    before: (from ? '… ' : '') + text.slice(from, start),
    match: text.slice(start, end),
    after: shortened(text.slice(end), 2 * AROUND),
  };
}

/**
 * @param {string} text
 * @param {number} most
 */
function shortened(text, most) {
  return text.length <= most ? text : `${text.slice(0, text.lastIndexOf(' ', most))} …`;
}
