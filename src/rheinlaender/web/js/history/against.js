/** How one fared against somebody: who was ahead how often, as a bar and in words. */

import { html } from '../lib.js';
import { t } from '../words.js';

/** @param {{found: import('../protocol.js').HeadToHeadBody}} properties */
export function Against({ found }) {
  const { name, games, ahead, behind, level, coins, their_coins: theirs } = found;
  const parts = [
    { side: 'ahead', count: ahead, label: t('history.ahead') },
    { side: 'level', count: level, label: t('history.level') },
    { side: 'behind', count: behind, label: t('history.behind', { name }) },
  ].filter(({ count }) => count > 0);
  return html`<section class="against" data-against=${name} aria-labelledby="against">
    <h3 id="against">${t('history.head_to_head', { name })}</h3>
    <p class="small soft">${t('history.together', { count: games })}</p>
    <ul class="against-bar">${parts.map(
      ({ side, count, label }) => html`<li key=${side} data-side=${side} style=${`flex-grow:${count}`}>
        <b class="lining">${count}</b> <span>${label}</span></li>`,
    )}</ul>
    ${coins !== null && html`<p>${t('history.mean_coins', { coins, theirs, name })}</p>`}
  </section>`;
}
