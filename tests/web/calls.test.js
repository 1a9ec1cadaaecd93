/** What somebody who looks elsewhere is called for, by two frames of a table. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callOf } from '../../src/rheinlaender/web/js/calling/calls.js';

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
