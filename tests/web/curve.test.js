/** The standing of all seats, turn by turn. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { highest, leadersOf, rowOf } from '../../src/rheinlaender/web/js/game/curve.js';

const VIEW = /** @type {any} */ ({
  turn: 7,
  seats: [
    { seat: 'a', standing: 15, coins: 4 },
    { seat: 'b', standing: 12, coins: null },
    { seat: 'c', standing: 0, coins: 0 },
  ],
});

test('a standing is sure where the coins are known', () => {
  assert.deepEqual(rowOf(VIEW), {
    turn: 7,
    stands: [
      { seat: 'a', coins: 15, isSure: true },
      { seat: 'b', coins: 12, isSure: false },
      { seat: 'c', coins: 0, isSure: true },
    ],
  });
});

test('coins that are not to be shown count nothing', () => {
  const { stands } = rowOf(VIEW, false);
  assert.deepEqual([stands[0].coins, stands[1].coins], [11, 12]);
  assert.ok(stands.every(({ isSure }) => !isSure));
});

test('whoever has the most is ahead, unless all have the same', () => {
  assert.deepEqual(
    leadersOf(rowOf(VIEW)).map(({ seat }) => seat),
    ['a'],
  );
  const level = { ...VIEW, seats: VIEW.seats.map((/** @type {any} */ seat) => ({ ...seat, standing: 3 })) };
  assert.deepEqual(leadersOf(rowOf(level)), []);
});

test('a curve has room above it, at the beginning too', () => {
  assert.ok(highest([rowOf(VIEW)]) > 15);
  assert.ok(highest([]) >= 10);
});
