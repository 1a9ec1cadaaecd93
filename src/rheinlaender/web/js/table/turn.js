/** One's own turns at a table: planned as everywhere, kept over a reload, and sent as a whole. */
import { ask } from '../api.js';
import { batch, computed, effect, signal } from '../lib.js';
import { Planning } from '../planning/planning.js';
import { dropDraft, keepDraft, readDraft } from './draft.js';

/** @typedef {import('../protocol.js').ViewBody} View */
/** @typedef {(name: string, parts: Record<string, any>) => Promise<any>} Command */

export class Turn extends Planning {
  #sent = signal(/** @type {number|null} */ (null));
  isSending = computed(() => this.place.view.value !== null && this.#sent.value === this.place.view.value.turn);
  canEnd = computed(() => this.plan.value.length > 0 && !this.isSending.value);
  #turnName = computed(() => nameOf(this.place.view.value));

  /**
   * The turns of the own seats at a table.
   * @param {object} table
   * @param {string} table.id
   * @param {string|null} table.secret
   * @param {import('../lib.js').ReadonlySignal<View|null>} table.view the view of the seat that is to move here,
   *   or null
   * @param {Command} table.command
   */
  constructor({ id, secret, view, command }) {
    super({
      view,
      isLocked: () => this.isSending.peek(),
      foresee: (moves, attempt) =>
        ask('POST', `/api/tables/${id}/preview`, { body: { moves, attempt, turn: view.peek()?.turn }, secret }),
    });
    this.id = id;
    this.command = command;
    this.stops = [effect(() => this.#open()), effect(() => this.#keep())];
  }

  /** Ends the turn: the whole plan is sent, once. */
  async end() {
    await this.answering;
    const seen = this.place.view.peek();
    if (!seen || !this.canEnd.peek()) return;
    const moves = this.turn;
    batch(() => {
      this.refusal.value = null;
      this.note.value = null;
      this.#sent.value = seen.turn;
    });
    const reply = await this.asking.ask(() => this.#send(moves, seen.turn));
    if (reply?.refusal) batch(() => this.#sendAgain(reply.refusal));
  }

  /** Stops following the table. */
  close() {
    for (const stop of this.stops) stop();
  }

  /**
   * @param {string[]} moves
   * @param {number} turn
   */
  async #send(moves, turn) {
    await this.command('play', { moves, turn });
    dropDraft(this.id);
  }

  /** @param {import('../protocol.js').RefusalBody} refusal */
  #sendAgain(refusal) {
    this.#sent.value = null;
    this.refusal.value = refusal;
  }

  /** Begins each turn with nothing chosen, or with what was planned before the page was loaded again. */
  #open() {
    this.#turnName.value;
    const seen = this.place.view.peek();
    this.begin(seen && readDraft(this.id, seen.turn, seen.seat));
  }

  #keep() {
    const draft = { card: this.card.value, moves: this.plan.value };
    const seen = this.place.view.peek();
    if (seen) keepDraft(this.id, { turn: seen.turn, seat: seen.seat, ...draft });
  }
}

/** @param {View|null} view */
function nameOf(view) {
  return view && `${view.turn}${view.seat}`;
}
