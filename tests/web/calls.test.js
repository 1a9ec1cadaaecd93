/** What somebody who looks elsewhere is called for, by two frames of a table. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callOf, stillOf } from '../../src/rheinlaender/web/js/calling/calls.js';
import { isNight } from '../../src/rheinlaender/web/js/calling/night.js';

/** @param {Record<string, any>} parts */
function frame({
  seq = 1,
  seats = 'a',
  stage = 'playing',
  to_move = 'b',
  turn = 3,
  entry = { kind: 'turn' },
  ...table
}) {
  return /** @type {any} */ ({
    seq,
    entry,
    table: { stage, rematch: null, away: {}, you: { seats }, ...table },
    view: stage === 'waiting' ? null : { to_move, turn, is_over: stage === 'over' },
  });
}

test('the turn comes to one of the own seats', () => {
  const before = frame({});
  assert.equal(callOf(before, frame({ seq: 2, turn: 4, to_move: 'a' })), 'turn');
  assert.equal(callOf(before, frame({ seq: 2, turn: 4, to_move: 'c' })), null);
  assert.equal(callOf(frame({ stage: 'waiting' }), frame({ seq: 2, turn: 0, to_move: 'a' })), 'turn');
});

test('a turn that goes on calls nobody again', () => {
  const mine = frame({ to_move: 'a' });
  assert.equal(callOf(mine, frame({ seq: 2, to_move: 'a', entry: { kind: 'renamed', seat: 'b' } })), null);
  assert.equal(callOf(mine, mine), null);
});

test('whoever is played for is not called', () => {
  assert.equal(callOf(frame({}), frame({ seq: 2, turn: 4, to_move: 'a', away: { a: 'time' } })), null);
});

test('only whoever is nudged hears of it', () => {
  const before = frame({ to_move: 'a' });
  assert.equal(callOf(before, frame({ seq: 2, to_move: 'a', entry: { kind: 'nudged', seat: 'a' } })), 'nudged');
  assert.equal(callOf(before, frame({ seq: 2, seats: 'b', to_move: 'a', entry: { kind: 'nudged', seat: 'a' } })), null);
});

test('everybody hears of the end and of the next game', () => {
  const over = frame({ seq: 2, stage: 'over', turn: 4 });
  assert.equal(callOf(frame({}), over), 'over');
  assert.equal(callOf(over, frame({ seq: 3, stage: 'over', turn: 4, rematch: 'abcdefgh' })), 'rematch');
});

test('a watcher is never called', () => {
  assert.equal(callOf(frame({}), frame({ seq: 2, seats: '', stage: 'over' })), null);
});

test('a night begins and ends by the clocks of its zone', () => {
  const night = { zone: 'Europe/Berlin', begins: 22, ends: 7 };
  const hours = { '20:59': false, '21:00': true, '23:30': true, '05:59': true, '06:00': false, '12:00': false };
  for (const [time, expected] of Object.entries(hours)) {
    assert.equal(isNight(night, new Date(`2026-01-31T${time}:00Z`)), expected, time);
  }
  assert.equal(isNight({ ...night, begins: 1 }, new Date('2026-01-31T23:30:00Z')), false);
  assert.equal(isNight({ ...night, begins: 0 }, new Date('2026-01-31T23:30:00Z')), true);
  assert.equal(isNight(null, new Date('2026-01-31T23:30:00Z')), false);
  assert.equal(isNight({ ...night, zone: 'Elsewhere/Unknown', begins: 0, ends: 0 }, new Date()), false);
});

test('after a night one hears of a turn only if it is still the own one', () => {
  const mine = frame({ to_move: 'a' });
  assert.deepEqual([stillOf('turn', mine), stillOf('nudged', mine)], ['turn', 'turn']);
  assert.equal(stillOf('nudged', frame({ to_move: 'b' })), null);
  assert.equal(stillOf('over', frame({ stage: 'over' })), 'over');
});
