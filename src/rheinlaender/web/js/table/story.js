/**
 * The story of a table: which frame the board shows. Moves of others are shown one after another, and the turns since
 * one's own last one can be stepped through.
 */
import { batch, computed, effect, signal } from '../lib.js';
import { lasting, motion } from '../settings.js';

/** @typedef {import('../protocol.js').Frame} Frame */
/** @typedef {import('../types.js').TurnFrame} TurnFrame */

/** How long a turn is shown at least and at most, and how long a letter is read, in milliseconds. */
const PAUSE = 1100;
const LONGEST_PAUSE = 12000;
/** The first sentence is seen on the board as well. */
const PAUSE_A_LETTER = [22, 45];
const LONGEST_QUEUE = 12;

export class Story {
  /** the frame on the board */
  shown = signal(/** @type {Frame|null} */ (null));
  /** every known turn, the oldest first */
  turns = signal(/** @type {TurnFrame[]} */ ([]));
  /** turns of others that are told without motion: all at once, until one acts */
  recap = signal(/** @type {TurnFrame[]} */ ([]));
  /** the place in `since` that is looked at; null: now */
  step = signal(/** @type {number|null} */ (null));
  #queue = signal(/** @type {Frame[]} */ ([]));
  #pausing = signal(/** @type {number|null} */ (null));
  #newest = signal(/** @type {Frame|null} */ (null));

  /** the turns since one's own last one */
  since = computed(() => turnsSince(this.turns.value, this.#newest.value));
  /** whether moves of others are being shown */
  isTelling = computed(() => this.#pausing.value !== null && this.step.value === null);
  /** whether the board shows an earlier position */
  isPast = computed(() => this.step.value !== null);
  /** the turn that the caption tells of */
  told = computed(() => {
    if (this.step.value !== null) return this.since.value[this.step.value] ?? null;
    const shown = this.shown.value;
    return this.isTelling.value && shown && isTurn(shown) ? shown : null;
  });

  /**
   * The story of the frames that a connection receives.
   * @param {{frames: import('../lib.js').ReadonlySignal<Frame[]>}} connection
   * @param {(frame: TurnFrame) => string[]} sentencesOf what a caption says of a turn
   */
  constructor(connection, sentencesOf) {
    this.sentencesOf = sentencesOf;
    this.stopListening = effect(() => this.#receive(connection.frames.value));
  }

  /**
   * Learns of turns that were played before.
   * @param {Frame[]} frames
   */
  learn(frames) {
    const known = new Map(this.turns.peek().map((frame) => [numberOf(frame), frame]));
    for (const frame of frames.filter(isTurn)) known.set(numberOf(frame), frame);
    this.turns.value = [...known.values()].sort((one, other) => numberOf(one) - numberOf(other));
  }

  /** Tells the turns before one's first one, which computer players may have made before anybody could look. */
  tellOpening() {
    const newest = this.#newest.peek();
    if (!newest || newest.table.you.seats === '' || this.since.peek().length !== this.turns.peek().length) return;
    if (this.turns.peek().length < newest.table.seats.length) this.replay();
  }

  /** Shows what is now. */
  skip() {
    batch(() => {
      this.recap.value = [];
      this.#stopPause();
      this.#queue.value = [];
      this.step.value = null;
      this.shown.value = this.#newest.peek();
    });
  }

  /**
   * Steps through the turns since one's own last one.
   * @param {number} by
   */
  move(by) {
    const count = this.since.peek().length;
    if (count === 0) return;
    const place = this.step.peek() ?? count;
    this.skip();
    this.#look(place + by, count);
  }

  /** Shows the turns since one's own last one again. */
  replay() {
    const frames = this.since.peek();
    if (frames.length === 0) return;
    batch(() => {
      this.skip();
      if (!motion()) {
        this.recap.value = frames;
        return;
      }
      this.#queue.value = [...frames];
      this.#advance();
    });
  }

  close() {
    this.stopListening();
    this.#stopPause();
  }

  /** @param {Frame[]} frames */
  #receive(frames) {
    const last = this.#newest.peek()?.seq ?? -1;
    const fresh = frames.filter((frame) => frame.seq > last);
    if (fresh.length === 0) return;
    batch(() => {
      this.learn(fresh);
      this.#newest.value = fresh[fresh.length - 1];
      if (this.step.peek() !== null) return;
      if (last === -1) return this.skip();
      if (!motion()) return this.#recall(fresh);
      if (isHurried(fresh)) return this.skip();
      this.#queue.value = [...this.#queue.peek(), ...fresh];
      if (this.#pausing.peek() === null) this.#advance();
    });
  }

  /**
   * Shows what is now, with the words of all that happened since one's own turn.
   * @param {Frame[]} fresh
   */
  #recall(fresh) {
    const told = [...this.recap.peek(), ...fresh.filter(isTurn)];
    const own = told.map((frame) => !isByOther(frame, this.#newest.peek())).lastIndexOf(true);
    this.skip();
    this.recap.value = told.slice(own + 1);
  }

  #advance() {
    const [next, ...rest] = this.#queue.peek();
    batch(() => {
      this.#pausing.value = null;
      this.#queue.value = rest;
      this.shown.value = next ?? this.#newest.peek();
      if (next) this.#goOn(next);
    });
  }

  /** @param {Frame} frame */
  #goOn(frame) {
    if (!isByOther(frame, this.#newest.peek())) return this.#advance();
    this.#pausing.value = window.setTimeout(() => this.#advance(), lasting(pauseFor(this.sentencesOf(frame))));
  }

  #stopPause() {
    if (this.#pausing.peek() !== null) window.clearTimeout(this.#pausing.peek() ?? undefined);
    this.#pausing.value = null;
  }

  /**
   * @param {number} place
   * @param {number} count
   */
  #look(place, count) {
    batch(() => {
      this.step.value = place >= count ? null : Math.max(0, place);
      this.shown.value = this.step.value === null ? this.#newest.peek() : this.since.peek()[this.step.value];
    });
  }
}

/**
 * Whether a frame tells of a turn.
 * @param {Frame} frame
 * @returns {frame is TurnFrame}
 */
function isTurn(frame) {
  return frame.entry.kind === 'turn';
}

/**
 * How long some sentences are read.
 * @param {string[]} sentences
 */
export function pauseFor([first = '', ...rest]) {
  const [look, read] = PAUSE_A_LETTER;
  return Math.min(LONGEST_PAUSE, PAUSE + look * first.length + read * rest.join(' ').length);
}

/** @param {Frame[]} fresh */
function isHurried(fresh) {
  return document.hidden || fresh.length > LONGEST_QUEUE;
}

/** @param {TurnFrame} frame */
function numberOf(frame) {
  return frame.entry.turn;
}

/**
 * Whether a frame tells of a turn that was not played at this device.
 * @param {Frame} frame
 * @param {Frame|null} newest
 * @returns {frame is TurnFrame}
 */
function isByOther(frame, newest) {
  if (!isTurn(frame)) return false;
  return frame.entry.by !== 'person' || !newest?.table.you.seats.includes(frame.entry.seat);
}

/**
 * The turns since one's own last one; for watchers one round.
 * @param {TurnFrame[]} turns
 * @param {Frame|null} newest
 */
function turnsSince(turns, newest) {
  if (!newest) return [];
  const own = newest.table.you.seats;
  if (own === '') return turns.slice(-newest.table.seats.length);
  const last = turns.map((frame) => own.includes(frame.entry.seat) && frame.entry.by === 'person').lastIndexOf(true);
  return turns.slice(last + 1);
}
