/** Being ready: everybody says so before the game starts. */

import { html } from '../lib.js';
import { listed, namesOf, t } from '../words.js';

/** @typedef {import('../protocol.js').TableBody} Table */
/** @typedef {import('../protocol.js').OwnTableSeat} TableSeat */

/**
 * What the table waits for.
 * @param {Table} table
 */
export function headWords(table) {
  const open = table.seats.filter((seat) => seat.kind === 'open').length;
  if (open) return t(table.ready_check ? 'home.waiting_for_ready' : 'home.waiting_for', { count: open });
  return t('home.waiting_unready', { names: listed(unreadyOf(table), namesOf(table.seats)) });
}

/** @param {Table} table */
function unreadyOf({ seats, ready }) {
  const people = seats.filter((seat) => seat.kind === 'person' && !ready.includes(seat.seat));
  return people.map((seat) => seat.seat).join('');
}

/**
 * The sign that somebody is ready.
 * @param {{table: Table, seat: TableSeat}} props
 */
export function Check({ table, seat }) {
  if (!table.ready_check || seat.kind !== 'person') return null;
  const isReady = table.ready.includes(seat.seat);
  return html`<span class="ready-sign" data-ready=${isReady}>
    ${isReady && html`<${Tick} />`}
    ${t(isReady ? 'home.ready_said' : 'home.ready_not')}</span>`;
}

function Tick() {
  return html`<svg viewBox="0 0 16 16" class="icon" aria-hidden="true"><path d="M3 8.5l3.2 3.5L13 4.5" /></svg>`;
}

/**
 * The button by which somebody with a seat says so, or takes it back.
 * @param {{table: Table, send: import('./waiting.js').Send, isBusy: boolean}} props
 */
export function ReadyBar({ table, send, isBusy }) {
  if (!table.ready_check || !table.you.seats) return null;
  const isReady = [...table.you.seats].every((seat) => table.ready.includes(seat));
  return html`<div class="ready-bar" data-ready=${isReady}>
    <p>${t(isReady ? 'home.ready_wait' : 'home.ready_about')}</p>
    <button type="button" class=${isReady ? 'button quiet' : 'button primary'} data-action="ready" disabled=${isBusy}
      onClick=${() => send('ready', { is_ready: !isReady })}>
      ${t(isReady ? 'home.ready_take_back' : 'home.ready')}</button>
  </div>`;
}
