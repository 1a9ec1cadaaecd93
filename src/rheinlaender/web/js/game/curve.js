/** A small curve: what each seat would have if the game had ended after each turn. */

import { html, useMemo } from '../lib.js';
import { t } from '../words.js';

/** @typedef {import('../protocol.js').ViewBody} View */
/** @typedef {import('../protocol.js').SeatLetter} Seat */

/**
 * The standing of a seat; sure, unless its coins lie face down.
 * @typedef {{seat: Seat, coins: number, isSure: boolean}} Stand
 */
/** @typedef {{turn: number, stands: Stand[]}} Row the standing of all seats after a turn */

/**
 * The standing in a view. Coins that are not to be shown count nothing.
 * @param {View} view
 * @param {boolean} [areCoinsShown]
 * @returns {Row}
 */
export function rowOf(view, areCoinsShown = true) {
  const stands = view.seats.map(({ seat, standing, coins }) => ({
    seat,
    coins: areCoinsShown ? standing : standing - (coins ?? 0),
    isSure: areCoinsShown && coins !== null,
  }));
  return { turn: view.turn, stands };
}

/**
 * Who has the most, as far as it is known; nobody where all have the same.
 * @param {Row} row
 */
export function leadersOf({ stands }) {
  const most = Math.max(...stands.map(({ coins }) => coins));
  const leaders = stands.filter(({ coins }) => coins === most);
  return leaders.length < stands.length ? leaders : [];
}

/**
 * The curve; where it can be picked, a click says which row is meant.
 * @param {{rows: Row[], place?: number, onPick?: (place: number) => void}} properties
 */
export function Curve({ rows, place, onPick }) {
  const most = highest(rows);
  const last = Math.max(1, rows.length - 1);
  const lines = useMemo(() => rows[0]?.stands.map((_, seat) => lineOf(rows, seat, most)) ?? [], [rows, most]);
  /** @param {any} event */
  const pick = (event) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    onPick?.(Math.round(Math.max(0, Math.min(1, (event.clientX - left) / width)) * last));
  };
  return html`<svg class="curve" viewBox="0 0 ${last} ${most}" preserveAspectRatio="none" role="img"
    aria-label=${t('table.outlook.curve')} data-rows=${rows.length} onClick=${onPick && pick}>
    ${place !== undefined && html`<path class="curve-place" d="M${Math.min(place, last)} 0V${most}" />`}
    ${lines.map(
      ({ seat, isSure, points }) => html`<polyline key=${seat} data-seat=${seat}
      class=${isSure ? '' : 'is-unsure'} points=${points} />`,
    )}
  </svg>`;
}

/**
 * The height of the curve, with some room above it.
 * @param {Row[]} rows
 */
export function highest(rows) {
  return 1.06 * Math.max(10, ...rows.flatMap(({ stands }) => stands.map(({ coins }) => coins)));
}

/**
 * @param {Row[]} rows
 * @param {number} seat
 * @param {number} most
 */
function lineOf(rows, seat, most) {
  const points = rows.map(({ stands }, place) => `${place},${most - stands[seat].coins}`).join(' ');
  const { stands } = rows[rows.length - 1];
  return { seat: stands[seat].seat, isSure: stands[seat].isSure, points };
}
