/** Accuracy: how well each seat decided, on a scale with the four levels as marks. */

import { Shield } from '../board/pieces.js';
import { nameOf } from '../game/views.js';
import { html } from '../lib.js';
import { t } from '../words.js';
import { plain } from './figures.js';

/** @typedef {import('../protocol.js').ReviewBody} Review */
/** @typedef {import('../types.js').Names} Names */

/** @param {{review: Review, names: Names}} properties */
export function Accuracy({ review, names }) {
  const levels = levelsOf(review);
  return html`<section class="accuracy" aria-labelledby="accuracy">
    <h2 id="accuracy">${t('review.accuracy_title')}</h2>
    <p class="small soft">${t('review.accuracy_about')}</p>
    <ul class="accuracy-seats">${review.seats.map(
      ({ seat, accuracy, lost, decisions }) => html`<li key=${seat} data-seat=${seat} data-accuracy=${accuracy}>
        <${Shield} seat=${seat} size="1.3em" /><span class="accuracy-name">${nameOf(names, seat)}</span>
        <span class="scale" aria-hidden="true"><i style=${`width:${accuracy}%`}></i>${levels.map(
          ({ level, mark }) => html`<s key=${level} style=${`left:${mark}%`}></s>`,
        )}</span>
        <b class="lining">${Math.round(accuracy)}</b>
        <span class="accuracy-lost small soft">${t('review.lost', {
          lost: plain(lost),
          count: decisions,
          mean: plain(lost / Math.max(1, decisions)),
        })}</span></li>`,
    )}</ul>
    <p id="levels" class="small soft accuracy-levels">${t('review.levels')}</p>
    <ul class="accuracy-seats marks" aria-labelledby="levels">${levels.map(
      ({ level, mark }) => html`<li key=${level} data-mark=${level}><span></span>
        <span class="accuracy-name">${t(`level.${level}`)}</span>
        <span class="mark-line" aria-hidden="true"><s style=${`left:${mark}%`}></s></span>
        <b class="lining">${Math.round(mark)}</b></li>`,
    )}</ul>
  </section>`;
}

/**
 * The levels with their marks, the weakest first.
 * @param {Review} review
 */
function levelsOf({ marks }) {
  return Object.entries(marks)
    .map(([level, mark]) => ({ level, mark: mark ?? 0 }))
    .sort((one, other) => one.mark - other.mark);
}
