/** In a lesson what is decided is judged at once; what was refused leaves everything as it was. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Step } from '../../src/rheinlaender/web/js/learn/step.js';
import { BASTION, MOVES, Server, VIEW, answerRequests, refusal, rest } from './server.js';

const STEP = {
  number: 2,
  kind: 'play',
  view: VIEW,
  opening: null,
  shown: [],
  has_bastion: false,
  taps: 0,
  solution: ['17L'],
};

/** @param {Record<string, any>} [parts] */
function open(parts = {}) {
  const server = new Server();
  const requests = answerRequests(server);
  const step = new Step('place', /** @type {any} */ ({ ...STEP, ...parts }));
  return { server, requests, step };
}

/** @param {Record<string, any>} [parts] */
const answerOf = (parts = {}) => ({
  right: true,
  refusal: null,
  moves: ['17L', '.'],
  view: VIEW,
  events: [],
  ...parts,
});

test('a knight without a bastion is judged at once, legal or not', async () => {
  for (const field of ['L17', 'L44']) {
    const { server, requests, step } = open();
    step.chooseCard(17);
    step.touchField(field);
    await rest(2);
    assert.deepEqual(requests, [{ path: '/api/lessons/place/2', body: { moves: [], attempt: { card: 17, field } } }]);
    await server.answer(answerOf());
    assert.equal(step.stage.value, 'right');
  }
});

test('a field without a card says only that the card is missing', () => {
  const { requests, step } = open();
  step.touchField('R17');
  assert.deepEqual([step.isCardMissing.value, requests], [true, []]);
  step.chooseCard(17);
  assert.equal(step.isCardMissing.value, false);
});

test('the bastion is asked for after the knight, and both are judged together', async () => {
  const { server, requests, step } = open({ has_bastion: true });
  step.chooseCard(17);
  step.touchField('L17');
  await rest(2);
  assert.deepEqual(requests.at(-1), { path: '/api/lessons/place/2/preview', body: { moves: ['17L'] } });
  await server.answer();
  assert.deepEqual([step.knightPlaced.value, step.isBastion.value], [MOVES[0], true]);
  step.touchField(BASTION.field);
  await rest(2);
  assert.deepEqual(requests.at(-1)?.body, { moves: ['17L'], attempt: { field: 'L19' } });
  await server.answer(answerOf({ right: false, refusal: refusal('no_bastion_left') }));
  assert.deepEqual([step.stage.value, step.tries.value, step.hasHint.value], ['wrong', 1, true]);
  step.touchField('L20');
  await rest(2);
  assert.deepEqual(requests.at(-1)?.body, { moves: ['17L'], attempt: { field: 'L20' } });
});

test('no bastion is judged as the decision that the server listed', async () => {
  const { server, requests, step } = open({ has_bastion: true });
  step.buildNothing();
  step.chooseCard(17);
  step.touchField('L17');
  await rest(2);
  await server.answer();
  step.buildNothing();
  await rest(2);
  assert.deepEqual(requests.at(-1)?.body, { moves: ['17L', '.'] });
});

test('a bastion before the knight is tried once, then the knight is meant again', async () => {
  const { server, requests, step } = open({ has_bastion: true });
  step.toggleBastion();
  step.touchField('L19');
  await rest(2);
  assert.deepEqual(requests.at(-1)?.body, { moves: [], attempt: { field: 'L19' } });
  await server.answer(answerOf({ right: false, refusal: refusal('knight_first'), moves: ['@L19'] }));
  step.chooseCard(17);
  assert.deepEqual([step.stage.value, step.isBastion.value, step.card.value], ['asked', false, 17]);
});

test('a refused card stays chosen; a legal turn that was wrong is put away', async () => {
  for (const [why, card] of [
    [refusal('river_not_open'), 17],
    [null, null],
  ]) {
    const { server, step } = open();
    step.chooseCard(17);
    step.touchField('L44');
    await rest(2);
    await server.answer(answerOf({ right: false, refusal: why }));
    step.touchField('R44');
    assert.equal(step.card.value, card);
  }
});

test('a try that is judged after one went back is void', async () => {
  const { server, step } = open();
  step.chooseCard(17);
  step.touchField('L44');
  await rest(2);
  step.clear();
  await server.answer(answerOf({ right: false }));
  assert.deepEqual([step.stage.value, step.answer.value, step.tries.value], ['asked', null, 0]);
});

test('nothing else is tried while a try is judged', async () => {
  const { requests, step } = open();
  step.chooseCard(17);
  step.touchField('L17');
  step.touchField('R17');
  step.solve();
  await rest(2);
  assert.equal(requests.length, 1);
});

test('places are tapped until there are enough of them', async () => {
  const { requests, step } = open({ kind: 'look', taps: 2 });
  for (const place of ['L1', 'L2', 'L2']) step.touchField(place);
  await rest(2);
  assert.deepEqual(requests, [{ path: '/api/lessons/place/2', body: { fields: ['L1', 'L2'] } }]);
});

test('a tap is taken back by the same tap, and all of them at once', () => {
  const { step } = open({ kind: 'look', taps: 3 });
  for (const place of ['L1', 'L2', 'L1']) step.touchField(place);
  assert.deepEqual(step.taps.value, ['L2']);
  assert.equal(step.takeBack(), true);
  assert.deepEqual([step.taps.value, step.takeBack()], [[], false]);
});

test('the solution is played as it was sent', async () => {
  const { server, requests, step } = open();
  step.solve();
  await rest(2);
  assert.deepEqual(requests.at(-1)?.body, { moves: ['17L'] });
  await server.answer(answerOf());
  assert.equal(step.stage.value, 'right');
  step.touchField('L17');
  assert.equal(requests.length, 1);
});
