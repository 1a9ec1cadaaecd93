/** A puzzle that is being solved: a decision is planned on the board, then the server says what it loses. */

import { ask } from '../api.js';
import { batch, computed, signal } from '../lib.js';
import { Planning } from '../planning/planning.js';
import { noteTry, solver } from './record.js';

/** @typedef {import('../protocol.js').PuzzleBody} Puzzle */
/** @typedef {import('../protocol.js').Verdict} Verdict */
/** @typedef {import('../protocol.js').ViewBody} View */
/** @typedef {'asked'|'judged'|'solved'} Stage */

export class Solving extends Planning {
  /** the field of the keyboard's cursor */
  cursor = signal(/** @type {string|null} */ (null));
  verdict = signal(/** @type {Verdict|null} */ (null));
  /** the rating before the newest try, if that was the first one, which counts */
  before = signal(/** @type {number|null} */ (null));

  stage = computed(() => /** @type {Stage} */ (this.#stage()));
  /** the decision that would be judged */
  decided = computed(() => this.plan.value[0] ?? null);
  view = computed(() => this.#shownView());
  targets = computed(() => new Set(this.stage.value === 'asked' ? this.#targetFields() : []));

  /** @param {Puzzle} puzzle */
  constructor(puzzle) {
    const path = `/api/puzzles/${puzzle.id}`;
    super({
      view: signal(puzzle.view),
      isBastionAsked: puzzle.view.phase === 'bastion',
      isLocked: () => this.stage.peek() === 'solved',
      foresee: (moves, attempt) => ask('POST', `${path}/preview`, { body: { moves, attempt } }),
    });
    this.path = path;
    this.puzzle = puzzle;
    this.wasTried = puzzle.id in solver.peek().tried;
    this.isBastionPuzzle = puzzle.view.phase === 'bastion';
    this.begin();
  }

  /** @param {number} number */
  chooseCard(number) {
    this.#putAway();
    super.chooseCard(number);
  }

  /** @param {string} field */
  touchField(field) {
    this.#putAway();
    if (this.isBastionPuzzle && this.decided.peek()) this.reset();
    super.touchField(field);
  }

  buildNothing() {
    this.#putAway();
    if (this.isBastionPuzzle) super.buildNothing();
  }

  /** Lets the planned decision be judged. */
  judge() {
    const move = this.decided.peek()?.move;
    if (move && this.stage.peek() === 'asked') void this.#ask(move);
  }

  /** Shows the solution. */
  show() {
    if (this.stage.peek() !== 'solved') void this.#ask(null);
  }

  /** Goes back to the puzzle as it was. */
  again() {
    batch(() => {
      this.verdict.value = null;
      this.begin();
    });
  }

  /** Takes back the newest thing. Says whether there was something. */
  takeBack() {
    if (this.stage.peek() === 'judged') {
      this.again();
      return true;
    }
    return super.takeBack();
  }

  /** @param {string|null} move */
  #ask(move) {
    return this.consult(
      () => ask('POST', this.path, { body: { move } }),
      (/** @type {Verdict} */ verdict) => {
        this.#count(verdict);
        this.verdict.value = verdict;
      },
    );
  }

  /**
   * Only the first answer counts.
   * @param {Verdict} verdict
   */
  #count({ score }) {
    const { tried, rating } = solver.peek();
    this.before.value = this.puzzle.id in tried ? null : rating.rating;
    noteTry(this.puzzle, score);
  }

  #putAway() {
    if (this.stage.peek() === 'judged') this.again();
  }

  #stage() {
    if (!this.verdict.value) return 'asked';
    return this.verdict.value.solution ? 'solved' : 'judged';
  }

  /** @returns {View} */
  #shownView() {
    return this.verdict.value?.solution?.view ?? this.preview.value?.view ?? this.puzzle.view;
  }

  /** Fields where something may be put now. */
  #targetFields() {
    if (this.isBastionPuzzle) return this.decided.value ? [] : this.buildable.value;
    if (this.card.value === null || this.decided.value) return [];
    return this.legal.value.flatMap(({ card, field }) => (card === this.card.value && field ? [field] : []));
  }
}
