/** What somebody who looks back has chosen: a turn, a seat, which answers are shown, and a move that is tried again. */

import { Trying } from '../planning/trying.js';
import { signal } from '../lib.js';

/** @typedef {import('../protocol.js').Replay} Replay */
/** @typedef {import('../protocol.js').ReviewBody} Review */
/** @typedef {import('../protocol.js').DecisionBody} Decision */
/** @typedef {import('../protocol.js').SeatLetter} Seat */
/** @typedef {{number: number, trying: Trying}} Again a decision that is tried again, by its number */

/** A decision that lost more than so many standard errors was a mistake. */
const CERTAIN = 2;

export class Study {
  /** the decision whose answer somebody has just asked for */
  #wanted = /** @type {number|null} */ (null);
  /** the decisions whose answers are shown, by their numbers */
  shown = signal(/** @type {ReadonlySet<number>} */ (new Set()));
  again = signal(/** @type {Again|null} */ (null));

  /**
   * @param {Replay} replay
   * @param {number} turn the turn to begin with, 0 is the deal
   */
  constructor(replay, turn) {
    this.replay = replay;
    this.last = replay.frames.length - 1;
    /** how many turns were played before the game began, at a position */
    this.before = replay.frames[0].view?.turn ?? 0;
    this.place = signal(this.#within(turn - this.before));
    this.seat = signal(firstSeat(replay));
  }

  /** the turn that is shown, 0 is the deal */
  get turn() {
    return this.before + this.place.value;
  }

  /** @param {number} turn */
  goToTurn(turn) {
    this.goTo(turn - this.before);
  }

  /** @param {number} place */
  goTo(place) {
    this.again.value = null;
    this.place.value = this.#within(place);
  }

  /** @param {number} number */
  show(number) {
    this.again.value = null;
    this.#wanted = number;
    this.shown.value = new Set([...this.shown.peek(), number]);
  }

  /**
   * Puts a decision on the board again, as it was.
   * @param {number} number
   * @param {Decision} decision
   */
  tryAgain(number, { position, turn }) {
    this.goToTurn(turn);
    this.again.value = { number, trying: new Trying(position ?? '', []) };
  }

  /**
   * Whether the answer to a decision was just asked for, and is to be led to; once.
   * @param {number} number
   */
  isWanted(number) {
    const isIt = this.#wanted === number;
    if (isIt) this.#wanted = null;
    return isIt;
  }

  /**
   * Where the best moves of the turn lie that were not played, as far as their answers are shown.
   * @param {Review} review
   */
  bestFields({ decisions }) {
    const shown = [...this.shown.value].map((number) => decisions[number]).filter(({ turn }) => turn === this.turn);
    return new Set(shown.flatMap(({ moves, played }) => (moves[0].move === played.move ? [] : (moves[0].field ?? []))));
  }

  stopTrying() {
    this.again.value = null;
  }

  /** @param {number} place */
  #within(place) {
    return Math.max(0, Math.min(this.last, place));
  }
}

/**
 * One's own seat, or that of a winner.
 * @param {Replay} replay
 * @returns {Seat}
 */
function firstSeat({ table, frames }) {
  const winners = frames[frames.length - 1].view?.result?.winners ?? '';
  return /** @type {Seat} */ (table.you.seats[0] ?? winners[0] ?? 'a');
}

/**
 * Leads to something: brings it into sight, and the keyboard to it.
 * @param {HTMLElement|null} element
 * @param {ScrollLogicalPosition} block
 * @param {Element|null} [around] what is to be in sight with it
 */
export function leadTo(element, block, around = element) {
  element?.focus({ preventScroll: true });
  around?.scrollIntoView({ block });
}

/**
 * Whether a decision certainly lost something; its answer is not told before somebody wants it.
 * @param {Decision} decision
 */
export function isMistake({ loss, error, is_forced }) {
  return !is_forced && loss > CERTAIN * error;
}
