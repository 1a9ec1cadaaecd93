/** Who decides whether a game ends without a result, and until when. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { peopleOf, votesAt } from '../../src/rheinlaender/web/js/company/ending.js';

const table = /** @type {any} */ ({
  seats: [
    { seat: 'a', kind: 'person' },
    { seat: 'b', kind: 'bot' },
    { seat: 'c', kind: 'person' },
    { seat: 'd', kind: 'person' },
  ],
  away: { c: 'time', d: 'resigned' },
  end_votes: 'a',
  end_until: '2026-01-31T12:10:00Z',
});

test('people decide who have not resigned', () => {
  assert.equal(peopleOf(table), 'ac');
});

test('a proposal lapses', () => {
  assert.equal(votesAt(table, Date.parse('2026-01-31T12:09:59Z')), 'a');
  assert.equal(votesAt(table, Date.parse('2026-01-31T12:10:00Z')), '');
  assert.equal(votesAt({ ...table, end_until: null }, 0), '');
});
