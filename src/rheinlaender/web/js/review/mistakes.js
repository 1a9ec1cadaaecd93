/** The worst mistakes of a seat, each without its answer at first. */

import { html } from '../lib.js';
import { spoken } from '../game/told.js';
import { nameOf } from '../game/views.js';
import { t } from '../words.js';
import { AnswerButtons, lossWords, moveWords } from './decisions.js';

/** @typedef {import('../protocol.js').ReviewBody} Review */
/** @typedef {import('../protocol.js').SeatReviewBody} SeatReview */
/** @typedef {import('../types.js').Names} Names */
/** @typedef {import('./study.js').Study} Study */

/** @param {{review: Review, seat: SeatReview, study: Study, names: Names}} properties */
export function Mistakes({ review, seat, study, names }) {
  return html`<section class="mistakes" aria-labelledby="mistakes">
    <h2 id="mistakes">${t('review.worst', { seat: nameOf(names, seat.seat) })}</h2>
    <p class="small soft">${t(seat.worst.length === 0 ? 'review.no_mistakes' : 'review.sure')}</p>
    <ol class="mistake-list">${seat.worst.map((number) => {
      const decision = review.decisions[number];
      return html`<li key=${number} data-mistake=${number} data-label=${decision.label}>
        <button type="button" class="mistake-turn" data-action="mistake-turn"
          aria-current=${study.turn === decision.turn ? 'step' : undefined}
          onClick=${() => study.goToTurn(decision.turn)}>
          <b>${t('table.turn_number', { turn: decision.turn })}</b>
          <span class="verdict-label">${t(`review.label.${decision.label}`)}</span>
          <span class="verdict-loss lining">${lossWords(decision.loss, decision.error)}</span>
          <span class="mistake-move">${spoken(moveWords(decision.played))}</span></button>
        <${AnswerButtons} isQuiet decision=${decision} number=${number} study=${study} />
      </li>`;
    })}</ol>
  </section>`;
}
