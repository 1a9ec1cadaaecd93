/** Until when a proposal to end a game without a result stands. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { votesAt } from '../../src/rheinlaender/web/js/company/ending.js';

const table = /** @type {any} */ ({
  end_votes: 'a',
  end_until: '2026-01-31T12:10:00Z',
});

test('a proposal lapses', () => {
  assert.equal(votesAt(table, Date.parse('2026-01-31T12:09:59Z')), 'a');
  assert.equal(votesAt(table, Date.parse('2026-01-31T12:10:00Z')), '');
  assert.equal(votesAt({ ...table, end_until: null }, 0), '');
});
