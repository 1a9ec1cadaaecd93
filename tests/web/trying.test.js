/** In the rule book a turn is tried in a position that the server knows. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Trying } from '../../src/rheinlaender/web/js/planning/trying.js';
import { Server, VIEW, answerRequests, previewOf, refusal, rest } from './server.js';

async function open() {
  const server = new Server();
  const requests = answerRequests(server);
  const trying = new Trying('rh1 seats=3', ['1L']);
  await rest(2);
  return { server, requests, trying };
}

const OPENING = { ...previewOf([]), view: VIEW, moves: VIEW.moves };

test('the position is asked for, then a turn is planned in it to its end', async () => {
  const { server, requests, trying } = await open();
  assert.deepEqual([trying.view.value, trying.hand.value], [null, []]);
  await server.answer(OPENING);
  assert.deepEqual([trying.view.value, trying.hand.value], [VIEW, [17, 18]]);
  trying.chooseCard(17);
  assert.deepEqual([...trying.targets.value], ['L17', 'R17', 'L18']);
  trying.touchField('L17');
  await rest(2);
  await server.answer();
  assert.equal(trying.isBuilding.value, true);
  trying.buildNothing();
  await rest(2);
  await server.answer();
  assert.deepEqual([trying.isDone.value, trying.isBuilding.value, [...trying.targets.value]], [true, false, []]);
  assert.deepEqual(requests.at(-1), {
    path: '/api/rules/try',
    body: { position: 'rh1 seats=3', played: ['1L'], moves: ['17L', '.'] },
  });
});

test('what is illegal is refused, and everything can be taken back', async () => {
  const { server, trying } = await open();
  await server.answer(OPENING);
  trying.chooseCard(18);
  trying.touchField('R20');
  await rest(2);
  assert.deepEqual(server.asked.at(-1), { moves: [], attempt: { card: 18, field: 'R20' } });
  await server.refuse(refusal('no_knight_beside'));
  assert.equal(trying.refusal.value?.code, 'no_knight_beside');
  assert.equal(trying.takeBack(), true);
  assert.equal(trying.refusal.value, null);
});

test('a position that cannot be opened says why', async () => {
  const { server, trying } = await open();
  await server.refuse(refusal('unreachable'));
  assert.deepEqual([trying.view.value, trying.refusal.value?.code], [null, 'unreachable']);
});
