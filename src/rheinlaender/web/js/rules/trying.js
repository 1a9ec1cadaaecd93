/** Trying moves in a position of the rule book: the server says what they would do, or why they are refused. */

import { ask } from '../api.js';
import { batch, computed, signal } from '../lib.js';

/** @typedef {import('../types.js').Preview} Preview */
/** @typedef {import('../types.js').Refusal} Refusal */
/** @typedef {import('../types.js').Move} Move */
/** @typedef {ReturnType<typeof openTrying>} Trying */

/**
 * Opens a position for trying one turn in it.
 * @param {string} position in notation
 * @param {string[]} played the moves that lead from it to where one tries
 */
export function openTrying(position, played) {
  const moves = signal(/** @type {string[]} */ ([]));
  const answers = signal(/** @type {Preview[]} */ ([]));
  const card = signal(/** @type {number|null} */ (null));
  const refusal = signal(/** @type {Refusal|null} */ (null));
  const nothingFor = signal(/** @type {string|null} */ (null));
  let question = 0;

  const answer = computed(() => answers.value[answers.value.length - 1] ?? null);
  const view = computed(() => answer.value?.view ?? null);
  const hand = computed(() => answers.value[0]?.view.hand ?? []);
  const legal = computed(() => (answer.value?.moves ?? []).filter((move) => move.card !== null));
  const isBastion = computed(() => view.value?.phase === 'bastion');
  const isDone = computed(() => answer.value?.is_complete ?? false);
  const isChange = computed(() => legal.value.length > 0 && legal.value.every((move) => move.kind === 'change'));
  const targets = computed(() => new Set(legal.value.flatMap((move) => (move.card === card.value && move.field ? [move.field] : []))));

  /**
   * @param {string[]} wanted
   * @param {{card?: number, field: string}} [tried] what is tried after them
   */
  async function attempt(wanted, tried) {
    const asked = ++question;
    try {
      const next = await ask('POST', '/api/rules/try', { body: { position, played, moves: wanted, attempt: tried } });
      if (asked !== question) return;
      batch(() => {
        clearWords();
        moves.value = next.decisions.map((/** @type {Move} */ move) => move.move);
        answers.value = [...answers.peek().slice(0, next.decisions.length), next];
      });
    } catch (error) {
      if (asked === question) batch(() => { clearWords(); refusal.value = /** @type {any} */ (error).refusal ?? null; });
    }
  }

  function clearWords() {
    refusal.value = null;
    nothingFor.value = null;
  }

  /** @param {string} field */
  function touch(field) {
    if (isDone.peek() || !answer.peek()) return;
    if (isBastion.peek()) return void attempt(moves.peek(), { field });
    const chosen = card.peek() ?? (hand.peek().length === 1 ? hand.peek()[0] : null);
    const move = legal.peek().find((each) => each.field === field && (chosen === null || each.card === chosen));
    if (move) return void settle(move);
    if (chosen === null) batch(() => { clearWords(); nothingFor.value = field; });
    else void attempt([], { card: chosen, field });
  }

  /** @param {Move} move */
  function settle(move) {
    card.value = move.card;
    void attempt([move.move]);
  }

  /** @param {number} number */
  function chooseCard(number) {
    if (moves.peek().length) return;
    const change = isChange.peek() && legal.peek().find((move) => move.card === number);
    if (change) return void settle(change);
    batch(() => {
      clearWords();
      card.value = card.peek() === number ? null : number;
    });
  }

  function takeBack() {
    question += 1;
    batch(() => {
      if (!refusal.peek() && !nothingFor.peek() && moves.peek().length) {
        moves.value = moves.peek().slice(0, -1);
        answers.value = answers.peek().slice(0, -1);
      }
      clearWords();
    });
  }

  function buildNothing() {
    const none = answer.peek()?.moves.find((move) => move.kind === 'none');
    if (none) void attempt([...moves.peek(), none.move]);
  }

  void attempt([]);
  return { moves, answer, view, hand, card, refusal, nothingFor, legal, isBastion, isDone, isChange, targets, touch, chooseCard, takeBack, buildNothing };
}
