/** Talk is heard in order, nothing twice and nothing lost; ready-made words fit what has just happened. */

import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';

import { signal } from '../../src/rheinlaender/web/js/lib.js';
import { Hearing, isHidden, merged, newestOf } from '../../src/rheinlaender/web/js/talk/hearing.js';
import { WORDS, aboutOf, lastTurn, offered } from '../../src/rheinlaender/web/js/talk/reactions.js';

const rest = () =>
  new Promise((resolve) => {
    setTimeout(resolve, 5);
  });

/** @param {number} number @param {object} [parts] */
const remark = (number, parts = {}) =>
  /** @type {any} */ ({
    room: 'players',
    number,
    at: `2026-01-31T12:00:0${number}Z`,
    seat: 'b',
    watcher: null,
    is_yours: false,
    text: `word ${number}`,
    reaction: null,
    about: null,
    ...parts,
  });

/** A server that has said something, and a connection to it. @param {any[]} said */
function table(said) {
  const asked = /** @type {any[]} */ ([]);
  globalThis.fetch = /** @type {any} */ (
    async (/** @type {string} */ path, /** @type {any} */ request) => {
      asked.push({ path, ...request });
      if (request.method === 'GET') return Response.json({ said: [...said] });
      const spoken = remark(said.length + 1, { ...JSON.parse(request.body), is_yours: true });
      said.push(spoken);
      return Response.json(spoken);
    }
  );
  const connection = /** @type {any} */ ({
    line: signal('live'),
    frame: signal({ table: { you: { seats: 'a' }, stage: 'playing', seats: [] } }),
    frames: signal([]),
    talk: signal(null),
  });
  return { asked, connection, hearing: new Hearing('rhine', connection) };
}

const send = globalThis.fetch;
afterEach(() => {
  globalThis.fetch = send;
  isHidden.value = false;
});

test('what comes twice is there once, in order, and stays one’s own', () => {
  const one = [remark(1), remark(3, { is_yours: true })];
  const all = merged(one, [remark(2), remark(3, { text: 'as it stands now' })]);
  assert.deepEqual(
    all.map(({ number }) => number),
    [1, 2, 3],
  );
  assert.equal(all[2]?.text, 'as it stands now');
  assert.equal(all[2]?.is_yours, true);
  assert.deepEqual(newestOf([...all, remark(7, { room: 'all' })]), { players: 3, all: 7 });
});

test('what was said is fetched, and again when a number is missing', async () => {
  const said = [remark(1)];
  const { connection, hearing, asked } = table(said);
  await rest();
  assert.equal(hearing.said.value.length, 1);
  said.push(remark(2), remark(3));
  connection.talk.value = remark(3);
  await rest();
  assert.deepEqual(
    hearing.said.value.map(({ number }) => number),
    [1, 2, 3],
  );
  assert.equal(asked.length, 2);
  assert.equal(hearing.latest.value?.number, 3);
  hearing.close();
});

test('it is fetched anew after a break, so that what was erased goes', async () => {
  const said = [remark(1)];
  const { connection, hearing } = table(said);
  await rest();
  connection.line.value = 'waiting';
  said[0] = remark(1, { text: null });
  connection.line.value = 'live';
  await rest();
  assert.equal(hearing.said.value[0]?.text, null);
  hearing.close();
});

test('what others say is new until it is read; the muted are not heard, and nobody when it is hidden', async () => {
  const { hearing } = table([remark(1), remark(2, { is_yours: true, seat: 'a' }), remark(3, { seat: 'c' })]);
  await rest();
  assert.equal(hearing.unread.value, 2);
  hearing.mute('c');
  assert.equal(hearing.unread.value, 1);
  assert.equal(hearing.heard.value.length, 2);
  hearing.mute('c');
  isHidden.value = true;
  assert.equal(hearing.unread.value, 0);
  isHidden.value = false;
  hearing.read();
  assert.equal(hearing.unread.value, 0);
  hearing.close();
});

test('what one says is sent again until the server has it, with the same id', async () => {
  const { hearing, asked } = table([]);
  await rest();
  const answer = globalThis.fetch;
  let failures = 1;
  globalThis.fetch = async (path, request) => {
    if (failures-- > 0) {
      asked.push({ path, ...request });
      throw new TypeError('no line');
    }
    return answer(path, request);
  };
  await hearing.say({ text: 'Hello' });
  const [first, second] = asked.slice(1).map(({ body }) => JSON.parse(body));
  assert.equal(first.id, second.id);
  assert.equal(hearing.said.value[0]?.text, 'Hello');
  hearing.close();
});

/** A turn of seat b. @param {any[]} events @param {string} [seat] */
const turn = (events, seat = 'b') => /** @type {any} */ ({ kind: 'turn', seat, turn: 12, events });

test('ready-made words fit what has just happened', () => {
  const loss = turn([{ name: 'duke_deposed', seat: 'a' }]);
  assert.equal(offered('playing', loss, 'a')[0], 'ouch');
  assert.equal(offered('playing', loss, '')[0], 'well_played');
  assert.equal(offered('playing', turn(loss.events, 'c'), 'c')[0], 'sorry');
  assert.ok(offered('playing', turn([{ name: 'knight_settled', seat: 'b' }]), 'a').includes('lucky'));
  assert.ok(offered('waiting', null, 'a').includes('hello'));
  assert.ok(offered('over', loss, 'a').includes('good_game'));
  assert.equal(aboutOf('ouch', loss), 12);
  assert.equal(aboutOf('a_moment', loss), null);
  assert.equal(lastTurn(/** @type {any[]} */ ([{ entry: loss }, { entry: { kind: 'hushed' } }])), loss);
  for (const reaction of ['ouch', 'hello']) assert.ok(reaction in WORDS);
});
