/** Trying a decision again: the live board as it was, and what the judge says about another move. */

import { UNREACHABLE } from '../api.js';
import { Card, Shield } from '../board/pieces.js';
import { nameOf } from '../game/views.js';
import { html, useEffect, useRef, useSignal } from '../lib.js';
import { refusalWords, t } from '../words.js';
import { plain } from './figures.js';
import { leadTo } from './study.js';

/** @typedef {import('../protocol.js').ReviewBody} Review */
/** @typedef {import('../protocol.js').DecisionBody} Decision */
/** @typedef {import('../types.js').Names} Names */
/** @typedef {import('../planning/trying.js').Trying} Trying */
/** @typedef {import('./study.js').Study} Study */

/** @typedef {import('../protocol.js').AnotherMove} Weighed what a move is worth */
/** @typedef {import('../protocol.js').RefusalBody} Refusal */
/** @typedef {{move: string, found: Weighed|null, refusal: Refusal|null}} Judged a move about which the judge was asked;
 *   while it is weighed, nothing is found */

/**
 * The panel below the board while somebody tries.
 * @param {{decision: Decision, number: number, trying: Trying, study: Study, names: Names,
 *   weigh: (move: string) => Promise<Weighed>}} properties
 */
export function Again({ decision, number, trying, study, names, weigh }) {
  const judged = useSignal(/** @type {Judged|null} */ (null));
  const prompt = useRef(/** @type {HTMLParagraphElement|null} */ (null));
  useEffect(() => leadTo(prompt.current, 'start', prompt.current?.closest('.review-place')), []);
  const { seat, turn, played } = decision;
  const move = decidedBy(trying, decision);
  const isBastion = played.card === null;
  const about = judged.value?.move === move ? judged.value : null;
  return html`<div class="again" data-again=${number}>
    <p class="again-prompt" data-seat=${seat} tabindex="-1" ref=${prompt}><${Shield} seat=${seat} size="1.4em" />
      <span>${t(isBastion ? 'review.try_bastion' : 'review.try_find', { turn, seat: nameOf(names, seat) })}</span></p>
    ${!isBastion && html`<${Hand} trying=${trying} />`}
    <div class="again-words" aria-live="polite"><${Words} trying=${trying} names=${names} />
      ${about && html`<p data-verdict=${stateOf(about)}>${verdictOf(decision, about)}</p>`}</div>
    <${AnyField} trying=${trying} isBastion=${isBastion} chosen=${move} />
    <p class="answer-buttons">
      <button type="button" class="button primary" data-action="judge"
        disabled=${move === null || (about && stateOf(about) === 'asking')}
        onClick=${() => move && judge(decision, move, judged, weigh)}>${t('review.judge_it')}</button>
      ${
        isBastion &&
        html`<button type="button" class="button" data-action="no-bastion"
        disabled=${trying.isDone.value} onClick=${() => trying.buildNothing()}>${t('rules.no_bastion')}</button>`
      }
      <button type="button" class="button" data-action="take-back"
        disabled=${!trying.plan.value.length && !trying.refusal.value}
        onClick=${() => trying.reset()}>${t('table.take_back')}</button>
      <button type="button" class="button quiet" data-action="show-answer"
        onClick=${() => study.show(number)}>${t('review.show')}</button>
      <button type="button" class="button quiet" data-action="stop-trying"
        onClick=${() => study.stopTrying()}>${t('review.try_stop')}</button></p>
  </div>`;
}

/**
 * The move that is planned in the place of the decision.
 * @param {Trying} trying
 * @param {Decision} decision
 */
function decidedBy(trying, { played }) {
  const isBastion = played.card === null;
  return trying.plan.value.find(({ card }) => (card === null) === isBastion)?.move ?? null;
}

/** @param {{trying: Trying}} properties */
function Hand({ trying }) {
  const placing = new Set(trying.legal.value.map(({ card }) => card));
  const isPlayed = trying.planned.value !== null;
  return html`<ul class="again-hand" aria-label=${t('table.cards')}>${trying.hand.value.map(
    (number) => html`<li key=${number}><${Card} number=${number} data-card=${number}
      label=${t('table.card', { card: number })} isChosen=${trying.card.value === number}
      isUseful=${trying.useful.value.has(number)} isUnusable=${!isPlayed && !placing.has(number)}
      disabled=${isPlayed || undefined} onClick=${() => trying.chooseCard(number)} /></li>`,
  )}</ul>`;
}

/**
 * The fields that may be chosen, for whoever has no pointer: arrows walk through them, and the board follows.
 * @param {{trying: Trying, isBastion: boolean, chosen: string|null}} properties
 */
function AnyField({ trying, isBastion, chosen }) {
  const moves = movesOf(trying, isBastion);
  if (moves.length === 0) return null;
  /** @param {any} event */
  const choose = (event) => {
    const move = moves.find(({ field }) => field === event.currentTarget.value);
    if (move) decide(trying, move);
  };
  return html`<label class="again-field"><span class="small soft">${t('rules.try_any')}</span>
    <select data-pick="field" value=${moves.find(({ move }) => move === chosen)?.field ?? ''} onChange=${choose}>
      <option value="">${t('rules.try_choose_field')}</option>
      ${moves.map(({ field }) => html`<option key=${field} value=${field}>${field}</option>`)}</select></label>`;
}

/**
 * What may be decided here: with the chosen card, or about the bastion.
 * @param {Trying} trying
 * @param {boolean} isBastion
 */
function movesOf({ bastionMoves, card, legal }, isBastion) {
  return isBastion ? bastionMoves.value : legal.value.filter((move) => move.field && move.card === card.value);
}

/**
 * @param {Trying} trying
 * @param {import('../protocol.js').LegalMove} move
 */
function decide(trying, move) {
  if (move.card !== null) return trying.planMove(move);
  if (trying.plan.peek().length) trying.reset();
  trying.touchField(move.field ?? '');
}

/**
 * Fields where something may be put now.
 * @param {Trying} trying
 * @param {boolean} isBastion
 */
export function fieldsOf({ isBuilding, buildable, targets }, isBastion) {
  if (!isBastion) return targets.value;
  return isBuilding.value ? buildable.value : new Set();
}

/** @param {{trying: Trying, names: Names}} properties */
function Words({ trying, names }) {
  const refusal = trying.refusal.value;
  if (trying.note.value) return html`<p class="soft">${t('table.no_card_for', { field: trying.note.value })}</p>`;
  return refusal && html`<p class="again-refusal" data-refusal=${refusal.code}>${refusalWords(refusal, names)}</p>`;
}

/**
 * Asks the judge about a move; what was weighed for the review is known.
 * @param {Decision} decision
 * @param {string} move
 * @param {import('../lib.js').Signal<Judged|null>} judged
 * @param {(move: string) => Promise<Weighed>} weigh
 */
async function judge({ moves }, move, judged, weigh) {
  /** @param {Partial<Judged>} parts */
  const say = (parts) => {
    judged.value = { move, found: null, refusal: null, ...parts };
  };
  const found = moves.find((each) => each.move === move) ?? null;
  say({ found });
  if (found) return;
  /** @type {Partial<Judged>} */
  const answer = await weigh(move).then(
    (weighed) => ({ found: weighed }),
    (error) => ({ refusal: error.refusal ?? UNREACHABLE }),
  );
  if (judged.peek()?.move === move) say(answer);
}

/** @param {Judged} judged */
function stateOf({ found, refusal }) {
  if (refusal) return 'refused';
  return found ? 'found' : 'asking';
}

/**
 * What the judge says about a move: the best, as good, better or worse; or why nothing is said.
 * @param {Decision} decision
 * @param {Judged} judged
 */
function verdictOf({ moves, played, loss }, { move, found, refusal }) {
  const was = plain(loss);
  if (refusal) return refusalWords(refusal);
  if (!found) return t('review.verdict.asking');
  const cost = moves[0].share - found.share;
  if (found === moves[0]) return t('review.verdict.best');
  if (move === played.move) return t('review.verdict.same', { was });
  if (cost <= 2 * found.error) return t('review.verdict.level');
  return t(cost < loss ? 'review.verdict.better' : 'review.verdict.worse', { loss: plain(cost), was });
}
