/**
 * One step of a lesson: turns of others are shown, the learner plays or points, and what was tried is answered. The
 * server judges; here is only what has been chosen and said so far.
 */

import { ask } from '../api.js';
import { batch, computed, effect, signal } from '../lib.js';
import { notify } from '../notice.js';
import { Planning } from '../planning/planning.js';
import { lasting } from '../settings.js';
import { refusalWords } from '../words.js';

/** @typedef {import('../protocol.js').ViewBody} View */
/** @typedef {import('../protocol.js').LegalMove} Move */
/** @typedef {import('../planning/plan.js').Attempt} Attempt */
/** @typedef {import('./lessons.js').Answer} Answer */
/** @typedef {import('./lessons.js').LessonStep} LessonStep */
/** @typedef {'shown'|'asked'|'wrong'|'right'} Stage */

/** How long an opponent's turn is awaited and then looked at, in milliseconds. */
const PAUSE = 1300;
/** After so many wrong tries the hint is given and the solution is offered. */
const HINT_AFTER = 1;
const SOLUTION_AFTER = 2;

export class Step extends Planning {
  /** how many turns of others have been seen */
  seen = signal(0);
  taps = signal(/** @type {string[]} */ ([]));
  answer = signal(/** @type {Answer|null} */ (null));
  tries = signal(0);
  #isHinted = signal(false);
  #timer = /** @type {ReturnType<typeof setTimeout>|undefined} */ (undefined);

  hasHint = computed(() => this.#isHinted.value || this.tries.value >= HINT_AFTER);
  hasSolution = computed(() => this.tries.value >= SOLUTION_AFTER);
  /** the knight that is placed, after which the bastion is asked for */
  knightPlaced = computed(() => (this.preview.value ? this.planned.value : null));
  isCardMissing = computed(() => this.note.value !== null);
  view = computed(() => this.#shownView());
  targets = computed(() => new Set(this.stage.value === 'asked' && this.hasHint.value ? this.#targetFields() : []));

  /**
   * Opens a step of a lesson.
   * @param {string} lesson
   * @param {LessonStep} step
   */
  constructor(lesson, step) {
    const path = `/api/lessons/${lesson}/${step.number}`;
    super({
      view: signal(step.view),
      isBastionAsked: true,
      isQuiet: true,
      foresee: (moves, attempt) => ask('POST', `${path}/preview`, { body: { moves, attempt } }),
      takes: (before, move, attempt) => this.#takes(before, move, attempt),
    });
    this.path = path;
    this.step = step;
    this.hand = step.view.hand;
    this.stage = signal(/** @type {Stage} */ (step.shown.length > 0 ? 'shown' : 'asked'));
    this.stop = effect(() => {
      if (this.refusal.value) notify(refusalWords(this.refusal.value), 'bad');
    });
  }

  /** Shows the turns of others, one after another. */
  showTurns() {
    if (this.stage.peek() !== 'shown') return;
    this.#timer = setTimeout(() => {
      if (this.seen.peek() === this.step.shown.length) return this.skipShown();
      this.seen.value += 1;
      this.showTurns();
    }, lasting(PAUSE));
  }

  /** Shows all turns of others at once. */
  skipShown() {
    clearTimeout(this.#timer);
    batch(() => {
      this.seen.value = this.step.shown.length;
      if (this.stage.peek() === 'shown') this.stage.value = 'asked';
    });
  }

  /** Shows the turns of others once more. */
  watchAgain() {
    this.clear();
    batch(() => {
      this.seen.value = 0;
      this.stage.value = 'shown';
    });
    this.showTurns();
  }

  /** Goes back to the step's own position. */
  clear() {
    batch(() => {
      this.stage.value = 'asked';
      this.answer.value = null;
      this.taps.value = [];
      this.begin();
    });
  }

  /** @param {number} number */
  chooseCard(number) {
    if (this.step.kind !== 'play' || !this.#isReady() || this.knightPlaced.peek()) return;
    super.chooseCard(number);
  }

  /** @param {string} field */
  touchField(field) {
    if (!this.#isReady()) return;
    if (this.step.kind === 'look') return this.#tap(field);
    super.touchField(field);
  }

  /**
   * A site stands for itself where one points, and for the one field beside it that the card reaches where one plays.
   * @param {string} site
   * @param {string[]} beside
   */
  touchSite(site, beside) {
    if (this.step.kind === 'look') {
      if (this.#isReady()) this.#tap(site);
      return;
    }
    const card = this.cardInHand();
    const reached = beside.filter((field) => this.movesAt(field).some((move) => move.card === card));
    if (reached.length === 1) this.touchField(reached[0]);
  }

  /** @param {string} duchy */
  touchDuchy(duchy) {
    if (this.step.kind === 'look' && this.#isReady()) this.#tap(duchy);
  }

  /** The bastion first, or after all none. */
  toggleBastion() {
    if (this.step.has_bastion && this.#isReady()) super.toggleBastion();
  }

  /** Ends the turn without a bastion. */
  buildNothing() {
    if (this.knightPlaced.peek() && this.#isReady()) this.#judge({ moves: this.turn });
  }

  /** Plays the solution. */
  solve() {
    if (this.stage.peek() === 'shown' || this.stage.peek() === 'right' || this.asking.isAsking.peek()) return;
    this.clear();
    this.#judge(this.step.kind === 'look' ? { fields: this.step.solution } : { moves: this.step.solution });
  }

  /** Takes back the newest thing. Says whether there was something. */
  takeBack() {
    const stage = this.stage.peek();
    if (stage === 'right') return false;
    if (stage === 'shown') this.skipShown();
    else if (stage === 'asked' && this.taps.peek().length === 0) return super.takeBack();
    else this.clear();
    return stage !== 'shown';
  }

  askHint() {
    if (this.stage.peek() !== 'right') this.#isHinted.value = true;
  }

  close() {
    clearTimeout(this.#timer);
    this.stop();
  }

  /** Whether something can be tried now; what is over is put away before. */
  #isReady() {
    if (this.stage.peek() === 'shown') this.skipShown();
    if (this.stage.peek() === 'right' || this.asking.isAsking.peek()) return false;
    if (this.stage.peek() === 'wrong') this.#putAway();
    this.note.value = null;
    return true;
  }

  /** After a wrong try: whatever was refused left everything as it was, so that the choice of a card still holds. */
  #putAway() {
    if (!this.answer.peek()?.refusal) return this.clear();
    batch(() => {
      this.stage.value = 'asked';
      this.answer.value = null;
      this.taps.value = [];
      this.isBastion.value = this.knightPlaced.peek() !== null;
    });
  }

  /**
   * What is decided is judged at once, but for the knight before a bastion.
   * @param {Move[]} before
   * @param {Move|null} move
   * @param {Attempt} attempt
   */
  #takes(before, move, attempt) {
    if (this.step.has_bastion && move && move.card !== null) return false;
    this.#judge({ moves: before.map((each) => each.move), attempt });
    return true;
  }

  /** @param {string} place */
  #tap(place) {
    const before = this.taps.peek();
    this.taps.value = before.includes(place) ? before.filter((each) => each !== place) : [...before, place];
    if (this.taps.peek().length === this.step.taps) this.#judge({ fields: this.taps.peek() });
  }

  /** @param {{moves: string[], attempt?: Attempt}|{fields: string[]}} tried */
  #judge(tried) {
    void this.consult(
      () => ask('POST', this.path, { body: tried }),
      (/** @type {Answer} */ answer) => {
        this.answer.value = answer;
        this.stage.value = answer.right ? 'right' : 'wrong';
        if (!answer.right) this.tries.value += 1;
      },
    );
  }

  #shownView() {
    const { opening, shown, view } = this.step;
    if (this.stage.value === 'shown')
      return this.seen.value === 0 ? (opening ?? view) : shown[this.seen.value - 1].view;
    if (this.stage.value !== 'asked' && this.answer.value) return this.answer.value.view;
    return this.preview.value?.view ?? view;
  }

  /** Fields that glow once a hint was given: where a bastion may be built, or those that the card reaches. */
  #targetFields() {
    if (this.isBastion.value) return this.buildable.value;
    if (this.card.value === null || this.planned.value) return [];
    return this.legal.value.flatMap(({ card, field }) => (card === this.card.value && field ? [field] : []));
  }
}
