/** Server-sent events are read whatever pieces they come in. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { readEvents } from '../../src/rheinlaender/web/js/lines.js';

/** @param {string[]} pieces */
const streamOf = (pieces) =>
  new ReadableStream({
    start(controller) {
      for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece));
      controller.close();
    },
  });

/** @param {string[]} pieces */
async function eventsOf(pieces) {
  const events = [];
  for await (const event of readEvents(streamOf(pieces))) events.push(event);
  return events;
}

const TEXT = ': hello\n\nevent: frame\nid: 3\ndata: {"seq": 3}\n\nevent: presence\ndata: {"a": true}\n\n';
const EVENTS = [
  { event: 'frame', text: '{"seq": 3}' },
  { event: 'presence', text: '{"a": true}' },
];

test('comments are passed over, events are read', async () => {
  assert.deepEqual(await eventsOf([TEXT]), EVENTS);
});

test('events that come byte by byte are the same', async () => {
  assert.deepEqual(await eventsOf([...TEXT]), EVENTS);
});

test('lines may end as on other systems, wherever a piece ends', async () => {
  assert.deepEqual(await eventsOf([...TEXT.replaceAll('\n', '\r\n')]), EVENTS);
});
