/** The player of a replay: which frame is shown, and whether it goes on by itself. */

import { computed, effect, signal } from '../lib.js';

/** @typedef {import('../protocol.js').EntryBody} Entry */
/** @typedef {import('../protocol.js').ViewBody} View */
/** @typedef {{entry: Entry|null, view: View|null}} Step a game after a turn */
/** @typedef {{frames: Step[]}} Played a game from its opening on */

/** Milliseconds between two turns. */
export const SPEEDS = { slow: 2600, normal: 1300, fast: 500 };
/** @typedef {keyof typeof SPEEDS} Speed */

/**
 * @typedef {object} Player
 * @property {Played} replay
 * @property {import('../lib.js').Signal<number>} place the frame that is shown, 0 is the opening
 * @property {import('../lib.js').ReadonlySignal<Step>} frame
 * @property {import('../lib.js').Signal<boolean>} isPlaying
 * @property {import('../lib.js').Signal<Speed>} speed
 * @property {number} last the number of the last frame
 * @property {number} before how many turns were played before the game began, at a position
 * @property {number} turn the turn that is shown, 0 is the opening
 * @property {(place: number) => void} goTo
 * @property {(by: number) => void} step
 * @property {() => void} toggle
 * @property {() => void} close
 */

/**
 * Open a player.
 * @param {Played} replay
 * @param {number} start
 * @returns {Player}
 */
export function openPlayer(replay, start) {
  const last = replay.frames.length - 1;
  const place = signal(within(start, last));
  const isPlaying = signal(false);
  const speed = signal(/** @type {Speed} */ ('normal'));
  const frame = computed(() => replay.frames[place.value]);
  /** @param {number} wish */
  const goTo = (wish) => {
    place.value = within(wish, last);
  };
  const close = effect(() => {
    if (!isPlaying.value) return undefined;
    if (place.value >= last) {
      isPlaying.value = false;
      return undefined;
    }
    const timer = setTimeout(() => goTo(place.peek() + 1), SPEEDS[speed.value]);
    return () => clearTimeout(timer);
  });
  return {
    replay,
    place,
    frame,
    isPlaying,
    speed,
    last,
    before: replay.frames[0]?.view?.turn ?? 0,
    get turn() {
      return this.before + place.value;
    },
    goTo,
    close,
    step(by) {
      isPlaying.value = false;
      goTo(place.peek() + by);
    },
    toggle() {
      if (!isPlaying.peek() && place.peek() >= last) goTo(0);
      isPlaying.value = !isPlaying.peek();
    },
  };
}

/**
 * @param {number} wish
 * @param {number} last
 */
function within(wish, last) {
  return Math.max(0, Math.min(last, Number.isFinite(wish) ? Math.trunc(wish) : last));
}

/**
 * Arrows step, Home and End go to the ends, the space bar plays.
 * @param {KeyboardEvent} event
 * @param {Player} player
 */
export function pressKey(event, player) {
  if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || isTyping(event.target)) return;
  /** @type {Record<string, () => void>} */
  const keys = {
    ArrowLeft: () => player.step(-1),
    ArrowRight: () => player.step(1),
    Home: () => player.step(-player.last),
    End: () => player.step(player.last),
    ' ': player.toggle,
  };
  if (!(event.key in keys) || (event.key === ' ' && isPressable(event.target))) return;
  event.preventDefault();
  keys[event.key]();
}

/** @param {EventTarget|null} target */
function isTyping(target) {
  return target instanceof HTMLElement && target.matches('input, select, textarea, dialog *');
}

/** @param {EventTarget|null} target */
function isPressable(target) {
  return target instanceof HTMLElement && target.matches('button, a, summary');
}
