/** What players would have had, turn by turn, as lines over each other. */

import { html } from '../lib.js';

/** @typedef {{kind: string, line: number[]}} Line */

const STEP = 20;

/**
 * The chart. Where a turn is shown it is marked, as is the turn in which lines part; a click says which is meant.
 * @param {{lines: Line[], label: string, place?: number, parted?: number|null, onPick?: (turn: number) => void}} props
 */
export function Chart({ lines, label, place, parted, onPick }) {
  const turns = Math.max(1, ...lines.map(({ line }) => line.length - 1));
  const most = Math.max(STEP, ...lines.flatMap(({ line }) => line)) * 1.06;
  const levels = Array.from({ length: Math.floor(most / STEP) }, (_, number) => STEP * (number + 1));
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
