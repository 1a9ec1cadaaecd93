/** What a finger means, among targets that lie close together. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { meantBy } from '../../src/rheinlaender/web/js/board/finger.js';

const PLACES = /** @type {any} */ ({
  fields: { L44: { piece: [100, 20] }, R38: { piece: [100, 64] }, W10: { piece: [300, 200] } },
  width: 400,
  height: 400,
  margin: 0,
});
const VIEW = /** @type {any} */ ({ duchies: [] });

/**
 * A map of so many pixels a unit, which remembers how much nearer it has been asked to come.
 * @param {number} unit
 */
const mapOf = (unit) => {
  const zoom = {
    plane: { getBoundingClientRect: () => ({ left: 0, top: 0, width: 400 * unit }) },
    frame: { clientWidth: 400, clientHeight: 400, dataset: {} },
    look: { x: 0, y: 0, scale: 1 },
    width: 400 * unit,
    factor: 1,
    zoomBy: (/** @type {number} */ factor) => {
      zoom.factor = factor;
    },
    pointOf: () => [0, 0],
  };
  return zoom;
};

/**
 * What a finger at a place of the window means, above the land of a field.
 * @param {[number, number]} place
 * @param {{targets: string[], land: string|null, zoom?: any}} about
 */
function meant([clientX, clientY], { targets, land, zoom = mapOf(1) }) {
  const under = land ? /** @type {any} */ ({ field: land }) : null;
  const event = /** @type {any} */ ({ clientX, clientY });
  const thing = meantBy(event, zoom, PLACES, { view: VIEW, marks: { targets: new Set(targets) } }, under);
  return thing ? thing.field : thing;
}

test('the nearest target is meant, though the land of another reaches under the finger', () => {
  assert.equal(meant([100, 43], { targets: ['L44', 'R38'], land: 'L44' }), 'R38');
  assert.equal(meant([100, 41], { targets: ['L44', 'R38'], land: 'R38' }), 'L44');
});

test('a target is meant on its own land, however far from the middle', () => {
  assert.equal(meant([160, 64], { targets: ['L44', 'R38'], land: 'R38' }), 'R38');
});

test('without a target within reach, the field under the finger is meant', () => {
  assert.equal(meant([300, 200], { targets: ['L44'], land: 'W10' }), 'W10');
  assert.equal(meant([300, 210], { targets: ['L44'], land: null }), 'W10');
  assert.equal(meant([200, 300], { targets: ['L44'], land: null }), null);
});

test('among targets closer together than a finger is wide, the map comes nearer and nothing is chosen', () => {
  const zoom = mapOf(0.5);
  assert.equal(meant([50, 32], { targets: ['L44', 'R38'], land: 'R38', zoom }), undefined);
  assert.ok(zoom.factor >= 2);
});
