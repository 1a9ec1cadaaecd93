/** A turn at a table is sent once and as a whole, and a plan outlives the page. */

import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';

import { Refused } from '../../src/rheinlaender/web/js/api.js';
import { signal } from '../../src/rheinlaender/web/js/lib.js';
import { Turn } from '../../src/rheinlaender/web/js/table/turn.js';
import { Server, VIEW, answerRequests, previewOf, refusal, rest } from './server.js';

beforeEach(() => {
  const kept = new Map();
  globalThis.sessionStorage = /** @type {any} */ ({
    getItem: (/** @type {string} */ name) => kept.get(name) ?? null,
    setItem: (/** @type {string} */ name, /** @type {string} */ text) => kept.set(name, text),
    removeItem: (/** @type {string} */ name) => kept.delete(name),
    get length() {
      return kept.size;
    },
  });
});

/** A turn, and the commands that it sends. */
function take() {
  const server = new Server();
  const requests = answerRequests(server);
  const view = signal(/** @type {any} */ (VIEW));
  const sent = /** @type {any[]} */ ([]);
  /** @type {(name: string, parts: any) => Promise<any>} */
  const command = (name, parts) =>
    new Promise((resolve, reject) => {
      sent.push({ name, ...parts, resolve, reject });
    });
  return { server, requests, view, sent, turn: new Turn({ id: 'table', secret: null, view, command }) };
}

/** A turn that is planned, foreseen and on its way. */
async function takeAndEnd() {
  const taken = take();
  taken.turn.touchField('R17');
  await taken.server.answer();
  void taken.turn.end();
  await rest(2);
  return taken;
}

/** @param {ReturnType<typeof take>} taken */
const commands = ({ sent }) => sent.map(({ name, moves, turn }) => ({ name, moves, turn }));

test('the whole turn is sent, without a bastion where none was planned', async () => {
  const taken = take();
  assert.equal(taken.turn.canEnd.value, false);
  taken.turn.touchField('R17');
  await rest(2);
  assert.deepEqual(taken.requests, [{ path: '/api/tables/table/preview', body: { moves: ['17R'], turn: 3 } }]);
  await taken.server.answer();
  await Promise.race([taken.turn.end(), rest(2)]);
  assert.deepEqual(commands(taken), [{ name: 'play', moves: ['17R', '.'], turn: 3 }]);
});

test('a turn that is ended before the answer comes waits for it', async () => {
  const taken = take();
  taken.turn.touchField('R17');
  const ending = taken.turn.end();
  await rest(2);
  assert.deepEqual(commands(taken), []);
  await taken.server.answer({ ...previewOf([]), moves: [], is_complete: true });
  await Promise.race([ending, rest(2)]);
  assert.deepEqual(commands(taken), [{ name: 'play', moves: ['17R'], turn: 3 }]);
});

test('a turn is ended once, and nothing is planned while it is sent', async () => {
  const taken = take();
  taken.turn.touchField('R17');
  await taken.server.answer();
  for (let time = 0; time < 3; time += 1) void taken.turn.end();
  await rest(2);
  assert.equal(taken.sent.length, 1);
  assert.deepEqual([taken.turn.isSending.value, taken.turn.canEnd.value, taken.turn.takeBack()], [true, false, false]);
  taken.turn.touchField('L17');
  assert.equal(taken.turn.planned.value?.move, '17R');
});

test('nothing is ended that the server has not foreseen', async () => {
  const taken = take();
  taken.turn.touchField('R17');
  const ending = taken.turn.end();
  await rest(2);
  await taken.server.refuse(refusal('unreachable'));
  await ending;
  assert.deepEqual([commands(taken), taken.turn.refusal.value?.code], [[], 'unreachable']);
});

test('a turn that is refused can be ended again', async () => {
  const taken = await takeAndEnd();
  taken.sent[0].reject(new Refused(refusal('not_your_turn'), 409));
  await rest(2);
  assert.deepEqual([taken.turn.refusal.value?.code, taken.turn.canEnd.value], ['not_your_turn', true]);
  void taken.turn.end();
  await rest(2);
  assert.equal(taken.sent.length, 2);
});

test('a refusal that comes in the next turn is void', async () => {
  const taken = await takeAndEnd();
  taken.view.value = { ...VIEW, turn: 6 };
  taken.sent[0].reject(new Refused(refusal('turn_over'), 409));
  await rest(2);
  assert.deepEqual([taken.turn.refusal.value, taken.turn.plan.value, taken.turn.isSending.value], [null, [], false]);
});

test('a draft is restored in its own turn, and only there', async () => {
  const before = take();
  before.turn.touchField('R17');
  before.turn.close();
  const after = take();
  assert.deepEqual([after.turn.card.value, after.turn.planned.value?.move], [17, '17R']);
  await rest(2);
  assert.deepEqual(
    after.requests.map(({ body }) => body.moves),
    [['17R']],
  );
  after.view.value = { ...VIEW, turn: 6 };
  assert.deepEqual([after.turn.card.value, after.turn.plan.value], [null, []]);
});

test('the draft of a turn that was sent is forgotten', async () => {
  const taken = take();
  taken.turn.touchField('R17');
  await taken.server.answer();
  assert.equal(sessionStorage.length, 1);
  void taken.turn.end();
  await rest(2);
  taken.sent[0].resolve({});
  await rest(2);
  assert.equal(sessionStorage.length, 0);
});

test('while the hand is covered nothing is planned, and the plan comes back', () => {
  const taken = take();
  taken.turn.touchField('R17');
  taken.view.value = null;
  assert.deepEqual(taken.turn.plan.value, []);
  taken.view.value = VIEW;
  assert.equal(taken.turn.planned.value?.move, '17R');
});
