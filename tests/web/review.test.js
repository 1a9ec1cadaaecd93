/** The figures of a review: what is shown adds up. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { addingUp, groupsOf, linesOf, percent, plain, signed } from '../../src/rheinlaender/web/js/review/figures.js';

const SEAT = /** @type {any} */ ({
  seat: 'a',
  result: 0.5,
  lines: {
    even: 1 / 3,
    order: 0.01234,
    deal: -0.04567,
    own_draws: 0.11111,
    others_draws: -0.02222,
    mistakes: -0.3,
    hidden: 0.05555,
    others: { b: 0.2, c: 0.15555 - 1 / 3 + 1 / 3 },
    rounding: 0,
  },
});
SEAT.lines.rounding =
  0.5 -
  Object.values(SEAT.lines)
    .flatMap((share) => (typeof share === 'number' ? share : Object.values(share)))
    .reduce((sum, share) => sum + share, 0);

test('rounded numbers add up to the rounded total, none further off than one', () => {
  for (const numbers of [[0.5, 0.5, 0.5, 0.5], [-0.4, -0.4, -0.2, 1], [33.3, 33.3, 33.4], [7], [-1.5, 2.5]]) {
    const total = Math.round(numbers.reduce((sum, number) => sum + number, 0));
    const rounded = addingUp(numbers, total);
    assert.equal(
      rounded.reduce((sum, number) => sum + number, 0),
      total,
    );
    for (const [place, number] of numbers.entries()) assert.ok(Math.abs(rounded[place] - number) <= 1);
  }
});

test('the lines of a seat add up to its result, and so do the groups of the picture', () => {
  const lines = linesOf(SEAT);
  assert.equal(
    lines.reduce((sum, { tenths }) => sum + tenths, 0),
    500,
  );
  const groups = groupsOf(lines);
  assert.equal(groups[0].from, 0);
  assert.equal(groups[groups.length - 1].to, 500);
  for (const [place, { from }] of groups.entries()) if (place) assert.equal(from, groups[place - 1].to);
  assert.deepEqual(
    lines.filter(({ name }) => name === 'others').map(({ other }) => other),
    ['b', 'c'],
  );
});

test('figures are written with one digit, a sign where it matters, and a true minus', () => {
  assert.equal(signed(0.1234), '+12.3');
  assert.equal(signed(-0.1), '−10.0');
  assert.equal(signed(0), '0.0');
  assert.equal(plain(-0.05), '5.0');
  assert.equal(percent(0.274), '27 %');
});
