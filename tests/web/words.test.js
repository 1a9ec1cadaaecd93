/** A key and its arguments become a sentence; seats are called by their names. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import {
  ago,
  eventWords,
  listed,
  loadLanguage,
  namesOf,
  refusalWords,
  speak,
  t,
  wantWords,
} from '../../src/rheinlaender/web/js/words.js';

const texts = (/** @type {string} */ language) =>
  JSON.parse(readFileSync(new URL(`../../src/rheinlaender/i18n/${language}.json`, import.meta.url), 'utf-8'));

test('arguments are filled in and plurals are chosen by the count', () => {
  speak('en', texts('en'));
  assert.equal(t('home.opponents', { count: 1 }), '1 opponent');
  assert.equal(t('home.opponents', { count: 3 }), '3 opponents');
  assert.equal(t('no.such.key'), 'no.such.key');
});

test('events and refusals name the players, and nothing in a name is filled in again', () => {
  speak('de', texts('de'));
  const words = eventWords(
    { name: 'knight_converted', seat: 'a', other: 'b', field: 'L17' },
    { a: 'Anna', b: '{field}' },
  );
  assert.match(words, /Anna/);
  assert.match(words, /\{field\}/);
  assert.match(words, /L17/);
  assert.match(
    refusalWords(
      { code: 'not_your_turn', arguments: { seat: 'a', to_move: 'b' }, section: null },
      { a: 'Anna', b: 'Béla' },
    ),
    /Béla/,
  );
});

test('computer players have names of their own, people theirs', () => {
  const seat = /** @type {any} */ ({ is_yours: false, level: null });
  const names = namesOf([
    { ...seat, seat: 'a', kind: 'person', name: 'Anna' },
    { ...seat, seat: 'b', kind: 'bot', name: '', level: 'duke' },
    { ...seat, seat: 'c', kind: 'bot', name: '', level: 'duke' },
  ]);
  assert.equal(names.a, 'Anna');
  assert.notEqual(names.b, names.c);
});

test('times are told in the language', () => {
  speak('en', texts('en'));
  const now = Date.parse('2026-01-31T12:00:00Z');
  assert.equal(ago('2026-01-31T11:57:00Z', now), '3 minutes ago');
  assert.equal(ago('2026-01-30T11:00:00Z', now), 'yesterday');
  assert.equal(ago('2026-01-31T12:00:00Z', now), 'now');
});

test('several names are listed as each language lists them', () => {
  const names = { a: 'Anna', b: 'Balduin', c: 'Cäcilia' };
  const expected = { en: 'Anna and Balduin', de: 'Anna und Balduin', nl: 'Anna en Balduin', hu: 'Anna és Balduin' };
  for (const [language, words] of Object.entries(expected)) {
    speak(language, texts(language));
    assert.equal(listed('ab', names), words);
    assert.equal(listed('c', names), 'Cäcilia');
  }
  assert.equal(listed('', names), '');
});

test('a part that is wanted while another language comes is there in that language', async () => {
  const usual = globalThis.fetch;
  /** @type {Map<string, () => void>} */
  const waiting = new Map();
  globalThis.fetch = /** @type {any} */ (
    (/** @type {string} */ path) =>
      new Promise((resolve) => {
        waiting.set(path, () => resolve({ ok: true, json: async () => ({ [path]: 'here' }) }));
      })
  );
  const come = async (/** @type {string} */ path) => {
    waiting.get(path)?.();
    await new Promise((resolve) => setTimeout(resolve));
  };
  speak('en', { 'home.learn': 'Learn' });
  const german = loadLanguage('de');
  const part = wantWords('lobby');
  await come('/api/catalogue/en/lobby');
  await part;
  await come('/api/catalogue/de');
  await come('/api/catalogue/de/lobby');
  await german;
  globalThis.fetch = usual;
  assert.deepEqual([t('/api/catalogue/de'), t('/api/catalogue/de/lobby')], ['here', 'here']);
});
