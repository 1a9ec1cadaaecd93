/** A turn is planned by card and field, a bastion after it, and everything can be taken back. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { BASTION, CHANGE, MOVES, NONE, plan, previewOf, refusal, texts, VIEW } from './server.js';

const [LEFT, RIGHT, NEXT] = MOVES;

/** A knight that is planned and foreseen, and the question for its bastion. */
async function planBastion() {
  const planned = plan();
  planned.planning.touchField('R17');
  await planned.server.answer();
  planned.planning.toggleBastion();
  return planned;
}

test('a card and then a field plan the move that the server listed', async () => {
  const { server, planning } = plan();
  planning.chooseCard(17);
  assert.equal(planning.card.value, 17);
  planning.touchField('L17');
  assert.deepEqual(planning.plan.value, [LEFT]);
  assert.deepEqual(server.asked, [{ moves: ['17L'], attempt: undefined }]);
  await server.answer();
  assert.deepEqual(planning.preview.value?.decisions, [LEFT]);
  assert.deepEqual(planning.turn, ['17L', '.']);
});

test('a field that one card reaches is planned at once', async () => {
  const { planning } = plan();
  planning.touchField('R17');
  assert.deepEqual(planning.plan.value, [RIGHT]);
  assert.equal(planning.card.value, 17);
});

test('a field that several cards reach waits for the card', () => {
  const { server, planning } = plan();
  planning.touchField('L18');
  assert.deepEqual([planning.field.value, texts(planning)], ['L18', []]);
  assert.deepEqual([...planning.useful.value], [18, 17]);
  planning.chooseCard(17);
  assert.deepEqual([planning.field.value, texts(planning)], [null, ['17>L18']]);
  assert.equal(server.asked.length, 1);
});

test('a field that no card reaches is noted, unless somebody stands there', () => {
  const { planning } = plan();
  planning.touchField('L40');
  assert.equal(planning.note.value, 'L40');
  planning.touchField('L30');
  assert.equal(planning.note.value, null);
});

test('where nothing is told, a field waits for the card without a word', () => {
  const { planning } = plan({ isQuiet: true });
  planning.touchField('R17');
  assert.deepEqual([planning.note.value, planning.field.value, texts(planning)], ['R17', null, []]);
});

test('of one card the choice is made', () => {
  const { planning } = plan({ view: { ...VIEW, hand: [17] } });
  planning.touchField('L17');
  assert.deepEqual([planning.card.value, texts(planning)], [17, ['17L']]);
});

test('a card that is chosen again is put back', () => {
  const { planning } = plan();
  planning.chooseCard(18);
  planning.chooseCard(18);
  assert.equal(planning.card.value, null);
});

test('an attempt is sent as card and field, and its refusal is shown with the cards that reach the field', async () => {
  const { server, planning } = plan();
  planning.chooseCard(18);
  planning.touchField('L17');
  assert.deepEqual(server.asked, [{ moves: [], attempt: { card: 18, field: 'L17' } }]);
  await server.refuse(refusal('no_knight_beside'));
  assert.deepEqual(
    [planning.refusal.value?.code, planning.field.value, texts(planning)],
    ['no_knight_beside', 'L17', []],
  );
  planning.chooseCard(17);
  assert.deepEqual([planning.refusal.value, texts(planning)], [null, ['17L']]);
});

test('an attempt that the server finds legal is planned as the move that it names', async () => {
  const { server, planning } = plan();
  planning.chooseCard(18);
  planning.touchField('L19');
  const found = { move: '18>L19', kind: 'reinforce', card: 18, field: 'L19' };
  await server.answer(previewOf([found]));
  assert.deepEqual(planning.plan.value, [found]);
  assert.deepEqual(server.asked.at(-1), { moves: ['18>L19'], attempt: undefined });
});

test('a bastion is offered after the knight, built by a field, moved and left again', async () => {
  const { server, planning } = plan();
  planning.toggleBastion();
  assert.equal(planning.isBastion.value, false);
  planning.touchField('R17');
  await server.answer();
  assert.deepEqual([...planning.buildable.value], ['L19', 'L20']);
  planning.toggleBastion();
  planning.touchField('L19');
  assert.deepEqual([texts(planning), planning.bastionField.value], [['17R', '@L19'], 'L19']);
  assert.deepEqual(server.asked.at(-1)?.moves, ['17R', '@L19']);
  planning.touchField('L20');
  assert.deepEqual(texts(planning), ['17R', '@L20']);
  planning.touchField('L20');
  assert.deepEqual(texts(planning), ['17R']);
});

test('an illegal bastion is an attempt without a card', async () => {
  const { server, planning } = await planBastion();
  planning.touchField('L30');
  assert.deepEqual(server.asked.at(-1), { moves: ['17R'], attempt: { field: 'L30' } });
  await server.refuse(refusal('field_occupied'));
  assert.deepEqual(
    [planning.refusal.value?.code, texts(planning), planning.isBastion.value],
    ['field_occupied', ['17R'], true],
  );
});

test('a knight that is placed elsewhere keeps no bastion', async () => {
  const { planning } = await planBastion();
  planning.touchField('L19');
  planning.toggleBastion();
  planning.touchField('L17');
  assert.deepEqual(texts(planning), ['17L']);
});

test('where a bastion is asked for, the next field is meant for it, and nothing follows a complete turn', async () => {
  const { server, planning } = plan({ isBastionAsked: true });
  planning.touchField('R17');
  await server.answer();
  assert.equal(planning.isBastion.value, true);
  planning.buildNothing();
  assert.deepEqual(planning.plan.value, [RIGHT, NONE]);
  await server.answer({ ...previewOf([RIGHT, NONE]), is_complete: true, moves: [] });
  planning.touchField('L19');
  planning.chooseCard(18);
  assert.deepEqual([texts(planning), planning.card.value, planning.turn], [['17R', '.'], 17, ['17R', '.']]);
});

test('a turn may begin with the bastion', async () => {
  const { server, planning } = plan({
    view: { ...VIEW, phase: 'bastion', moves: [NONE, BASTION] },
    isBastionAsked: true,
  });
  planning.touchField('L19');
  assert.deepEqual([texts(planning), server.asked.at(-1)?.moves], [['@L19'], ['@L19']]);
  planning.takeBack();
  assert.deepEqual([texts(planning), planning.isBastion.value], [[], true]);
  assert.equal(planning.takeBack(), false);
});

test('taking back goes from the newest to the oldest: words, bastion, button, knight, card', async () => {
  const { server, planning } = await planBastion();
  planning.touchField('L19');
  await server.answer();
  planning.touchField('L30');
  await server.refuse(refusal('field_occupied'));
  const states = [];
  for (let place = 0; place < 5; place += 1) {
    assert.equal(planning.takeBack(), true);
    states.push([planning.refusal.value, texts(planning).join(' '), planning.isBastion.value, planning.card.value]);
  }
  assert.deepEqual(states, [
    [null, '17R @L19', true, 17],
    [null, '17R', true, 17],
    [null, '17R', false, 17],
    [null, '', false, 17],
    [null, '', false, null],
  ]);
  assert.equal(planning.takeBack(), false);
});

test('where the bastion is asked for, taking it back takes the knight', async () => {
  const { server, planning } = plan({ isBastionAsked: true });
  planning.touchField('R17');
  await server.answer();
  planning.takeBack();
  assert.deepEqual([texts(planning), planning.isBastion.value, planning.card.value], [[], false, 17]);
});

test('a field that waits for its card is taken back', () => {
  const { planning } = plan();
  planning.touchField('L18');
  assert.equal(planning.takeBack(), true);
  assert.equal(planning.field.value, null);
});

test('where nothing can be placed a card is changed', () => {
  const { planning } = plan({ view: { ...VIEW, moves: [CHANGE] } });
  assert.equal(planning.isChange.value, true);
  planning.touchField('L17');
  assert.deepEqual(texts(planning), []);
  planning.chooseCard(18);
  assert.deepEqual(planning.plan.value, [CHANGE]);
});

test("nothing is planned where it is not one's turn, or while it is locked", () => {
  for (const parts of [{ view: null }, { isLocked: () => true }]) {
    const { planning } = plan(parts);
    planning.chooseCard(17);
    planning.touchField('R17');
    planning.toggleBastion();
    planning.buildNothing();
    assert.deepEqual(
      [planning.card.value, texts(planning), planning.isBastion.value, planning.takeBack()],
      [null, [], false, false],
    );
  }
});

test('a place may take decisions itself', async () => {
  const taken = /** @type {any[]} */ ([]);
  const { server, planning } = plan({ takes: (/** @type {any[]} */ ...decision) => taken.push(decision) > 0 });
  planning.chooseCard(18);
  planning.touchField('L17');
  planning.touchField('L18');
  assert.deepEqual(taken, [
    [[], null, { card: 18, field: 'L17' }],
    [[], NEXT, { card: 18, field: 'L18' }],
  ]);
  assert.deepEqual([server.asked, texts(planning)], [[], []]);
});
