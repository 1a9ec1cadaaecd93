/**
 * One step of a lesson: turns of others are shown, the learner plays or points, and what was tried is answered. The
 * server judges; here is only what has been chosen and said so far.
 */

import { ask } from '../api.js';
import { batch, computed, signal } from '../lib.js';
import { notify } from '../notice.js';
import { lasting } from '../settings.js';
import { refusalWords } from '../words.js';

/** @typedef {import('../types.js').View} View */
/** @typedef {import('../types.js').Preview} Preview */
/** @typedef {import('./lessons.js').Answer} Answer */
/** @typedef {import('./lessons.js').LessonStep} LessonStep */
/** @typedef {ReturnType<typeof openStep>} Step */
/** @typedef {'shown'|'asked'|'wrong'|'right'} Stage */

/** How long an opponent's turn is awaited and then looked at, in milliseconds. */
const PAUSE = 1300;
/** After so many wrong tries the hint is given and the solution is offered. */
const HINT_AFTER = 1;
const SOLUTION_AFTER = 2;

/**
 * Opens a step.
 * @param {string} lesson
 * @param {LessonStep} step
 */
export function openStep(lesson, step) {
  const stage = signal(/** @type {Stage} */ (step.shown.length > 0 ? 'shown' : 'asked'));
  const seen = signal(0);
  const card = signal(/** @type {number|null} */ (null));
  const knight = signal(/** @type {{move: string, field: string}|null} */ (null));
  const preview = signal(/** @type {Preview|null} */ (null));
  const isBastion = signal(false);
  const taps = signal(/** @type {string[]} */ ([]));
  const answer = signal(/** @type {Answer|null} */ (null));
  const tries = signal(0);
  const isAsking = signal(false);
  const isHinted = signal(false);
  const isCardMissing = signal(false);
  let question = 0;
  let timer = /** @type {ReturnType<typeof setTimeout>|undefined} */ (undefined);

  const hand = computed(() => step.view.hand);
  const hasHint = computed(() => isHinted.value || tries.value >= HINT_AFTER);
  const hasSolution = computed(() => tries.value >= SOLUTION_AFTER);
  const isOpen = computed(() => stage.value === 'asked' || stage.value === 'wrong');
  const view = computed(() => {
    if (stage.value === 'shown') return seen.value === 0 ? step.opening ?? step.view : step.shown[seen.value - 1].view;
    if (stage.value !== 'asked' && answer.value) return answer.value.view;
    return preview.value?.view ?? step.view;
  });
  const targets = computed(() => new Set(stage.value === 'asked' ? targetFields() : []));

  /** Fields that glow once a hint was given: where a bastion may be built, or those that the card reaches. */
  function targetFields() {
    if (!hasHint.value) return [];
    if (isBastion.value) return (preview.value?.moves ?? []).flatMap(({ kind, field }) => (kind === 'bastion' && field ? [field] : []));
    if (card.value === null || knight.value) return [];
    return step.view.moves.flatMap((move) => (move.card === card.value && move.field ? [move.field] : []));
  }

  /** Shows the turns of others, one after another. */
  function begin() {
    if (stage.peek() !== 'shown') return;
    timer = setTimeout(() => {
      if (seen.peek() === step.shown.length) return skipShown();
      seen.value += 1;
      begin();
    }, lasting(PAUSE));
  }

  function skipShown() {
    clearTimeout(timer);
    batch(() => {
      seen.value = step.shown.length;
      if (stage.peek() === 'shown') stage.value = 'asked';
    });
  }

  function watchAgain() {
    clear();
    batch(() => {
      seen.value = 0;
      stage.value = 'shown';
    });
    begin();
  }

  /** Goes back to the step's own position. */
  function clear() {
    question += 1;
    batch(() => {
      stage.value = 'asked';
      answer.value = null;
      card.value = null;
      knight.value = null;
      preview.value = null;
      isBastion.value = false;
      isCardMissing.value = false;
      taps.value = [];
    });
  }

  /** Whether something can be tried now; what is over is put away before. */
  function isReady() {
    if (stage.peek() === 'shown') skipShown();
    if (stage.peek() === 'right' || isAsking.peek()) return false;
    if (stage.peek() === 'wrong') putAway();
    isCardMissing.value = false;
    return true;
  }

  /** After a wrong try: whatever was refused left everything as it was, so that the choice of a card still holds. */
  function putAway() {
    const held = answer.peek()?.refusal ? card.peek() : null;
    const planned = answer.peek()?.refusal && answer.peek()?.moves.length === 2 ? { at: knight.peek(), preview: preview.peek() } : null;
    clear();
    batch(() => {
      card.value = held;
      knight.value = planned?.at ?? null;
      preview.value = planned?.preview ?? null;
      isBastion.value = planned !== null;
    });
  }

  /** @param {number} number */
  function chooseCard(number) {
    if (step.kind !== 'play' || !isReady() || knight.peek()) return;
    isBastion.value = false;
    card.value = card.peek() === number ? null : number;
  }

  /** The chosen card; of one card the choice is made. */
  function chosenCard() {
    return card.peek() ?? (hand.peek().length === 1 ? hand.peek()[0] : null);
  }

  /** @param {string} field */
  function touchField(field) {
    if (!isReady()) return;
    if (step.kind === 'look') return tap(field);
    if (isBastion.peek()) return void attempt({ moves: knight.peek() ? [knight.peek()?.move] : [], attempt: { field } });
    if (knight.peek()) return;
    const chosen = chosenCard();
    card.value = chosen;
    if (chosen === null) {
      isCardMissing.value = true;
      return;
    }
    const move = step.view.moves.find((each) => each.card === chosen && each.field === field);
    if (step.has_bastion && move) return void plan(move.move, field);
    void attempt({ attempt: { card: chosen, field } });
  }

  /**
   * A site stands for itself where one points, and for the one field beside it that the card reaches where one plays.
   * @param {string} site
   * @param {string[]} beside
   */
  function touchSite(site, beside) {
    if (step.kind === 'look') {
      if (isReady()) tap(site);
      return;
    }
    const chosen = chosenCard();
    const reached = beside.filter((field) => step.view.moves.some((move) => move.card === chosen && move.field === field));
    if (reached.length === 1) touchField(reached[0]);
  }

  /** @param {string} duchy */
  function touchDuchy(duchy) {
    if (step.kind === 'look' && isReady()) tap(duchy);
  }

  /** @param {string} place */
  function tap(place) {
    const before = taps.peek();
    taps.value = before.includes(place) ? before.filter((each) => each !== place) : [...before, place];
    if (taps.peek().length === step.taps) void attempt({ fields: taps.peek() });
  }

  /**
   * Takes the knight as placed and asks for the bastion.
   * @param {string} move
   * @param {string} field
   */
  async function plan(move, field) {
    const found = await asked('/preview', { moves: [move] });
    if (!found) return;
    batch(() => {
      knight.value = { move, field };
      preview.value = found;
      isBastion.value = true;
    });
  }

  /** The bastion first, or after all none. */
  function toggleBastion() {
    if (!step.has_bastion || !isReady() || knight.peek()) return;
    isBastion.value = !isBastion.peek();
  }

  /** Ends the turn without a bastion. */
  function buildNothing() {
    const placed = knight.peek();
    const none = preview.peek()?.moves.find((move) => move.kind === 'none');
    if (placed && none && isReady()) void attempt({ moves: [placed.move, none.move] });
  }

  /** Plays the solution. */
  function solve() {
    if (stage.peek() === 'shown' || stage.peek() === 'right' || isAsking.peek()) return;
    clear();
    void attempt(step.kind === 'look' ? { fields: step.solution } : { moves: step.solution });
  }

  /** @param {Record<string, any>} tried */
  async function attempt(tried) {
    const given = await asked('', tried);
    if (!given) return;
    batch(() => {
      answer.value = given;
      stage.value = given.right ? 'right' : 'wrong';
      if (!given.right) tries.value += 1;
    });
  }

  /**
   * @param {string} path
   * @param {Record<string, any>} body
   */
  async function asked(path, body) {
    const mine = ++question;
    isAsking.value = true;
    try {
      const given = await ask('POST', `/api/lessons/${lesson}/${step.number}${path}`, { body });
      return mine === question ? given : null;
    } catch (error) {
      notify(refusalWords(/** @type {any} */ (error).refusal), 'bad');
      return null;
    } finally {
      isAsking.value = false;
    }
  }

  /** Takes back the newest thing. Says whether there was something. */
  function takeBack() {
    if (stage.peek() === 'right') return false;
    const isAnything = stage.peek() === 'wrong' || card.peek() !== null || isBastion.peek() || taps.peek().length > 0;
    if (stage.peek() === 'shown') skipShown();
    else clear();
    return isAnything;
  }

  const askHint = () => { if (stage.peek() !== 'right') isHinted.value = true; };

  return {
    step, stage, seen, card, knight, preview, isBastion, taps, answer, tries, isAsking, isCardMissing, hand, hasHint, hasSolution, isOpen,
    view, targets, begin, skipShown, watchAgain, clear, chooseCard, touchField, touchSite, touchDuchy, toggleBastion, buildNothing, solve,
    takeBack, askHint, close: () => clearTimeout(timer),
  };
}
