/** Two games of a day laid beside each other: which ones, and where they part. */

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { choicesOf, hashOf, isSame, ownTurns, partedAt, wishOf } from '../../src/rheinlaender/web/js/compare/pair.js';
import { speak } from '../../src/rheinlaender/web/js/words.js';

const text = await readFile(new URL('../../src/rheinlaender/i18n/en.json', import.meta.url), 'utf8');
speak('en', JSON.parse(text));

/** @param {string} game @param {number} lead @param {boolean} isYou */
function result(game, lead, isYou = false) {
  return { game, lead, is_you: isYou, name: isYou ? 'Anna' : '' };
}

/** @param {...string} moves of seats a, b, a, b … */
function steps(...moves) {
  const entries = moves.map((move, place) => ({ kind: 'turn', seat: 'ab'[place % 2], moves: move.split(' ') }));
  return /** @type {any[]} */ ([null, ...entries].map((entry) => ({ entry })));
}

const DAY = /** @type {any} */ ({
  results: [result('bbbb', 7), result('aaaa', 2, true), result('cccc', -3)],
  archbishop: result('ffff', 4),
});

test('games are chosen among those that may be seen, the best first', () => {
  assert.deepEqual(
    choicesOf(DAY).map(({ game, words }) => `${game} ${words}`),
    ['bbbb Guest', 'ffff Archbishop', 'aaaa You', 'cccc Guest'],
  );
  const hidden = { results: [{ ...result('', 2, true), game: null }], archbishop: null };
  assert.deepEqual(choicesOf(/** @type {any} */ (hidden)), []);
});

test('without a wish one’s own game lies beside the Archbishop’s', () => {
  assert.deepEqual(wishOf(choicesOf(DAY), ''), { left: 'aaaa', right: 'ffff', turn: 0 });
  const others = choicesOf({ ...DAY, results: DAY.results.slice(2), archbishop: null });
  assert.deepEqual(wishOf(others, ''), { left: 'cccc', right: 'cccc', turn: 0 });
});

test('an address says which games, and at which turn', () => {
  const wish = { left: 'bbbb', right: 'cccc', turn: 12 };
  assert.deepEqual(wishOf(choicesOf(DAY), hashOf(wish)), wish);
  assert.deepEqual(wishOf(choicesOf(DAY), '.cccc'), { left: 'aaaa', right: 'cccc', turn: 0 });
  assert.deepEqual(wishOf(choicesOf(DAY), 'no.such.turn'), { left: 'aaaa', right: 'ffff', turn: 0 });
});

test('lines part in the first turn with other moves, or where one is over', () => {
  assert.equal(partedAt(steps('17L .', '20R', '3L'), steps('17L .', '20R', '4L')), 3);
  assert.equal(partedAt(steps('17L .', '20R'), steps('17L @L16', '20R')), 1);
  assert.equal(partedAt(steps('17L', '20R'), steps('17L')), 2);
  assert.equal(partedAt(steps('17L', '20R'), steps('17L', '20R')), null);
  assert.equal(isSame(steps('17L')[1], steps('17L')[1]), true);
});

test('the turns of the seat that everybody plays are those of the longer game', () => {
  assert.deepEqual(ownTurns(steps('1L', '2L'), steps('1L', '2L', '3L')), [1, 3]);
});
