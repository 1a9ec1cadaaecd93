/** Secrets are never lost: not by many tables, not by another window, not by a second link. */

import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';

/** @type {Map<string, string>} */
const storage = new Map();
const shelf = {
  isFull: false,
  getItem: (/** @type {string} */ key) => storage.get(key) ?? null,
  setItem(/** @type {string} */ key, /** @type {string} */ text) {
    if (this.isFull) throw new Error('full');
    storage.set(key, text);
  },
};
Object.defineProperty(globalThis, 'localStorage', { value: shelf, configurable: true });
const { follow, forget, isForgetful, myTables, play, remember, secretOf, secretsOf } = await import(
  '../../src/rheinlaender/web/js/secrets.js'
);
const [ONE, OTHER] = ['1'.repeat(32), '2'.repeat(32)];

beforeEach(() => {
  shelf.isFull = false;
  for (const { table } of myTables().value) forget(table);
});

/** What another window finds. */
function stored() {
  return JSON.parse(storage.get('rheinlaender.tables') ?? '[]');
}

test('however many tables are watched, no seat is dropped', () => {
  remember('seat', ONE);
  for (let number = 0; number < 150; number += 1) remember(`watched-${number}`, null);
  assert.equal(secretOf('seat'), ONE);
  assert.equal(myTables().value.length, 101);
  assert.equal(myTables().value[0].table, 'watched-149');
});

test('no seat is dropped for another', () => {
  for (let number = 0; number < 150; number += 1) remember(`seat-${number}`, ONE);
  assert.equal(myTables().value.length, 150);
});

test('a second secret is kept beside the one in use, and can be used', () => {
  remember('table', ONE);
  remember('table', OTHER);
  assert.deepEqual(secretsOf('table'), [ONE, OTHER]);
  play('table', OTHER);
  assert.deepEqual(secretsOf('table'), [OTHER, ONE]);
  remember('table', null);
  assert.deepEqual(secretsOf('table'), [OTHER, ONE]);
});

test('whoever watched and sits down has a secret', () => {
  remember('table', null);
  remember('table', ONE);
  assert.equal(secretOf('table'), ONE);
});

test('the next table has all secrets of the one before', () => {
  remember('table', ONE);
  remember('table', OTHER);
  follow('table', 'next');
  assert.deepEqual(secretsOf('next'), [ONE, OTHER]);
});

test('what another window has kept meanwhile stays', () => {
  remember('own', ONE);
  storage.set('rheinlaender.tables', JSON.stringify([{ table: 'its', secret: OTHER, title: '', at: '' }, ...stored()]));
  remember('watched', null);
  assert.deepEqual([secretOf('own'), secretOf('its')], [ONE, OTHER]);
});

test('a browser that keeps nothing has its seats until it is closed, and says so', () => {
  shelf.isFull = true;
  remember('table', ONE);
  remember('watched', null);
  assert.deepEqual([secretOf('table'), isForgetful.value], [ONE, true]);
});

test('what cannot be a list of tables is not taken for one', () => {
  storage.set('rheinlaender.tables', '{"table": 1}');
  remember('table', ONE);
  assert.equal(secretOf('table'), ONE);
});
