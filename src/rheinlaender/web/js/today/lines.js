/** The lines of a day: what everybody would have had, turn by turn, drawn over each other. */

import { html, useMemo } from '../lib.js';
import { t } from '../words.js';
import { nameOf } from './told.js';

/** @typedef {import('../protocol.js').DayBody} Day */
/** @typedef {import('../protocol.js').DayResult} Result */
/** @typedef {{kind: 'other'|'archbishop'|'you', name: string, line: number[]}} Line */

/** Coins from line to line, where there are many and where there are few. */
const [WIDE, NARROW, MANY] = [20, 10, 60];

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

/**
 * The chart. Where a turn is shown it is marked, as is the turn in which lines part; a click says which is meant.
 * @param {{lines: {kind: string, line: number[]}[], label: string, place?: number, parted?: number|null,
 *   onPick?: (turn: number) => void}} props
 */
export function Chart({ lines, label, place, parted, onPick }) {
  const turns = Math.max(1, ...lines.map(({ line }) => line.length - 1));
  const most = Math.max(WIDE, ...lines.flatMap(({ line }) => line)) * 1.06;
  const step = most > MANY ? WIDE : NARROW;
  const levels = Array.from({ length: Math.floor(most / step) }, (_, number) => step * (number + 1));
  /** @param {any} event */
  const pick = (event) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    onPick?.(Math.round(Math.max(0, Math.min(1, (event.clientX - left) / width)) * turns));
  };
  return html`<figure class="today-chart" role="img" aria-label=${label} data-lines=${lines.length}
      onClick=${onPick && pick}>
    <svg viewBox="0 0 ${turns} ${most}" preserveAspectRatio="none" aria-hidden="true">
      ${levels.map((level) => html`<path key=${level} class="today-level" d="M0 ${most - level}H${turns}" />`)}
      ${parted != null && html`<path class="today-parted" d="M${parted} 0V${most}" />`}
      ${place !== undefined && html`<path class="today-now-line" d="M${Math.min(place, turns)} 0V${most}" />`}
      ${lines.map(
        ({ kind, line }, number) => html`<polyline key=${number} data-line=${kind} points=${pointsOf(line, most)} />`,
      )}
    </svg>
    ${levels.map(
      (level) =>
        html`<span key=${level} class="today-scale" style=${`bottom:${(100 * level) / most}%`}>${level}</span>`,
    )}
  </figure>`;
}

/**
 * @param {number[]} line
 * @param {number} most
 */
function pointsOf(line, most) {
  return line.map((coins, turn) => `${turn},${most - coins}`).join(' ');
}
