/**
 * One's own turn until it is ended: the chosen card and field, the planned moves and what they would do. Nothing leaves
 * the browser but questions, so everything can be taken back.
 */
import { ask } from '../api.js';
import { batch, computed, effect, signal } from '../lib.js';
import { dropDraft, keepDraft, readDraft } from './draft.js';

/** @typedef {import('../types.js').View} View */
/** @typedef {import('../types.js').Move} Move */
/** @typedef {import('../types.js').Refusal} Refusal */
/** @typedef {import('../types.js').Preview} Preview */
/** @typedef {ReturnType<typeof openTurn>} Turn */

/**
 * Opens the turns of the own seats at a table.
 * @param {object} place
 * @param {string} place.id the table
 * @param {string|null} place.secret
 * @param {import('../lib.js').ReadonlySignal<View|null>} place.view the view of the seat that is to move here, or null
 * @param {(name: string, parts: Record<string, any>) => Promise<any>} place.command
 */
export function openTurn({ id, secret, view, command }) {
  const card = signal(/** @type {number|null} */ (null));
  const field = signal(/** @type {string|null} */ (null));
  const plan = signal(/** @type {string[]} */ ([]));
  const foreseen = signal(/** @type {Preview[]} */ ([]));
  const isBastion = signal(false);
  const refusal = signal(/** @type {Refusal|null} */ (null));
  const note = signal(/** @type {string|null} */ (null));
  const sent = signal(/** @type {number|null} */ (null));
  let question = 0;
  let answering = /** @type {Promise<void>} */ (Promise.resolve());

  const legal = computed(() => (view.value?.moves ?? []).filter((move) => move.card !== null));
  const isChange = computed(() => legal.value.length > 0 && legal.value.every((move) => move.kind === 'change'));
  const isSending = computed(() => view.value !== null && sent.value === view.value.turn);
  const planned = computed(() => legal.value.find((move) => move.move === plan.value[0]) ?? null);
  const preview = computed(() => foreseen.value[foreseen.value.length - 1] ?? null);
  const buildable = computed(() => {
    const next = plan.value.length > 0 ? (foreseen.value[0]?.moves ?? []) : [];
    return new Set(next.flatMap((move) => (move.kind === 'bastion' && move.field ? [move.field] : [])));
  });
  const bastion = computed(() => foreseen.value[0]?.moves.find((move) => move.move === plan.value[1]) ?? null);
  const bastionField = computed(() => bastion.value?.field ?? null);
  const useful = computed(() => new Set(usefulMoves().map((move) => move.card)));
  const canEnd = computed(() => plan.value.length > 0 && !isSending.value);

  /** @param {string} at */
  function movesAt(at) {
    return legal.value.filter((move) => move.field === at);
  }

  function usefulMoves() {
    if (isChange.value) return legal.value;
    return field.value ? movesAt(field.value) : [];
  }

  /**
   * @param {string[]} moves
   * @param {{card?: number, field: string}} [tried] what is tried after them
   */
  function askWhatIf(moves, tried) {
    return ask('POST', `/api/tables/${id}/preview`, { body: { moves, attempt: tried, turn: view.peek()?.turn }, secret });
  }

  /** Asks what the planned moves would do. A newer plan makes older answers void. */
  async function foresee() {
    const asked = ++question;
    const moves = plan.peek();
    try {
      while (foreseen.peek().length < moves.length) {
        const answer = await askWhatIf(moves.slice(0, foreseen.peek().length + 1));
        if (asked !== question) return;
        foreseen.value = [...foreseen.peek(), answer];
      }
    } catch (error) {
      if (asked === question) refusePlan(error);
    }
  }

  /** @param {any} error */
  function refusePlan(error) {
    batch(() => {
      plan.value = plan.peek().slice(0, foreseen.peek().length);
      refusal.value = error.refusal;
    });
  }

  function clearWords() {
    refusal.value = null;
    note.value = null;
  }

  /** @param {string[]} moves */
  function planMoves(moves) {
    const before = plan.peek();
    const same = moves.findIndex((move, place) => move !== before[place]);
    batch(() => {
      clearWords();
      plan.value = moves;
      foreseen.value = foreseen.peek().slice(0, same === -1 ? moves.length : same);
      if (moves.length === 0) isBastion.value = false;
    });
    answering = foresee();
    keep();
  }

  /** @param {Move} move */
  function planMove(move) {
    if (plan.peek()[0] === move.move) return;
    batch(() => {
      card.value = move.card;
      isBastion.value = false;
      planMoves([move.move]);
    });
  }

  function canAct() {
    return view.peek() !== null && !isSending.peek();
  }

  /** @param {number} number */
  function chooseCard(number) {
    if (!canAct()) return;
    const move = usefulMoves().find((each) => each.card === number);
    if (move) return planMove(move);
    if (isChange.peek()) return;
    batch(() => {
      field.value = null;
      card.value = card.peek() === number ? null : number;
      planMoves([]);
    });
  }

  /** @param {string} at */
  function touchField(at) {
    if (!canAct() || isChange.peek()) return;
    if (isBastion.peek()) return touchBastion(at);
    const chosen = card.peek();
    if (chosen === null) return findCards(at);
    const move = movesAt(at).find((each) => each.card === chosen);
    if (!move) return void attempt([], { card: chosen, field: at });
    field.value = null;
    planMove(move);
  }

  /**
   * A field was touched with no card chosen: shows which cards could be used there, and plans where there is just one.
   * @param {string} at
   */
  function findCards(at) {
    const moves = movesAt(at);
    batch(() => {
      clearWords();
      field.value = moves.length > 1 ? at : null;
      if (moves.length === 1) planMove(moves[0]);
      if (moves.length === 0 && !isTaken(at)) note.value = at;
    });
  }

  /** @param {string} at */
  function isTaken(at) {
    const seen = view.peek();
    return seen !== null && (at in seen.knights || seen.bastions.includes(at));
  }

  /** @param {string} at */
  function touchBastion(at) {
    const knight = plan.peek()[0];
    if (bastionField.peek() === at) return planMoves([knight]);
    const move = foreseen.peek()[0]?.moves.find((each) => each.field === at);
    if (move) return planMoves([knight, move.move]);
    void attempt([knight], { field: at });
  }

  /**
   * Something that is not among the legal moves was tried: the table says why, and cards that reach the field are shown.
   * @param {string[]} moves
   * @param {{card?: number, field: string}} tried
   */
  async function attempt(moves, tried) {
    const asked = ++question;
    try {
      const { decisions } = await askWhatIf(moves, tried);
      if (asked === question) planMoves(decisions.map((/** @type {Move} */ move) => move.move));
    } catch (error) {
      if (asked !== question) return;
      batch(() => {
        field.value = !isBastion.peek() && movesAt(tried.field).length > 0 ? tried.field : null;
        refusal.value = /** @type {any} */ (error).refusal;
      });
    }
  }

  function toggleBastion() {
    if (!canAct() || (!isBastion.peek() && buildable.peek().size === 0)) return;
    batch(() => {
      clearWords();
      isBastion.value = !isBastion.peek();
    });
  }

  /** Takes back the newest thing: the bastion, the knight, the chosen card or field, or only the words. */
  function takeBack() {
    if (isSending.peek()) return false;
    if (refusal.peek() || note.peek()) clearWords();
    else if (plan.peek().length > 1) planMoves(plan.peek().slice(0, 1));
    else if (isBastion.peek()) isBastion.value = false;
    else if (plan.peek().length > 0) planMoves([]);
    else if (card.peek() !== null || field.peek() !== null) reset();
    else return false;
    return true;
  }

  function reset() {
    batch(() => {
      card.value = null;
      field.value = null;
      planMoves([]);
    });
  }

  /** The decision for no bastion, where one is to be made. */
  function noBastion() {
    return (preview.peek()?.moves ?? []).flatMap(({ kind, move }) => (kind === 'none' ? [move] : []));
  }

  /** Ends the turn: the whole plan is sent, once. */
  async function end() {
    await answering;
    const seen = view.peek();
    if (!seen || !canEnd.peek()) return;
    const moves = [...plan.peek(), ...noBastion()];
    batch(() => {
      clearWords();
      sent.value = seen.turn;
    });
    try {
      await command('play', { moves, turn: seen.turn });
      dropDraft(id);
    } catch (error) {
      batch(() => {
        sent.value = null;
        refusal.value = /** @type {any} */ (error).refusal ?? null;
      });
    }
  }

  function keep() {
    const seen = view.peek();
    if (seen) keepDraft(id, { turn: seen.turn, seat: seen.seat, card: card.peek(), moves: plan.peek() });
  }

  /**
   * Begins a turn with nothing chosen, or with what was planned before the page was loaded again.
   * @param {View|null} seen
   */
  function begin(seen) {
    const draft = seen && readDraft(id, seen.turn, seen.seat);
    batch(() => {
      clearWords();
      isBastion.value = false;
      field.value = null;
      foreseen.value = [];
      card.value = draft?.card ?? null;
      plan.value = draft?.moves ?? [];
    });
    answering = foresee();
  }

  const turnName = computed(() => (view.value ? `${view.value.turn}${view.value.seat}` : null));
  const stop = effect(() => {
    turnName.value;
    begin(view.peek());
  });

  return {
    card, field, plan, preview, isBastion, refusal, note, legal, isChange, isSending, planned, buildable, bastionField,
    useful, canEnd, chooseCard, touchField, toggleBastion, takeBack, reset, end, planMove, close: stop,
  };
}
