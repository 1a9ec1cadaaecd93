/** A plan: what is chosen and decided in a turn so far, and what follows from it. Everything is a signal. */
import { computed, signal } from '../lib.js';

/** @typedef {import('../protocol.js').ViewBody} View */
/** @typedef {import('../protocol.js').LegalMove} Move */
/** @typedef {import('../protocol.js').RefusalBody} Refusal */
/** @typedef {import('../protocol.js').Preview} Preview */
/** @typedef {import('../protocol.js').Attempt} Attempt */

/**
 * Where a turn is planned.
 * @typedef {object} Place
 * @property {import('../lib.js').ReadonlySignal<View|null>} view the view that the turn begins with,
 *   null where it is not one's turn
 * @property {(moves: string[], attempt?: Attempt) => Promise<Preview>} foresee asks what decisions would do
 * @property {() => boolean} [isLocked] whether nothing can be planned now
 * @property {boolean} [isBastionAsked] whether the bastion is asked for after the knight; elsewhere it is offered
 * @property {boolean} [isQuiet] whether it is not told which cards reach a field
 * @property {(before: Move[], move: Move|null,
 *   attempt: Attempt) => boolean} [takes] takes a decision itself; a move is a legal one
 */

export class Plan {
  card = signal(/** @type {number|null} */ (null));
  /** a field that several cards reach, touched before a card was chosen */
  field = signal(/** @type {string|null} */ (null));
  plan = signal(/** @type {Move[]} */ ([]));
  /** what each decision of the plan would do, as far as it is known */
  foreseen = signal(/** @type {Preview[]} */ ([]));
  /** whether the next field is meant for a bastion */
  isBastion = signal(false);
  refusal = signal(/** @type {Refusal|null} */ (null));
  /** a field that was touched in vain: no card reaches it, or none was chosen */
  note = signal(/** @type {string|null} */ (null));

  legal = computed(() => (this.place.view.value?.moves ?? []).filter((move) => move.card !== null));
  isChange = computed(() => this.legal.value.length > 0 && this.legal.value.every(({ kind }) => kind === 'change'));
  /** the decision on a card */
  planned = computed(() => this.plan.value.find((move) => move.card !== null) ?? null);
  preview = computed(() => this.foreseen.value.at(-1) ?? null);
  bastionMoves = computed(() => this.movesAfterKnight().filter(({ kind }) => kind === 'bastion'));
  buildable = computed(() => new Set(this.bastionMoves.value.map(({ field }) => field ?? '')));
  bastionField = computed(() => this.plan.value.find(({ kind }) => kind === 'bastion')?.field ?? null);
  useful = computed(() => new Set(this.usefulMoves().map((move) => move.card)));

  /** @param {Place} place */
  constructor(place) {
    this.place = place;
  }

  /**
   * Whether something can be planned now; where the bastion is asked for, a turn that is complete has to be taken back.
   */
  canAct() {
    const isDone = this.place.isBastionAsked && this.preview.peek()?.is_complete;
    return this.place.view.peek() !== null && !this.place.isLocked?.() && !isDone;
  }

  /** The chosen card; of one card the choice is made. */
  cardInHand() {
    const hand = this.place.view.peek()?.hand ?? [];
    return this.card.peek() ?? (hand.length === 1 ? hand[0] : null);
  }

  /** Whether the turn begins with the bastion. */
  isAtBastion() {
    return this.place.view.peek()?.phase === 'bastion';
  }

  /** Whether the next field may be meant for a bastion, or no longer be. */
  canToggleBastion() {
    if (this.isBastion.peek()) return this.canLeaveBastion();
    return this.buildable.peek().size > 0 || Boolean(this.place.isBastionAsked);
  }

  /** Whether the bastion may be left for later. */
  canLeaveBastion() {
    return !this.isAtBastion() && !(this.place.isBastionAsked && this.plan.peek().length > 0);
  }

  /** The plan without the bastion. */
  knight() {
    return this.plan.peek().filter((move) => move.card !== null);
  }

  /** What may be decided after the knight. */
  movesAfterKnight() {
    const isPlanned = this.planned.value !== null;
    return (isPlanned ? this.foreseen.value[0]?.moves : this.place.view.value?.moves) ?? [];
  }

  /** The decision for no bastion, where one is to be made. */
  noBastion() {
    const isDecided = this.plan.peek().some((move) => move.card === null);
    return isDecided ? [] : this.movesAfterKnight().filter(({ kind }) => kind === 'none');
  }

  /** The moves of cards that can be chosen at once. */
  usefulMoves() {
    if (this.isChange.value) return this.legal.value;
    return this.field.value ? this.movesAt(this.field.value) : [];
  }

  /**
   * The legal moves to a field.
   * @param {string} at
   */
  movesAt(at) {
    return this.legal.value.filter((move) => move.field === at);
  }

  /**
   * Whether a knight or a bastion stands on a field.
   * @param {string} at
   */
  isTaken(at) {
    const seen = this.place.view.peek();
    return seen !== null && (at in seen.knights || seen.bastions.includes(at));
  }
}
