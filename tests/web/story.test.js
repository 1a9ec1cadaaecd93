/** How a table tells what happened: with motion one turn after the other, without it all at once, in words. */

import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';

import { isLoss, mainEvents } from '../../src/rheinlaender/web/js/game/happenings.js';
import { signal } from '../../src/rheinlaender/web/js/lib.js';
import { animation } from '../../src/rheinlaender/web/js/settings.js';
import { pauseFor, Story } from '../../src/rheinlaender/web/js/table/story.js';

const TABLE = { you: { seats: 'a' }, seats: [{}, {}, {}] };
const waits = /** @type {number[]} */ ([]);
let goOn = () => {};

beforeEach(() => {
  waits.length = 0;
  const page = /** @type {any} */ (globalThis);
  page.document = { hidden: false, documentElement: { dataset: {} } };
  page.window = {
    setTimeout: (/** @type {() => void} */ act, /** @type {number} */ milliseconds) => {
      waits.push(milliseconds);
      goOn = act;
      return 1;
    },
    clearTimeout: () => {},
  };
});

/** @param {number} turn @param {string} seat @param {string} by */
const frame = (turn, seat, by = 'squire') =>
  /** @type {any} */ ({ seq: turn, table: TABLE, entry: { kind: 'turn', turn, seat, by, events: [] }, view: {} });

/** @param {any[]} frames */
function tell(frames) {
  const received = signal(frames);
  const story = new Story({ frames: received }, ({ entry }) => [`turn ${entry.turn}`, 'x'.repeat(40)]);
  return { received, story };
}

/** @param {any[]} frames */
const turns = (frames) => frames.map(({ entry }) => entry.turn);

test('rich turns are shown as long as they are read', () => {
  assert.ok(pauseFor(['a'.repeat(30)]) < 2000);
  assert.ok(pauseFor(['a'.repeat(30), 'b'.repeat(60), 'c'.repeat(60)]) > 6000);
  assert.ok(pauseFor(['a', 'b'.repeat(5000)]) <= 12000);
  assert.ok(pauseFor([]) >= 1000);
});

test('with motion turns are told one after the other, then the present is shown', () => {
  animation.value = 'normal';
  const { received, story } = tell([frame(3, 'a', 'person')]);
  received.value = [...received.value, frame(4, 'b'), frame(5, 'c')];
  assert.deepEqual([story.isTelling.value, story.told.value?.entry.turn], [true, 4]);
  assert.equal(waits[0], pauseFor(['turn 4', 'x'.repeat(40)]));
  goOn();
  assert.equal(story.told.value?.entry.turn, 5);
  goOn();
  assert.deepEqual([story.isTelling.value, story.recap.value], [false, []]);
});

test('without motion the words stay until one acts', () => {
  animation.value = 'off';
  const { received, story } = tell([frame(3, 'a', 'person')]);
  received.value = [...received.value, frame(4, 'b')];
  received.value = [...received.value, frame(5, 'c')];
  assert.deepEqual([turns(story.recap.value), story.isTelling.value, story.shown.value?.seq], [[4, 5], false, 5]);
  received.value = [...received.value, frame(6, 'a', 'person'), frame(7, 'b')];
  assert.deepEqual(turns(story.recap.value), [7]);
  story.skip();
  assert.deepEqual(story.recap.value, []);
});

test('the opening moves of others are told, later turns are not told again', () => {
  for (const speed of /** @type {const} */ (['off', 'normal'])) {
    animation.value = speed;
    const { story } = tell([frame(2, 'c')]);
    story.learn([frame(1, 'b'), frame(2, 'c')]);
    story.tellOpening();
    assert.deepEqual(
      speed === 'off' ? turns(story.recap.value) : [story.told.value?.entry.turn],
      speed === 'off' ? [1, 2] : [1],
    );
    const late = tell([frame(9, 'c')]).story;
    late.learn([...'abcabcabc'].map((seat, place) => frame(place + 1, seat, seat === 'a' ? 'person' : 'squire')));
    late.tellOpening();
    assert.deepEqual([late.told.value, late.recap.value], [null, []]);
  }
});

test('what is taken from oneself is a loss and is always told', () => {
  const lost = { name: 'bishop_lost', seat: 'a', duchy: 'L1' };
  assert.ok(isLoss(lost, 'a'));
  assert.ok(isLoss({ name: 'knight_converted', seat: 'b', other: 'a', field: 'L1' }, 'ac'));
  assert.ok(isLoss({ name: 'duke_deposed', seat: 'a', duchy: 'L1', coins: 3 }, 'a'));
  assert.ok(!isLoss({ name: 'garrison_replaced', seat: 'a', other: 'b', site: 'W' }, 'a'));
  assert.ok(!isLoss(lost, 'b') && !isLoss(lost, ''));
  assert.deepEqual([mainEvents([lost], 'a').length, mainEvents([lost], 'b').length], [1, 0]);
});
