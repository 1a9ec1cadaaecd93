/** Results by opponent and by edition: how many games were won, beside how many that would be by chance. */

import { html } from '../lib.js';
import { t } from '../words.js';
import { editionName } from './filters.js';
import { Part } from './part.js';

/** @typedef {import('../protocol.js').ResultCellBody} Cell */
/** @typedef {{label: string, games: number, won: number, even: number}} Sum */

const AGAINST = ['people', 'squire', 'knight', 'duke', 'archbishop', 'others'];
const EDITIONS = ['parker', 'dutch', 'hungarian', 'short', 'own'];

/** @param {{cells: Cell[]}} properties */
export function Results({ cells }) {
  const parts = [
    { head: t('history.against'), sums: sumsOf(cells, 'against', AGAINST, againstWords) },
    { head: t('history.edition'), sums: sumsOf(cells, 'edition', EDITIONS, editionName) },
  ];
  const sums = parts.flatMap((part) => part.sums);
  const heads = [t('history.against'), t('history.games'), t('history.won'), t('history.even')];
  return html`<${Part} name="results" title=${t('history.results')} about=${t('history.results_about')} heads=${heads}
    rows=${sums.map(({ label, games, won, even }) => [label, games, won, even.toFixed(1)])}>
    ${parts.map(
      ({ head, sums: own }) => html`<div key=${head} aria-hidden="true"><p class="label">${head}</p>
      <ul class="result-bars">${own.map((sum) => html`<${Bar} key=${sum.label} sum=${sum} />`)}</ul></div>`,
    )}
  <//>`;
}

/** @param {{sum: Sum}} properties */
function Bar({ sum: { label, games, won, even } }) {
  return html`<li><span class="result-name">${label}</span>
    <span class="result-bar"><i style=${`width:${(100 * won) / games}%`}></i>
      <s style=${`left:${(100 * even) / games}%`}></s></span>
    <span class="lining result-count">${t('history.won_of', { won, games })}</span></li>`;
}

/**
 * @param {Cell[]} cells
 * @param {'against'|'edition'} by
 * @param {string[]} order
 * @param {(name: string) => string} name
 * @returns {Sum[]}
 */
function sumsOf(cells, by, order, name) {
  return order.flatMap((value) => {
    const own = cells.filter((cell) => cell[by] === value);
    if (!own.length) return [];
    const sum = (/** @type {'games'|'won'|'even'} */ what) => own.reduce((total, cell) => total + cell[what], 0);
    return [{ label: name(value), games: sum('games'), won: sum('won'), even: sum('even') }];
  });
}

/** @param {string} against */
function againstWords(against) {
  if (against === 'people') return t('history.people');
  return against === 'others' ? t('history.other_computers') : t(`level.${against}`);
}
