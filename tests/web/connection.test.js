/** The connection misses no frame and loses no command, whatever the line does. */

import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';

import { Refused } from '../../src/rheinlaender/web/js/api.js';
import { connect } from '../../src/rheinlaender/web/js/connection.js';

const TIMES = { ping: 10, silence: 150, answer: 60, firstPause: 1, longestPause: 4 };
const rest = (/** @type {number} */ milliseconds) =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });

/** A frame of a number. @param {number} seq @param {string} [epoch] */
const frame = (seq, epoch = '') => /** @type {any} */ ({ seq, epoch, table: {}, entry: { kind: 'turn' }, view: null });

/** Lines that a test holds in its hand. */
class Switchboard {
  /** @type {any[]} */
  opened = [];

  /** @param {'socket'|'stream'} kind */
  open =
    (kind) =>
    (/** @type {any} */ _table, /** @type {any} */ secret, /** @type {any} */ after, /** @type {any} */ ears) => {
      const line = {
        kind,
        secret,
        after,
        ears,
        sent: /** @type {any[]} */ ([]),
        isClosed: false,
        tell(/** @type {number} */ seq, epoch = '') {
          ears.sign();
          ears.frame(frame(seq, epoch));
        },
      };
      this.opened.push(line);
      return {
        send: (/** @type {any} */ command) => line.sent.push(command),
        ping() {},
        close() {
          line.isClosed = true;
        },
      };
    };

  get lines() {
    return { socket: this.open('socket'), stream: this.open('stream') };
  }

  get line() {
    return this.opened.at(-1);
  }
}

/** @type {ReturnType<typeof connect>[]} */
const dialled = [];
afterEach(() => {
  for (const connection of dialled.splice(0)) connection.close(); // one that is left open would keep Node alive
});

/**
 * Wait until something holds, however busy the machine is.
 * @param {() => boolean} holds
 */
async function until(holds) {
  const end = Date.now() + 10_000;
  while (!holds()) {
    assert.ok(Date.now() < end, String(holds));
    await rest(2);
  }
}

/** @param {string|null} [secret] */
function dial(secret = 'secret') {
  const board = new Switchboard();
  const connection = connect('table', secret, { lines: board.lines, times: TIMES });
  dialled.push(connection);
  return { board, connection };
}

test('frames come in order, and one that is there already is ignored', () => {
  const { board, connection } = dial();
  assert.equal(board.line.after, null);
  assert.equal(connection.line.value, 'connecting');
  for (const seq of [4, 5, 5, 4, 6]) board.line.tell(seq);
  assert.equal(connection.line.value, 'live');
  assert.deepEqual(
    connection.frames.value.map(({ seq }) => seq),
    [4, 5, 6],
  );
  connection.close();
});

test('a frame of another epoch voids what is there, whatever its number', () => {
  const { board, connection } = dial();
  for (const seq of [4, 5, 6]) board.line.tell(seq);
  board.line.tell(2, 'set back');
  board.line.tell(3, 'set back');
  board.line.tell(3, 'set back');
  assert.deepEqual(
    connection.frames.value.map(({ seq }) => seq),
    [2, 3],
  );
  assert.equal(connection.frame.value?.seq, 3);
  assert.equal(board.opened.length, 1);
  connection.close();
});

test('a missing frame is asked for by connecting again after the last one', () => {
  const { board, connection } = dial();
  board.line.tell(4);
  board.line.tell(7);
  assert.equal(board.opened.length, 2);
  assert.equal(board.opened[0].isClosed, true);
  assert.equal(board.line.after, 4);
  for (const seq of [5, 6, 7]) board.line.tell(seq);
  assert.deepEqual(
    connection.frames.value.map(({ seq }) => seq),
    [4, 5, 6, 7],
  );
  connection.close();
});

test('a broken line comes back by itself and goes on after the last frame', async () => {
  const { board, connection } = dial();
  board.line.tell(4);
  board.line.ears.closed();
  assert.equal(connection.line.value, 'waiting');
  await until(() => board.opened.length === 2);
  assert.equal(board.line.after, 4);
  connection.close();
});

test('a command is sent again with the same id until it is answered', async () => {
  const { board, connection } = dial();
  board.line.tell(0);
  const answered = connection.command('play', { moves: ['17L', '.'], turn: 3 });
  const [first] = board.line.sent;
  assert.equal(first.name, 'play');
  board.line.ears.closed();
  await until(() => board.opened.length === 2);
  board.line.tell(1);
  assert.deepEqual(board.line.sent, [first]);
  board.line.ears.reply({ id: first.id, ok: true, turn: 4 });
  assert.equal((await answered).turn, 4);
  board.line.ears.closed();
  await until(() => board.opened.length === 3);
  board.line.tell(2);
  assert.deepEqual(board.line.sent, []);
  connection.close();
});

test('a command given while the line is down is sent when it is back', async () => {
  const { board, connection } = dial();
  const answered = connection.command('leave', { seat: 'a' });
  assert.deepEqual(board.line.sent, []);
  board.line.tell(0);
  board.line.ears.reply({ id: board.line.sent[0].id, ok: true });
  await answered;
  connection.close();
});

test('a refused command is thrown with its refusal', async () => {
  const { board, connection } = dial();
  board.line.tell(0);
  const answered = connection.command('start');
  const refusal = { code: 'not_owner', arguments: {}, section: null };
  board.line.ears.reply({ id: board.line.sent[0].id, ok: false, refusal });
  await assert.rejects(answered, (error) => error instanceof Refused && error.refusal.code === 'not_owner');
  connection.close();
});

test('after two sockets that say nothing the stream is used, and it is kept while it works', async () => {
  const { board, connection } = dial();
  board.line.ears.closed();
  await until(() => board.opened.length === 2);
  board.line.ears.closed();
  await until(() => board.opened.length === 3);
  assert.deepEqual(
    board.opened.map(({ kind }) => kind),
    ['socket', 'socket', 'stream'],
  );
  board.line.tell(0);
  board.line.ears.closed();
  await until(() => board.opened.length === 4);
  assert.equal(board.line.kind, 'stream');
  connection.close();
});

test('when the stream says nothing either, sockets are tried again', async () => {
  const { board, connection } = dial();
  for (const count of [2, 3, 4]) {
    board.line.ears.closed();
    await until(() => board.opened.length === count);
  }
  assert.deepEqual(
    board.opened.map(({ kind }) => kind),
    ['socket', 'socket', 'stream', 'socket'],
  );
  connection.close();
});

test('a line that falls silent after a command is given up', async () => {
  const { board, connection } = dial();
  board.line.tell(0);
  connection.command('play', {}).catch(() => {});
  await until(() => board.opened.length > 1);
  assert.equal(board.opened[0].isClosed, true);
  connection.close();
});

test('a silent line is said to be silent, and lives again with the next sign', async () => {
  const { board, connection } = dial();
  board.line.tell(0);
  await until(() => connection.line.value === 'waiting');
  assert.equal(board.opened.length, 1);
  board.line.ears.sign();
  assert.equal(connection.line.value, 'live');
  connection.close();
});

test('a line that stays silent is given up, and what is said does not change until another is heard', async () => {
  const { board, connection } = dial();
  board.line.tell(0);
  await until(() => board.opened.length > 1);
  assert.equal(connection.line.value, 'waiting');
  board.line.tell(1);
  assert.equal(connection.line.value, 'live');
  connection.close();
});

test('a final failure ends the connection, its commands and its attempts', async () => {
  const { board, connection } = dial();
  const answered = connection.command('leave');
  board.line.ears.failure({ code: 'no_such_table', arguments: {}, section: null }, true);
  await assert.rejects(answered, Refused);
  assert.equal(connection.line.value, 'gone');
  assert.equal(connection.failure.value?.code, 'no_such_table');
  await rest(20);
  assert.equal(board.opened.length, 1);
});

test('whoever sits down goes on under the new secret and sees everything anew', async () => {
  const { board, connection } = dial(null);
  board.line.tell(3);
  const answered = connection.command('sit', { secret: 'mine', player: 'Anna', seat: null });
  board.line.ears.reply({ id: board.line.sent[0].id, ok: true, seats: 'b' });
  await answered;
  assert.deepEqual([board.line.secret, board.line.after], ['mine', null]);
  board.line.tell(4);
  assert.deepEqual(
    connection.frames.value.map(({ seq }) => seq),
    [4],
  );
  connection.close();
});
