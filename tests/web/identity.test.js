/** The seats of several browsers become those of one identity; nothing is lost, and nothing goes to a stranger. */

import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';

/** @type {Map<string, string>} */
const storage = new Map();
Object.defineProperty(globalThis, 'localStorage', {
  value: {
    getItem: (/** @type {string} */ key) => storage.get(key) ?? null,
    setItem: (/** @type {string} */ key, /** @type {string} */ text) => void storage.set(key, text),
  },
  configurable: true,
});

/** What the server has, and what it was sent. @type {{known: any, asked: any[], refusal: string|null}} */
const server = { known: null, asked: [], refusal: null };
globalThis.fetch = /** @type {any} */ (
  async (/** @type {string} */ path, /** @type {any} */ request) => {
    const body = request.body && JSON.parse(request.body);
    server.asked.push({ method: request.method, path, key: request.headers.Authorization, ...body });
    const refusal = server.refusal && { refusal: { code: server.refusal, arguments: {}, section: null } };
    return { ok: !refusal, status: refusal ? 410 : 200, json: async () => refusal ?? server.known };
  }
);

const { forget, myTables, remember, secretsOf } = await import('../../src/rheinlaender/web/js/secrets.js');
const { myName, setMyName } = await import('../../src/rheinlaender/web/js/open.js');
const { become, identity, leaveBehind, putAway, sync } = await import('../../src/rheinlaender/web/js/identity/sync.js');
const [ONE, OTHER] = ['1'.repeat(32), '2'.repeat(32)];

/** @param {Record<string, string[]>} tables @param {string} [name] */
function know(tables, name = '') {
  const listed = Object.entries(tables).map(([table, secrets]) => ({ table, secrets, is_put_away: false }));
  server.known = { name, made: '', tables: listed };
}

beforeEach(() => {
  leaveBehind();
  for (const { table } of myTables().value) forget(table);
  Object.assign(server, { known: null, asked: [], refusal: null });
  know({});
});

test('a browser makes a key with its first seat, and sends each seat once', async () => {
  await sync();
  assert.deepEqual([identity.value, server.asked], [null, []]);
  remember('rhine', ONE);
  know({ rhine: [ONE] });
  await sync();
  await sync();
  assert.match(identity.value?.key ?? '', /^[A-Za-z0-9_-]{21}[AQgw]$/);
  assert.deepEqual(
    server.asked.map((asked) => asked.seats),
    [[{ table: 'rhine', secret: ONE }], []],
  );
  assert.equal(server.asked[0].key, `Bearer ${identity.value?.key}`);
});

test('seats of other devices come, and those that were put away there go', async () => {
  remember('rhine', ONE);
  know({ rhine: [ONE], moselle: [OTHER] });
  await sync();
  assert.deepEqual(secretsOf('moselle'), [OTHER]);
  server.known.tables[0].is_put_away = true;
  await sync();
  assert.deepEqual([secretsOf('rhine'), secretsOf('moselle')], [[], [OTHER]]);
});

test('a seat that is put away here is put away on all devices, and comes back when it is taken again', async () => {
  remember('rhine', ONE);
  know({ rhine: [ONE] });
  await sync();
  forget('rhine');
  await putAway('rhine');
  assert.deepEqual([server.asked[1].method, server.asked[1].path], ['DELETE', '/api/identity/tables/rhine']);
  remember('rhine', ONE);
  await sync();
  assert.deepEqual(server.asked[2].seats, [{ table: 'rhine', secret: ONE }]);
});

test('whoever becomes somebody else keeps the own seats here, and brings them along only if that is said', async () => {
  remember('rhine', ONE);
  for (const [isBringing, sent] of /** @type {[boolean, number][]} */ ([
    [false, 0],
    [true, 1],
  ])) {
    server.asked = [];
    await become('A'.repeat(22), server.known, isBringing);
    assert.equal(server.asked[0].seats.length, sent);
    assert.deepEqual(secretsOf('rhine'), [ONE]);
  }
});

test('whoever becomes somebody else stays so, although the server still tells of whom they were', async () => {
  remember('rhine', ONE);
  know({ rhine: [ONE] }, 'Bert');
  const before = sync();
  const known = { ...server.known, name: 'Anna', tables: [] };
  const after = become('A'.repeat(22), known, false);
  await before;
  know({}, 'Anna');
  await after;
  assert.deepEqual([identity.value, myName.value], [{ key: 'A'.repeat(22), name: 'Anna' }, 'Anna']);
});

test('the name goes where it was changed last', async () => {
  remember('rhine', ONE);
  setMyName('Anna');
  know({ rhine: [ONE] }, 'Anna');
  await sync();
  assert.equal(server.asked[0].name, 'Anna');
  know({ rhine: [ONE] }, 'Änne');
  await sync();
  assert.deepEqual([server.asked[1].name, myName.value], [null, 'Änne']);
});

test('whoever was deleted on another device is forgotten here', async () => {
  remember('rhine', ONE);
  know({ rhine: [ONE] }, 'Anna');
  await sync();
  server.refusal = 'identity_deleted';
  await assert.rejects(sync());
  assert.deepEqual([identity.value, myName.value, secretsOf('rhine')], [null, '', []]);
});
