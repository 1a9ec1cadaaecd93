/**
 * The story of a table: which frame the board shows. Moves of others are shown one after another, and the turns since
 * one's own last one can be stepped through.
 */
import { batch, computed, effect, signal } from '../lib.js';
import { lasting, motion } from '../settings.js';
import { mainEvents } from './happenings.js';

/** @typedef {import('../types.js').Frame} Frame */

/** How long a turn is shown, and how much longer for each further sentence, in milliseconds. */
const PAUSE = 1100;
const PAUSE_MORE = 500;
const LONGEST_QUEUE = 12;

/**
 * @typedef {object} Story
 * @property {import('../lib.js').Signal<Frame|null>} shown the frame on the board
 * @property {import('../lib.js').Signal<Frame[]>} turns every known turn, the oldest first
 * @property {import('../lib.js').ReadonlySignal<Frame[]>} since the turns since one's own last one
 * @property {import('../lib.js').Signal<number|null>} step the place in `since` that is looked at; null: now
 * @property {import('../lib.js').ReadonlySignal<boolean>} isTelling whether moves of others are being shown
 * @property {import('../lib.js').ReadonlySignal<Frame|null>} told the turn that the caption tells of
 * @property {import('../lib.js').ReadonlySignal<boolean>} isPast whether the board shows an earlier position
 * @property {(by: number) => void} move
 * @property {() => void} skip
 * @property {() => void} replay
 * @property {() => void} returnToNow
 * @property {(frames: Frame[]) => void} learn
 * @property {() => void} close
 */

/**
 * Opens the story of the frames that a connection receives.
 * @param {{frames: import('../lib.js').ReadonlySignal<Frame[]>}} connection
 * @returns {Story}
 */
export function openStory(connection) {
  const shown = signal(/** @type {Frame|null} */ (null));
  const turns = signal(/** @type {Frame[]} */ ([]));
  const queue = signal(/** @type {Frame[]} */ ([]));
  const pausing = signal(/** @type {number|null} */ (null));
  const step = signal(/** @type {number|null} */ (null));
  const newest = signal(/** @type {Frame|null} */ (null));

  const since = computed(() => turnsSince(turns.value, newest.value));
  const isTelling = computed(() => pausing.value !== null && step.value === null);
  const told = computed(() => {
    if (step.value !== null) return since.value[step.value] ?? null;
    return isTelling.value ? shown.value : null;
  });

  /** @param {Frame[]} frames */
  function learn(frames) {
    const known = new Map(turns.peek().map((frame) => [numberOf(frame), frame]));
    for (const frame of frames) if (frame.entry.kind === 'turn') known.set(numberOf(frame), frame);
    turns.value = [...known.values()].sort((one, other) => numberOf(one) - numberOf(other));
  }

  /** @param {Frame[]} frames */
  function receive(frames) {
    const last = newest.peek()?.seq ?? -1;
    const fresh = frames.filter((frame) => frame.seq > last);
    if (fresh.length === 0) return;
    batch(() => {
      learn(fresh);
      newest.value = fresh[fresh.length - 1];
      if (step.peek() !== null) return;
      if (last === -1 || isHurried(fresh)) return skip();
      queue.value = [...queue.peek(), ...fresh];
      if (pausing.peek() === null) advance();
    });
  }

  function advance() {
    pausing.value = null;
    const [next, ...rest] = queue.peek();
    if (!next) return void (shown.value = newest.peek());
    batch(() => {
      queue.value = rest;
      shown.value = next;
      if (isByOther(next, newest.peek())) pausing.value = window.setTimeout(advance, lasting(pauseFor(next)));
      else advance();
    });
  }

  function stopPause() {
    if (pausing.peek() !== null) window.clearTimeout(pausing.peek() ?? undefined);
    pausing.value = null;
  }

  function skip() {
    batch(() => {
      stopPause();
      queue.value = [];
      step.value = null;
      shown.value = newest.peek();
    });
  }

  /** @param {number} by */
  function move(by) {
    const count = since.peek().length;
    if (count === 0) return;
    const place = step.peek() ?? count;
    skip();
    look(place + by, count);
  }

  /**
   * @param {number} place
   * @param {number} count
   */
  function look(place, count) {
    batch(() => {
      step.value = place >= count ? null : Math.max(0, place);
      shown.value = step.value === null ? newest.peek() : since.peek()[step.value];
    });
  }

  function replay() {
    const frames = since.peek();
    if (frames.length === 0) return;
    if (!motion()) return look(0, frames.length);
    batch(() => {
      skip();
      queue.value = [...frames];
      advance();
    });
  }

  const stopListening = effect(() => receive(connection.frames.value));
  const isPast = computed(() => step.value !== null);
  return {
    shown,
    turns,
    since,
    step,
    isTelling,
    told,
    isPast,
    move,
    skip,
    replay,
    learn,
    returnToNow: skip,
    close() {
      stopListening();
      stopPause();
    },
  };
}

/** @param {Frame} frame */
function pauseFor(frame) {
  return PAUSE + PAUSE_MORE * Math.max(0, mainEvents(frame.entry.events).length - 1);
}

/** @param {Frame[]} fresh */
function isHurried(fresh) {
  return document.hidden || !motion() || fresh.length > LONGEST_QUEUE;
}

/** @param {Frame} frame */
function numberOf(frame) {
  return frame.entry.turn ?? frame.seq;
}

/**
 * Whether a frame tells of a turn that was not played at this device.
 * @param {Frame} frame
 * @param {Frame|null} newest
 */
function isByOther(frame, newest) {
  if (frame.entry.kind !== 'turn') return false;
  return frame.entry.by !== 'person' || !newest?.table.you.seats.includes(frame.entry.seat ?? '-');
}

/**
 * The turns since one's own last one; for watchers one round.
 * @param {Frame[]} turns
 * @param {Frame|null} newest
 */
function turnsSince(turns, newest) {
  if (!newest) return [];
  const own = newest.table.you.seats;
  if (own === '') return turns.slice(-newest.table.seats.length);
  const last = turns
    .map((frame) => own.includes(frame.entry.seat ?? '-') && frame.entry.by === 'person')
    .lastIndexOf(true);
  return turns.slice(last + 1);
}
