/** The fields of places that words name, and texts with their places. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { fieldsAt } from '../../src/rheinlaender/web/js/board/spots.js';
import { siteNames } from '../../src/rheinlaender/web/js/game/told.js';
import { eventWords, piecesOf, speak } from '../../src/rheinlaender/web/js/words.js';

const PLACES = /** @type {any} */ ({
  fields: { L22: {}, W22: {}, R22: {}, L23: {}, R44: {} },
  sites: { L: { fields: ['L22', 'L23'] }, W: { fields: ['R44', 'L22'] } },
  regions: { 22: ['L22', 'W22', 'R22'] },
  aliases: { R38: 'R44' },
});
const VIEW = /** @type {any} */ ({ duchies: [{ name: 'L22', fields: ['L22', 'L23'] }] });

test('a place has its fields', () => {
  const at = (/** @type {any} */ kind, /** @type {any} */ name) => fieldsAt({ kind, at: name }, PLACES, VIEW);
  assert.deepEqual(at('field', 'W22'), ['W22']);
  assert.deepEqual(at('field', 'R38'), ['R44']);
  assert.deepEqual(at('card', 22), ['L22', 'W22', 'R22']);
  assert.deepEqual(at('site', 'L'), ['L22', 'L23']);
  assert.deepEqual(at('duchy', 'L23'), ['L22', 'L23']);
});

test('a duchy that is no more is its field, and what the board does not have is nowhere', () => {
  assert.deepEqual(fieldsAt({ kind: 'duchy', at: 'R22' }, PLACES, VIEW), ['R22']);
  assert.deepEqual(fieldsAt({ kind: 'field', at: 'L99' }, PLACES, VIEW), []);
  assert.deepEqual(fieldsAt(null, PLACES, VIEW), []);
});

test('sites are called by the fields beside them', () => {
  assert.deepEqual(siteNames(PLACES), { L: 'L22/23', W: 'R44/L22' });
  assert.deepEqual(siteNames(null), {});
});

test('a text comes in pieces, and whole with the names of seats and sites', () => {
  speak('en', { 'event.garrison_placed': '{seat} mans castle {site}.' });
  const event = { name: 'garrison_placed', seat: 'a', site: 'L' };
  const pieces = piecesOf('event.garrison_placed', event);
  assert.deepEqual(pieces, ['', { name: 'seat' }, ' mans castle ', { name: 'site' }, '.']);
  assert.equal(eventWords(event, { a: 'Anna', sites: { L: 'L22/23' } }), 'Anna mans castle L22/23.');
  assert.equal(eventWords(event, { a: 'Anna' }), 'Anna mans castle L.');
  assert.deepEqual(piecesOf('event.garrison_placed', { seat: 'a' })[3], '{site}');
});
