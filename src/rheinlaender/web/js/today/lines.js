/** The lines of a day: what everybody would have had, turn by turn. */

import { html, useMemo } from '../lib.js';
import { t } from '../words.js';
import { Chart } from './chart.js';
import { nameOf } from './told.js';

/** @typedef {import('../protocol.js').DayBody} Day */
/** @typedef {import('../protocol.js').DayResult} Result */
/** @typedef {{kind: 'other'|'archbishop'|'you', name: string, line: number[]}} Line */

/**
 * The lines in the order in which they are drawn, one's own on top.
 * @param {Day} day
 * @returns {Line[]}
 */
export function linesOf({ results, archbishop }) {
  const others = results.filter((one) => !one.is_you);
  const own = results.filter((one) => one.is_you);
  return [
    ...others.map((one) => lineOf('other', nameOf(one), one)),
    ...(archbishop ? [lineOf('archbishop', t('level.archbishop'), archbishop)] : []),
    ...own.map((one) => lineOf('you', t('today.you'), one)),
  ];
}

/**
 * @param {Line['kind']} kind
 * @param {string} name
 * @param {Result} result
 * @returns {Line}
 */
function lineOf(kind, name, { line }) {
  return { kind, name, line };
}

/** @param {{day: Day}} props */
export function Lines({ day }) {
  const lines = useMemo(() => linesOf(day), [day]);
  if (!lines.length) return null;
  return html`<section aria-labelledby="lines"><h2 id="lines">${t('today.lines')}</h2>
    <p class="soft">${t('today.lines_about')}</p>
    <${Chart} lines=${lines} label=${lines.map(endWords).join(', ')} />
    <ul class="today-legend">${legendOf(lines).map(
      ({ kind, words }) => html`<li key=${kind}><span class="today-sample" data-line=${kind}></span>${words}</li>`,
    )}</ul>
    ${!day.archbishop && html`<p class="small soft" data-told="archbishop">${t('today.archbishop_waits')}</p>`}
  </section>`;
}

/** @param {Line} line */
function endWords({ name, line }) {
  return t('today.ends_with', { name, coins: line[line.length - 1] });
}

/** @param {Line[]} lines */
function legendOf(lines) {
  const kinds = /** @type {const} */ (['you', 'archbishop', 'other']);
  return kinds.flatMap((kind) => {
    const found = lines.filter((line) => line.kind === kind);
    if (!found.length) return [];
    return [{ kind, words: kind === 'other' ? t('today.others') : endWords(found[0]) }];
  });
}
