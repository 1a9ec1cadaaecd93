/**
 * Planning a turn until it is ended: card, field, bastion, taking back. Nothing leaves the browser but questions, so
 * everything can be taken back. Tables, lessons and the rule book plan alike; what differs is their `Place`.
 */
import { batch } from '../lib.js';
import { Asking } from './asking.js';
import { Plan } from './plan.js';

/** @typedef {import('../protocol.js').LegalMove} Move */
/** @typedef {import('../protocol.js').RefusalBody} Refusal */
/** @typedef {import('../protocol.js').Preview} Preview */
/** @typedef {import('./plan.js').Attempt} Attempt */
/** @typedef {{card: number|null, moves: Move[]}} Draft what was planned before */

export class Planning extends Plan {
  asking = new Asking();
  /** done when all is answered that was asked about the plan */
  answering = Promise.resolve();

  /**
   * Begins a turn with nothing chosen, or with what was planned before.
   * @param {Draft|null} [draft]
   */
  begin(draft = null) {
    batch(() => {
      this.#clearWords();
      this.isBastion.value = this.isAtBastion();
      this.field.value = null;
      this.foreseen.value = [];
      this.card.value = draft?.card ?? null;
      this.plan.value = draft?.moves ?? [];
    });
    this.answering = this.#foresee();
  }

  /** @param {number} number */
  chooseCard(number) {
    if (!this.canAct()) return;
    const move = this.usefulMoves().find((each) => each.card === number);
    if (move) return this.planMove(move);
    if (this.isChange.peek()) return;
    batch(() => {
      this.field.value = null;
      this.card.value = this.card.peek() === number ? null : number;
      this.#planMoves([]);
    });
  }

  /** @param {string} at */
  touchField(at) {
    if (!this.canAct() || this.isChange.peek()) return;
    if (this.isBastion.peek()) return this.#touchBastion(at);
    const card = this.cardInHand();
    if (card === null) return this.#pointAt(at);
    const move = this.movesAt(at).find((each) => each.card === card) ?? null;
    batch(() => {
      this.card.value = card;
      this.#decide([], move, { card, field: at });
    });
  }

  /**
   * Plans a legal move with a card.
   * @param {Move} move
   */
  planMove(move) {
    if (this.planned.peek()?.move === move.move) return;
    batch(() => {
      this.card.value = move.card;
      this.field.value = null;
      this.isBastion.value = false;
      this.#planMoves([move]);
    });
  }

  /** Whether the next field is meant for a bastion, or not after all. */
  toggleBastion() {
    if (!this.canAct() || !this.canToggleBastion()) return;
    batch(() => {
      this.#clearWords();
      this.isBastion.value = !this.isBastion.peek();
    });
  }

  /** Decides for no bastion. */
  buildNothing() {
    if (!this.canAct()) return;
    this.#planMoves([...this.plan.peek(), ...this.noBastion()]);
  }

  /** The whole turn in notation: where a bastion could still be decided on, none is built. */
  get turn() {
    return [...this.plan.peek(), ...this.noBastion()].map(({ move }) => move);
  }

  /**
   * Takes back the newest thing: words, the bastion, the knight, the chosen card or field. Says whether there was any.
   */
  takeBack() {
    if (this.place.isLocked?.()) return false;
    const last = this.plan.peek().at(-1);
    if (this.refusal.peek() || this.note.peek()) this.#clearWords();
    else if (last && last.card === null) this.#planMoves(this.plan.peek().slice(0, -1));
    else if (this.isBastion.peek() && this.canLeaveBastion()) this.isBastion.value = false;
    else if (last) this.#planMoves([]);
    else if (this.card.peek() !== null || this.field.peek() !== null) this.reset();
    else return false;
    return true;
  }

  /** Goes back to the beginning of the turn. */
  reset() {
    batch(() => {
      this.card.value = null;
      this.field.value = null;
      this.#planMoves([]);
    });
  }

  /**
   * Asks something about the turn as it is planned; a newer plan makes the answer void.
   * @template T
   * @param {() => Promise<T>} question
   * @param {(answer: T) => void} take
   */
  async consult(question, take) {
    const reply = await this.asking.ask(question);
    if (!reply) return;
    if (reply.refusal) this.refusal.value = reply.refusal;
    else batch(() => take(/** @type {T} */ (reply.answer)));
  }

  /** @param {string} at */
  #touchBastion(at) {
    const before = this.knight();
    if (this.bastionField.peek() === at) return this.#planMoves(before);
    this.#decide(before, this.bastionMoves.peek().find(({ field }) => field === at) ?? null, { field: at });
  }

  /**
   * A decision after others: planned where it is legal, and where it is not, tried.
   * @param {Move[]} before
   * @param {Move|null} move
   * @param {Attempt} attempt
   */
  #decide(before, move, attempt) {
    if (this.place.takes?.(before, move, attempt)) return;
    if (!move) return void this.#attempt(before, attempt);
    if (move.card !== null) return this.planMove(move);
    this.#planMoves([...before, move]);
  }

  /**
   * Something that is not among the legal moves: the server says why not, and cards that reach the field are shown.
   * @param {Move[]} before
   * @param {Attempt} attempt
   */
  async #attempt(before, attempt) {
    const reply = await this.asking.ask(() => this.place.foresee(textsOf(before), attempt));
    if (!reply) return;
    batch(() => {
      this.#clearWords();
      if (reply.answer) this.#planMoves(reply.answer.decisions);
      else this.refusal.value = reply.refusal;
      this.field.value = reply.refusal && attempt.card && this.movesAt(attempt.field).length > 0 ? attempt.field : null;
    });
  }

  /**
   * A field was touched with no card chosen: shows which cards reach it, and plans where there is just one.
   * @param {string} at
   */
  #pointAt(at) {
    const moves = this.place.isQuiet ? [] : this.movesAt(at);
    batch(() => {
      this.#clearWords();
      this.field.value = moves.length > 1 ? at : null;
      if (moves.length === 1) this.planMove(moves[0]);
      if (moves.length === 0 && (this.place.isQuiet || !this.isTaken(at))) this.note.value = at;
    });
  }

  /**
   * Plans decisions. What is known of those that stay is kept.
   * @param {Move[]} moves
   */
  #planMoves(moves) {
    const before = this.plan.peek();
    const same = moves.findIndex(({ move }, place) => move !== before[place]?.move);
    batch(() => {
      this.#clearWords();
      this.plan.value = moves;
      this.foreseen.value = this.foreseen.peek().slice(0, same === -1 ? moves.length : same);
      if (moves.length === 0) this.isBastion.value = this.isAtBastion();
    });
    this.answering = this.#foresee();
  }

  /** Asks what the plan would do, decision by decision. */
  async #foresee() {
    const moves = this.plan.peek();
    this.asking.drop();
    while (this.foreseen.peek().length < moves.length) {
      const asked = textsOf(moves.slice(0, this.foreseen.peek().length + 1));
      const reply = await this.asking.ask(() => this.place.foresee(asked));
      if (!reply) return;
      if (reply.refusal) return this.#refusePlan(reply.refusal);
      this.#takePreview(/** @type {Preview} */ (reply.answer));
    }
  }

  /** @param {Preview} preview */
  #takePreview(preview) {
    batch(() => {
      this.foreseen.value = [...this.foreseen.peek(), preview];
      if (this.place.isBastionAsked && !preview.is_complete) this.isBastion.value = true;
    });
  }

  /** @param {Refusal} refusal */
  #refusePlan(refusal) {
    batch(() => {
      this.plan.value = this.plan.peek().slice(0, this.foreseen.peek().length);
      this.refusal.value = refusal;
    });
  }

  /**
   * Takes a refusal away that no longer holds.
   * @param {string} code
   */
  forgive(code) {
    if (this.refusal.peek()?.code === code) this.refusal.value = null;
  }

  #clearWords() {
    this.refusal.value = null;
    this.note.value = null;
  }
}

/** @param {Move[]} moves */
function textsOf(moves) {
  return moves.map(({ move }) => move);
}
