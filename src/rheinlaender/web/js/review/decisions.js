/** The decisions of a turn: what was done, what it cost, how sure that is, and the best moves with their reasons. */

import { told } from '../game/told.js';
import { html, useEffect, useRef } from '../lib.js';
import { t } from '../words.js';
import { percent, plain, signed } from './figures.js';
import { isMistake, leadTo } from './study.js';

/** @typedef {import('../protocol.js').ReviewBody} Review */
/** @typedef {import('../protocol.js').DecisionBody} Decision */
/** @typedef {import('../protocol.js').LegalMove} Move */
/** @typedef {import('../types.js').Names} Names */
/** @typedef {import('./study.js').Study} Study */

/** So many of the best moves are told; the played one always is. */
const MOST_MOVES = 4;

/**
 * All decisions of the turn that is shown.
 * @param {{review: Review, study: Study, names: Names}} properties
 */
export function Decisions({ review, study, names }) {
  const { turn } = study;
  const own = review.decisions.flatMap((decision, number) => (decision.turn === turn ? [{ decision, number }] : []));
  if (own.length === 0) return null;
  return html`<ul class="decisions">${own.map(
    ({ decision, number }) => html`<li key=${number} class="decision" data-decision=${number}
      data-label=${decision.is_forced ? 'forced' : decision.label}>
      <${Verdict} decision=${decision} names=${names} />
      <${Answer} decision=${decision} number=${number} study=${study} names=${names} />
    </li>`,
  )}</ul>`;
}

/**
 * What was done and what it cost.
 * @param {{decision: Decision, names: Names}} properties
 */
function Verdict({ decision, names }) {
  const { seat, played, label, loss, error, is_forced: isForced } = decision;
  return html`<p class="verdict"><span>${told('review.played_by', { seat, move: moveWords(played) }, names)}</span>
    <b class="verdict-label">${isForced ? t('review.forced') : t(`review.label.${label}`)}</b>
    ${loss > 0 && html`<span class="verdict-loss lining">${lossWords(loss, error)}</span>`}</p>`;
}

/** @param {{decision: Decision, number: number, study: Study, names: Names}} properties */
function Answer({ decision, number, study, names }) {
  if (decision.is_forced) return null;
  if (isMistake(decision) && !study.shown.value.has(number))
    return html`<${AnswerButtons} decision=${decision} number=${number} study=${study} />`;
  return html`<${BestMoves} decision=${decision} number=${number} study=${study} names=${names} />`;
}

/**
 * First one may find it oneself.
 * @param {{decision: Decision, number: number, study: Study, isQuiet?: boolean}} properties
 */
export function AnswerButtons({ decision, number, study, isQuiet = false }) {
  const isPrimary = !isQuiet && decision.label !== 'good';
  return html`<p class="answer-buttons">
    <button type="button" class=${isPrimary ? 'button primary' : 'button'} data-action="try-again"
      onClick=${() => study.tryAgain(number, decision)}>${t('review.try')}</button>
    <button type="button" class="button quiet" data-action="show-answer"
      onClick=${() => {
        study.goToTurn(decision.turn);
        study.show(number);
      }}>${t('review.show')}</button></p>`;
}

/** @param {{decision: Decision, number: number, study: Study, names: Names}} properties */
function BestMoves({ decision, number, study, names }) {
  const sheet = useRef(/** @type {HTMLDivElement|null} */ (null));
  useEffect(() => {
    if (study.isWanted(number)) leadTo(sheet.current, 'nearest');
  }, []);
  const { moves, played, why } = decision;
  const shown = moves.filter(({ move }, place) => place < MOST_MOVES || move === played.move);
  return html`<div class="best-moves" data-answer tabindex="-1" ref=${sheet}>
    <p class="best-why"><b>${told('review.best', { move: moveWords(moves[0]) }, names)}</b>
      ${why.map((reason) => [' ', told(`reason.${reason.name}`, reason, names)])}</p>
    <table class="lining"><caption class="unseen">${t('review.best_moves')}</caption>
      <thead><tr><th scope="col">${t('review.best_moves')}</th><th scope="col">${t('review.chance')}</th>
        <th scope="col">${t('review.cost')}</th></tr></thead>
      <tbody>${shown.map(
        (move) => html`<tr key=${move.move} data-move=${move.move} data-played=${move.move === played.move}>
        <th scope="row">${moveWords(move)}${move.move === played.move && html` <i>(${t('review.played')})</i>`}</th>
        <td>${percent(move.share)}</td><td>${costWords(moves[0].share - move.share, move.error)}</td></tr>`,
      )}</tbody></table></div>`;
}

/**
 * @param {number} loss
 * @param {number} error
 */
export function lossWords(loss, error) {
  return `${signed(-loss)} ± ${plain(error)} %`;
}

/**
 * @param {number} cost
 * @param {number} error
 */
function costWords(cost, error) {
  return cost > 0 ? `${signed(-cost)} ± ${plain(error)}` : '–';
}

/**
 * A move within a sentence.
 * @param {Move} move
 */
export function moveWords({ kind, card, field }) {
  const name = kind === 'none' || kind === 'bastion' || kind === 'change' ? kind : 'knight';
  return told(`advice.move.${name}`, { card, field });
}
