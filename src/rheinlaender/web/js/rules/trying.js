/** Trying moves in a position of the rule book: the server says what they would do, or why they are refused. */

import { ask } from '../api.js';
import { batch, computed, signal } from '../lib.js';
import { attemptOf } from '../table/turn.js';

/** @typedef {import('../types.js').Preview} Preview */
/** @typedef {import('../types.js').Refusal} Refusal */
/** @typedef {import('../types.js').Move} Move */
/** @typedef {ReturnType<typeof openTrying>} Trying */

/**
 * Opens a position for trying one turn in it.
 * @param {string} position in notation
 * @param {string[]} played the moves that lead from it to where one tries
 * @param {{peek: () => import('../board/places.js').Places|null}} places
 */
export function openTrying(position, played, places) {
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

  /** @param {string[]} wanted */
  async function attempt(wanted) {
    const asked = ++question;
    try {
      const next = await ask('POST', '/api/rules/try', { body: { position, played, moves: wanted } });
      if (asked !== question) return;
      batch(() => {
        clearWords();
        moves.value = wanted;
        answers.value = [...answers.peek().slice(0, wanted.length), next];
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
    if (isBastion.peek()) return void attempt([...moves.peek(), `@${field}`]);
    const chosen = card.peek() ?? (hand.peek().length === 1 ? hand.peek()[0] : null);
    const move = legal.peek().find((each) => each.field === field && (chosen === null || each.card === chosen));
    if (move) return void settle(move);
    if (chosen === null) batch(() => { clearWords(); nothingFor.value = field; });
    else void attempt(attemptOf(chosen, field, view.peek(), places.peek()) ?? []);
  }

  /** @param {Move} move */
  function settle(move) {
    card.value = move.card;
    void attempt([move.move]);
  }

  /** @param {number} number */
  function chooseCard(number) {
    if (moves.peek().length) return;
    if (isChange.peek()) return void attempt([`${number}-`]);
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

  const buildNothing = () => attempt([...moves.peek(), '.']);

  void attempt([]);
  return { moves, answer, view, hand, card, refusal, nothingFor, legal, isBastion, isDone, isChange, targets, touch, chooseCard, takeBack, buildNothing };
}
