/** Clocks are counted on by the browser between two words of the server, and never below nothing. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { clockWords, leftOf } from '../../src/rheinlaender/web/js/company/clocks.js';

/** What was heard at second 100. @param {object} [parts] */
const heard = (parts = {}) =>
  /** @type {any} */ ({
    at: 100_000,
    clocks: { left: { a: 60_000, b: 30_000 }, running: 'a', delay: 2000, is_night: false, ...parts },
  });

test('a clock runs when its delay is over, and ends at nothing', () => {
  assert.equal(leftOf(heard(), 'a', 101_500), 60_000);
  assert.equal(leftOf(heard(), 'a', 112_000), 50_000);
  assert.equal(leftOf(heard(), 'a', 900_000), 0);
});

test('other clocks stand, and all at night', () => {
  assert.equal(leftOf(heard(), 'b', 112_000), 30_000);
  assert.equal(leftOf(heard({ is_night: true }), 'a', 112_000), 60_000);
  assert.equal(leftOf(heard(), 'c', 112_000), null);
  assert.equal(leftOf(null, 'a', 112_000), null);
});

test('clocks are written as clocks, days as days', () => {
  assert.equal(clockWords(0), '0:00');
  assert.equal(clockWords(59_001), '1:00');
  assert.equal(clockWords(605_000), '10:05');
  assert.equal(clockWords(3_723_000), '1:02:03');
  assert.match(clockWords(2 * 86_400_000 + 3 * 3_600_000), /2.*3/);
});
