/** The list of those who have played a day, the best first. */

import { html } from '../lib.js';
import { t } from '../words.js';
import { Compare, Look } from './own.js';
import { leadFigure, nameOf } from './told.js';

/** @typedef {import('../protocol.js').DayBody} Day */
/** @typedef {import('../protocol.js').DayResult} Result */

/** @param {{day: Day}} props */
export function Results({ day }) {
  const own = day.results.find((one) => one.is_you)?.game ?? '';
  const rows = [...day.results.map((one) => ({ ...one, words: nameOf(one) }))];
  if (day.archbishop) rows.push({ ...day.archbishop, words: t('level.archbishop') });
  rows.sort((one, other) => other.lead - one.lead);
  const mayLook = rows.some(({ game }) => game);
  return html`<section><h2 id="results">${t('today.results')}</h2>
    ${
      rows.length
        ? html`<div class="today-scroll" tabindex="0" role="region" aria-labelledby="results">
      <table class="today-table">
      <thead><tr><th scope="col">${t('today.column_place')}</th><th scope="col">${t('home.name')}</th>
        <th scope="col">${t('today.column_lead')}</th><th scope="col">${t('today.column_coins')}</th>
        ${mayLook && html`<th scope="col">${t('today.column_look')}</th>`}</tr></thead>
      <tbody>${rows.map(
        (row, place) => html`<${Row} key=${place} row=${row} mayLook=${mayLook} date=${day.date} own=${own} />`,
      )}</tbody>
    </table></div>`
        : html`<p class="soft">${t('today.nobody')}</p>`
    }
  </section>`;
}

/** @param {{row: Result & {words: string}, mayLook: boolean, date: string, own: string}} props */
function Row({ row, mayLook, date, own }) {
  return html`<tr data-you=${row.is_you} aria-current=${row.is_you ? 'true' : undefined}>
    <td>${row.place ?? '–'}</td>
    <th scope="row">${row.table ? html`<${Look} table=${row.table} way="replay" words=${row.words} />` : row.words}</th>
    <td>${leadFigure(row.lead)}</td><td>${row.coins}</td>
    ${
      mayLook &&
      html`<td class="today-ways">
      ${row.game && row.game !== own && html`<${Compare} date=${date} games=${[own, row.game]} />`}
      ${row.table && html`<${Look} table=${row.table} way="review" />`}</td>`
    }
  </tr>`;
}
