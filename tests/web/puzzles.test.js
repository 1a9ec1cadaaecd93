/** Puzzles: the solver's rating, which try counts, and which puzzle comes next. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { nextLine, ofTheme, similarTo } from '../../src/rheinlaender/web/js/puzzles/choosing.js';
import { BEGINNING, expectedScore, rated } from '../../src/rheinlaender/web/js/puzzles/rating.js';
import { ALL, chooseTheme, forgetSolver, noteTry, solver } from '../../src/rheinlaender/web/js/puzzles/record.js';

/**
 * @param {string} id
 * @param {number} rating
 * @param {string[]} themes
 */
function line(id, rating, themes) {
  return /** @type {any} */ ({ id, rating, themes, time: 'middle', seats: 4 });
}
const LINES = [
  line('1', 1000, ['found']),
  line('2', 1400, ['found', 'castle']),
  line('3', 1490, ['merge']),
  line('4', 1500, ['castle']),
  line('5', 1800, ['found', 'castle']),
];

test('a solver gains by a right answer, the more the harder, and loses by a wrong one', () => {
  const hard = rated(BEGINNING, 1900, 1);
  const easy = rated(BEGINNING, 1100, 1);
  assert.ok(hard.rating > easy.rating && easy.rating > BEGINNING.rating);
  assert.ok(rated(BEGINNING, 1500, 0).rating < BEGINNING.rating);
  assert.ok(hard.deviation < BEGINNING.deviation);
});

test('a rating is that of Glicko', () => {
  const { rating, deviation } = rated({ rating: 1500, deviation: 200 }, 1400, 1);
  assert.ok(Math.abs(rating - 1562.8) < 0.1, String(rating));
  assert.ok(Math.abs(deviation - 176.8) < 0.1, String(deviation));
});

test('an even chance leaves the rating, and what is unknown never vanishes', () => {
  assert.equal(expectedScore(1500, 1500), 0.5);
  assert.equal(rated(BEGINNING, 1500, 0.5).rating, 1500);
  let known = BEGINNING;
  for (let number = 0; number < 2000; number += 1) known = rated(known, known.rating, 0.5);
  assert.equal(known.deviation, 50);
});

test('only the first try counts, and a wrong one ends the row', () => {
  forgetSolver();
  noteTry(LINES[0], 1);
  noteTry(LINES[1], 1);
  assert.deepEqual([solver.value.row, solver.value.longest], [2, 2]);
  const after = solver.value.rating.rating;
  noteTry(LINES[1], 0);
  assert.equal(solver.value.rating.rating, after);
  noteTry(LINES[2], 0.35);
  assert.deepEqual([solver.value.row, solver.value.longest, solver.value.tried['3']], [0, 2, 0.35]);
  forgetSolver();
  assert.deepEqual([solver.value.rating, solver.value.tried], [BEGINNING, {}]);
});

test('the next puzzle is of the theme, near the rating, and new as long as there are new ones', () => {
  forgetSolver();
  assert.equal(nextLine(LINES, null, () => 0)?.id, '4');
  assert.equal(nextLine(LINES, '4', () => 0)?.id, '3');
  chooseTheme('merge');
  assert.equal(nextLine(LINES, null)?.id, '3');
  assert.equal(nextLine(LINES, '3'), null);
  noteTry(LINES[2], 1);
  assert.equal(nextLine(LINES, null)?.id, '3');
  chooseTheme(ALL);
  assert.notEqual(nextLine(LINES, null)?.id, '3');
  forgetSolver();
});

test('similar ones share themes and are about as hard', () => {
  assert.deepEqual(ofTheme(LINES, 'castle').length, 3);
  assert.deepEqual(
    similarTo(LINES, LINES[1]).map(({ id }) => id),
    ['5', '4', '1'],
  );
});
