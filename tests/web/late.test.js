/** Late answers change nothing, failures are said, and a draft is planned again. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { UNREACHABLE } from '../../src/rheinlaender/web/js/api.js';
import { signal } from '../../src/rheinlaender/web/js/lib.js';
import { Planning } from '../../src/rheinlaender/web/js/planning/planning.js';
import { BASTION, MOVES, plan, previewOf, refusal, rest, texts, VIEW } from './server.js';

const [LEFT, RIGHT, NEXT] = MOVES;

test('a newer plan makes an older preview void', async () => {
  const { server, planning } = plan();
  planning.touchField('R17');
  planning.chooseCard(17);
  planning.touchField('L17');
  await server.answer(previewOf([RIGHT]), 0);
  assert.equal(planning.preview.value, null);
  await server.answer();
  assert.deepEqual(planning.preview.value?.decisions, [LEFT]);
});

test('a newer plan makes the refusal of an older one void', async () => {
  const { server, planning } = plan();
  planning.touchField('R17');
  planning.chooseCard(17);
  planning.touchField('L17');
  await server.refuse(UNREACHABLE, 0);
  assert.deepEqual([planning.refusal.value, texts(planning)], [null, ['17L']]);
});

test('a newer plan makes the answers to attempts void, right or wrong', async () => {
  for (const late of ['answer', 'refuse']) {
    const { server, planning } = plan();
    planning.chooseCard(18);
    planning.touchField('L17');
    planning.chooseCard(17);
    planning.touchField('L17');
    await (late === 'answer' ? server.answer(previewOf([NEXT]), 0) : server.refuse(refusal('field_occupied'), 0));
    assert.deepEqual([planning.refusal.value, planning.field.value, texts(planning)], [null, null, ['17L']]);
  }
});

test('taking back makes answers void', async () => {
  const { server, planning } = plan();
  planning.touchField('R17');
  assert.equal(planning.asking.isAsking.value, true);
  planning.takeBack();
  assert.equal(planning.asking.isAsking.value, false);
  await server.answer(previewOf([RIGHT]), 0);
  assert.deepEqual([planning.preview.value, texts(planning)], [null, []]);
});

test('a newer plan makes the answer to a question about it void', async () => {
  const { planning } = plan();
  const taken = /** @type {string[]} */ ([]);
  const late = planning.consult(
    () => rest(2).then(() => 'late'),
    (answer) => taken.push(answer),
  );
  planning.touchField('R17');
  await late;
  assert.deepEqual(taken, []);
});

test('another turn makes answers void', async () => {
  const { server, planning, seen } = plan();
  planning.touchField('R17');
  seen.value = { ...VIEW, turn: 4 };
  planning.begin();
  await server.answer(previewOf([RIGHT]), 0);
  assert.deepEqual([planning.preview.value, texts(planning)], [null, []]);
});

test('where the server is not reached the plan is taken back, and it is said why', async () => {
  const { server, planning } = plan();
  planning.touchField('R17');
  await server.refuse(UNREACHABLE);
  assert.deepEqual([planning.refusal.value?.code, texts(planning)], ['unreachable', []]);
  assert.equal(planning.card.value, 17);
});

test('what is no refusal is not swallowed', async () => {
  const planning = new Planning({ view: signal(VIEW), foresee: () => Promise.reject(new TypeError('a fault')) });
  planning.begin({ card: 17, moves: [LEFT] });
  await assert.rejects(planning.answering, TypeError);
});

test('a draft is planned again, decision by decision', async () => {
  const { server, planning } = plan();
  planning.begin({ card: 17, moves: [RIGHT, BASTION] });
  assert.deepEqual([planning.card.value, planning.bastionField.value], [17, 'L19']);
  await server.answer();
  await server.answer();
  assert.deepEqual(
    server.asked.map(({ moves }) => moves),
    [['17R'], ['17R', '@L19']],
  );
  assert.equal(planning.foreseen.value.length, 2);
});

test('a draft that no longer holds is cut where it fails', async () => {
  const { server, planning } = plan();
  planning.begin({ card: 17, moves: [RIGHT, BASTION] });
  await server.answer();
  await server.refuse(refusal('field_occupied'));
  assert.deepEqual([texts(planning), planning.refusal.value?.code], [['17R'], 'field_occupied']);
});
