/** How strong one plays: a number with what is not known of it, and the same as a picture. */

import { html } from '../lib.js';
import { t } from '../words.js';

/** @typedef {import('../protocol.js').RatingsBody} Body */
/** @typedef {import('../protocol.js').RatingBody} Rating */

/** The ends of the scale on which ratings are drawn. */
const LEAST = -5;
const MOST = 55;

/** @param {{ratings: Body}} properties */
export function Ratings({ ratings }) {
  return html`<section class="ratings" aria-labelledby="ratings">
    <h2 id="ratings">${t('history.ratings')}</h2>
    <div class="rating-cards">
      <${Card} name="people" title=${t('history.people')} rating=${ratings.people} levels=${{}} />
      <${Card} name="computers" title=${t('history.computers')} rating=${ratings.computers} levels=${ratings.levels} />
    </div>
    <p class="small soft">${t('history.rating_about')}</p>
  </section>`;
}

/** @param {{name: string, title: string, rating: Rating|null, levels: Record<string, number>}} properties */
function Card({ name, title, rating, levels }) {
  return html`<div class="rating-card" data-pool=${name} data-new=${rating?.is_new ?? true}>
    <h3>${title}</h3>
    ${rating && html`<${Known} rating=${rating} levels=${levels} />`}
    ${!rating && html`<p class="soft">${t('history.none_rated')}</p>`}
  </div>`;
}

/** @param {{rating: Rating, levels: Record<string, number>}} properties */
function Known({ rating, levels }) {
  const { rating: mean, margin, games } = rating;
  return html`<p class="rating-number lining">${
    rating.is_new
      ? html`<b>${t('history.new')}</b>`
      : html`<b>${mean}</b><span class="rating-margin"> ± ${margin}</span>`
  } <span class="small soft">${t('history.rated_games', { count: games })}</span></p>
    <div class="rating-scale" role="img"
      aria-label=${t('history.scale', { rating: mean, least: mean - margin, most: mean + margin })}>
      <i class="rating-range" style=${`left:${at(mean - margin)}%;right:${100 - at(mean + margin)}%`}></i>
      <i class="rating-mean" style=${`left:${at(mean)}%`}></i>
      ${Object.entries(levels).map(
        ([level, mark]) => html`<span key=${level} class="rating-mark" data-level=${level}
          style=${`left:${at(mark)}%`}>${t(`level.${level}`)}</span>`,
      )}
    </div>
    ${rating.is_new && html`<p class="small soft">${t('history.new_about')}</p>`}`;
}

/**
 * Where something lies on the scale, in hundredths.
 * @param {number} rating
 */
function at(rating) {
  return Math.max(0, Math.min(100, (100 * (rating - LEAST)) / (MOST - LEAST)));
}
