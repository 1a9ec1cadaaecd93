/** A server that is busy is asked again; what is refused for good, or is no longer wanted, is not. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Refused, UNREACHABLE } from '../../src/rheinlaender/web/js/api.js';
import { Asking } from '../../src/rheinlaender/web/js/planning/asking.js';
import { refusal } from './server.js';

/**
 * A question that is refused so many times, and how often it was asked.
 * @param {number} times
 * @param {number} status
 */
function refusedFor(times, status) {
  const asked = { count: 0 };
  const question = async () => {
    asked.count += 1;
    if (asked.count <= times) throw new Refused(refusal('server_busy'), status);
    return 'answer';
  };
  return { asked, question };
}

test('a busy server is asked again until it answers', async () => {
  for (const status of [429, 503]) {
    const asking = new Asking([1, 1]);
    const { asked, question } = refusedFor(2, status);
    assert.deepEqual(await asking.ask(question), { answer: 'answer', refusal: null });
    assert.deepEqual([asked.count, asking.isAsking.value], [3, false]);
  }
});

test('a server that stays busy refuses in the end', async () => {
  const asking = new Asking([1, 1]);
  const { asked, question } = refusedFor(9, 503);
  assert.equal((await asking.ask(question))?.refusal?.code, 'server_busy');
  assert.deepEqual([asked.count, asking.isAsking.value], [3, false]);
});

test('a refusal for good, and a server that cannot be reached, are said at once', async () => {
  const { asked, question } = refusedFor(1, 409);
  assert.equal((await new Asking([1]).ask(question))?.refusal?.code, 'server_busy');
  assert.equal(asked.count, 1);
  const gone = await new Asking([1]).ask(() => Promise.reject(new Refused(UNREACHABLE, 0)));
  assert.equal(gone?.refusal, UNREACHABLE);
});

test('what is no longer wanted is not asked again', async () => {
  const asking = new Asking([5]);
  const { asked, question } = refusedFor(9, 503);
  const old = asking.ask(question);
  asking.drop();
  assert.equal(await old, null);
  const waiting = asking.ask(question);
  await new Promise((resolve) => setTimeout(resolve, 1));
  asking.drop();
  assert.equal(await waiting, null);
  assert.equal(asked.count, 2);
});
