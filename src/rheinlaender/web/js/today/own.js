/** How one did: the place, the lead, and what can be done with that. */

import { html } from '../lib.js';
import { copy } from '../qr.js';
import { Link } from '../router.js';
import { remember } from '../secrets.js';
import { t } from '../words.js';
import { begin, goOn, isOpening } from './day.js';
import { useTimeLeft } from './dates.js';
import { MARK_NAMES, leadFigure, leadWords, shareText } from './told.js';

/** @typedef {import('../protocol.js').DayBody} Day */
/** @typedef {import('../protocol.js').DayResult} Result */

/** @typedef {'replay'|'review'|'verify'} Way */
/** @type {readonly Way[]} */
const WAYS = ['replay', 'review', 'verify'];

/** @param {{day: Day}} props */
export function Own({ day }) {
  const result = day.results.find((one) => one.is_you);
  return html`<section class="today-own" aria-label=${t('today.you')}>
    ${result ? html`<${Result} day=${day} result=${result} />` : html`<p>${t('today.counting')}</p>`}
    ${day.next && html`<${Practice} day=${day} />`}
  </section>`;
}

/** @param {{day: Day, result: Result}} props */
function Result({ day, result }) {
  return html`<p class="today-place" data-told="place">${placeWords(day, result)}</p>
    <p data-told="lead">${leadWords(result.lead)}</p>
    <p class="today-marks" aria-hidden="true">${[...result.marks].map(
      (mark, place) => html`<span key=${place} data-mark=${MARK_NAMES[mark]}></span>`,
    )}</p>
    <p class="small soft">${t('today.marks')}</p>
    <p class="today-actions">
      <button type="button" class="button primary" data-action="share" onClick=${() => share(day, result)}>
        ${t('today.share')}</button>
      ${result.game && hasOthers(day) && html`<${Compare} date=${day.date} games=${[]} />`}
      ${day.own && WAYS.map((way) => html`<${Look} key=${way} way=${way} ...${day.own} />`)}
    </p>`;
}

/**
 * A way to look back at a game.
 * @param {{table: string, way: Way, secret?: string, words?: string}} props
 */
export function Look({ table, way, secret, words }) {
  const keep = () => secret && remember(table, secret);
  const usual = { replay: t('table.replay'), review: t('table.review'), verify: t('table.verify') }[way];
  return html`<${Link} href=${`/${way}/${table}`} data-look=${way} onClick=${keep}>${words ?? usual}<//>`;
}

/**
 * The way to two games side by side; without any named, one's own and the Archbishop's.
 * @param {{date: string, games: string[]}} props
 */
export function Compare({ date, games }) {
  const href = `/today/${date}/compare${games.length ? `#${games.join('.')}` : ''}`;
  return html`<${Link} href=${href} data-look="compare">${t('today.compare')}<//>`;
}

/** @param {Day} day */
function hasOthers({ results, archbishop }) {
  return archbishop !== null || results.length > 1;
}

/**
 * @param {Day} day
 * @param {Result} result
 */
function placeWords(day, result) {
  if (result.why_not) return { given_up: t('today.given_up'), late: t('today.late') }[result.why_not];
  return day.ranked === 1 ? t('today.alone') : t('today.place', { place: result.place, count: day.ranked });
}

/**
 * Share by the device where it can, else copy.
 * @param {Day} day
 * @param {Result} result
 */
async function share(day, result) {
  const text = shareText(day, result, location.origin);
  if (!('share' in navigator)) return copy(text);
  return navigator.share({ text }).catch((error) => (error.name === 'AbortError' ? undefined : copy(text)));
}

/** @param {{day: Day}} props */
function Practice({ day }) {
  const { time, clock } = useTimeLeft(day);
  return html`<div class="today-practice">
    <p class="today-actions"><button type="button" class="button" data-action="practise" disabled=${isOpening.value}
      onClick=${() => begin(day, true)}>${t('today.practise')}</button>
      <span class="soft">${t('today.practise_about')}</span></p>
    ${
      day.practice.length > 0 &&
      html`<ul class="today-days">${day.practice.map(
        (one, place) => html`<li key=${one.table}>
        <button type="button" class="button quiet" data-practice=${place + 1} onClick=${() => goOn(one)}>
          ${t('today.practised', { number: place + 1 })}${one.lead !== null && ` (${leadFigure(one.lead)})`}
        </button></li>`,
      )}</ul>`
    }
    <p class="small soft" data-told="left">${t('today.left', { time, clock })}</p>
  </div>`;
}
