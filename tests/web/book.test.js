/** Searching the rule book: all words, whatever their accents; titles before texts; words around the find. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { pageWith, plain } from '../../src/rheinlaender/web/js/clauses/book.js';
import { fold, search } from '../../src/rheinlaender/web/js/book/search.js';

/** @param {string} anchor @param {string} title @param {string} html */
const section = (anchor, title, html) => ({
  anchor,
  number: /^\d/.test(anchor) ? anchor : null,
  level: 2,
  title,
  is_ruling: false,
  html,
  blocks: [],
});

const book = {
  language: 'hu',
  pages: [
    { name: 'README', number: null, language: 'hu', sections: [section('readme-0', 'Szabályok', '<p>Bevezetés.</p>')] },
    {
      name: '4-what',
      number: '4',
      language: 'hu',
      sections: [
        section('4', 'Egy lovag', '<p>Hat lépés, sorban.</p>'),
        section(
          '4.6',
          'Püspökök',
          '<p>Minden <a href="/rules#4.5">püspök</a> számít; a legtöbb püspök az érseké.</p>\n' +
            '<div data-block="0"></div>',
        ),
        section('4.6.2', 'Az érsek', '<p>Csak ő állíthat át lovagot &amp; senki más.</p>'),
        section('4-figures-3', 'Érsekek', ''),
      ],
    },
  ],
  glossary: [{ word: 'Érsek', html: 'akinek a legtöbb püspöke van', anchor: '4.6' }],
};

test('accents and capitals do not matter, and places stay where they are', () => {
  assert.equal(fold('Érsek Ő ß'), 'ersek o ß');
  assert.equal(fold('Großzügig').length, 'Großzügig'.length);
  assert.deepEqual(
    search(book, 'ersek').map(({ title }) => title),
    search(book, 'ÉRSEK').map(({ title }) => title),
  );
});

test('the glossary comes first, then titles, then texts; what has no text is not found', () => {
  assert.deepEqual(
    search(book, 'érsek').map(({ title }) => title),
    ['Érsek', 'Az érsek', 'Püspökök'],
  );
});

test('all words must occur', () => {
  assert.deepEqual(
    search(book, 'legtobb erseke').map(({ anchor }) => anchor),
    ['4.6'],
  );
  assert.deepEqual(search(book, 'érsek xyz'), []);
  assert.deepEqual(search(book, '   '), []);
});

test('a number leads to its clause, and to those under it', () => {
  assert.equal(search(book, '4.6.2')[0].title, 'Az érsek');
  assert.deepEqual(
    search(book, '4.6').map(({ anchor }) => anchor),
    ['4.6', '4.6.2'],
  );
});

test('the find is shown in its words', () => {
  const [found] = search(book, 'lovagot');
  assert.equal(found.before + found.match + found.after, 'Csak ő állíthat át lovagot & senki más.');
  assert.equal(found.match, 'lovagot');
});

test('marks and figures are no text', () => {
  assert.equal(plain('<p>a <b>b</b></p>\n<div data-block="0"></div><ul><li>c</li><li>d</li></ul>'), 'a b c d');
});

test('an anchor leads to its page; no anchor leads to the first', () => {
  assert.equal(pageWith(book, '4.6')?.name, '4-what');
  assert.equal(pageWith(book, '')?.name, 'README');
  assert.equal(pageWith(book, '9.9'), null);
});
