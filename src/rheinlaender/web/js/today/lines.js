/** The lines of a day: what everybody would have had, turn by turn. */

import { html, useMemo } from '../lib.js';
import { t } from '../words.js';
import { nameOf } from './told.js';

/** @typedef {import('../protocol.js').DayBody} Day */
/** @typedef {import('../protocol.js').DayResult} Result */
/** @typedef {{kind: 'other'|'archbishop'|'you', name: string, line: number[]}} Line */

const STEP = 20;

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
  const turns = Math.max(1, ...lines.map(({ line }) => line.length - 1));
  const most = Math.max(STEP, ...lines.flatMap(({ line }) => line)) * 1.06;
  const levels = Array.from({ length: Math.floor(most / STEP) }, (_, number) => STEP * (number + 1));
  return html`<section aria-labelledby="lines"><h2 id="lines">${t('today.lines')}</h2>
    <p class="soft">${t('today.lines_about')}</p>
    <figure class="today-chart" role="img" aria-label=${lines.map(endWords).join(', ')} data-lines=${lines.length}>
      <svg viewBox="0 0 ${turns} ${most}" preserveAspectRatio="none" aria-hidden="true">
        ${levels.map((level) => html`<path key=${level} class="today-level" d="M0 ${most - level}H${turns}" />`)}
        ${lines.map(
          ({ kind, line }, place) => html`<polyline key=${place} data-line=${kind} points=${pointsOf(line, most)} />`,
        )}
      </svg>
      ${levels.map(
        (level) =>
          html`<span key=${level} class="today-scale" style=${`bottom:${(100 * level) / most}%`}>${level}</span>`,
      )}
    </figure>
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

/**
 * @param {number[]} line
 * @param {number} most
 */
function pointsOf(line, most) {
  return line.map((coins, turn) => `${turn},${most - coins}`).join(' ');
}
