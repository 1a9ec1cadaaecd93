/** The final account as a picture of who earned what. */
import { DukeFigure, Piece, Shield } from '../board/pieces.js';
import { Why } from '../clauses/why.js';
import { html } from '../lib.js';
import { Parts } from './parts.js';
import { listed, t } from '../words.js';
import { nameOf } from './views.js';

/** @typedef {import('../protocol.js').ViewBody} View */
/** @typedef {import('../types.js').Names} Names */
/** @typedef {import('../protocol.js').SeatLetter} Seat */
/** @typedef {import('../protocol.js').ResultBody} Result */
/** @typedef {import('../protocol.js').AccountLine} AccountLine */
/** @typedef {import('../protocol.js').TurnEntry} TurnEntry */

/** Every place but the first, in order. */
const PLACES = ['table.account.place.2', 'table.account.place.3', 'table.account.place.4', 'table.account.place.5'];

/**
 * Who earned what, best first; each line opens to what it is made of. `turns` are those that are known, for payments.
 * @param {{view: View, result: Result, names: Names, own?: string, turns?: TurnEntry[]}} properties
 */
export function AccountPicture({ view, result, names, own = '', turns = [] }) {
  const coins = (/** @type {Seat} */ seat) => result.coins[seat] ?? 0;
  const ranked = view.seats.map((seat) => seat.seat).sort((one, other) => coins(other) - coins(one));
  const most = Math.max(1, ...ranked.map(coins));
  return html`<header class="account-head">
      <${Laurel} winners=${result.winners} />
      <${Place} result=${result} names=${names} own=${own} />
      <p>${t('table.account.turns', { count: view.turn })} <${Why} about="account" /></p>
    </header>
    <ol>${ranked.map(
      (seat) => html`<${SeatAccount} key=${seat} seat=${seat} names=${names}
      view=${view} result=${result} most=${most} turns=${turns} />`,
    )}</ol>`;
}

/**
 * One's own place first, and then who has won.
 * @param {{result: Result, names: Names, own: string}} properties
 */
function Place({ result, names, own }) {
  const winners = winnerWords(result, names, own);
  const coins = result.coins[/** @type {Seat} */ (own)];
  if (coins === undefined || result.winners.includes(own)) return html`<h1 id="account-title">${winners}</h1>`;
  const place = 1 + Object.values(result.coins).filter((other) => Number(other) > coins).length;
  return html`<h1 id="account-title" data-own-place=${place}>${t(PLACES[place - 2])}</h1>
    <p class="account-winners">${winners}</p>`;
}

/**
 * @param {Result} result
 * @param {Names} names
 * @param {string} own
 */
function winnerWords(result, names, own) {
  const winners = listed(result.winners, names);
  if (result.winners.length > 1) return t('table.account.shared', { names: winners });
  return result.winners === own ? t('table.account.you_win') : t('table.account.wins', { name: winners });
}

/** @param {{seat: Seat, names: Names, view: View, result: Result, most: number, turns: TurnEntry[]}} properties */
function SeatAccount({ seat, names, view, result, most, turns }) {
  const lines = result.account[seat] ?? [];
  const total = result.coins[seat] ?? 0;
  return html`<li class="account-seat" data-seat=${seat} data-account-seat=${seat}
    data-winner=${result.winners.includes(seat)}>
    <h2><${Shield} seat=${seat} size="1.6em" /> ${nameOf(names, seat)} <b data-total>${total}</b></h2>
    <div class="account-bar" aria-hidden="true" style=${`width:${(100 * total) / most}%`}>
      ${lines
        .filter((line) => line.coins > 0)
        .map(
          (line, place) => html`<span key=${place} data-kind=${line.kind}
        style=${`flex-grow:${line.coins}`} title=${lineWords(line)}>${line.coins}</span>`,
        )}
    </div>
    <ul class="account-lines">${lines.map(
      (line, place) => html`
      <${Line} key=${place} line=${line} seat=${seat} view=${view} names=${names} turns=${turns} />`,
    )}</ul>
  </li>`;
}

/** @param {{line: AccountLine, seat: string, view: View, names: Names, turns: TurnEntry[]}} properties */
function Line({ line, seat, view, names, turns }) {
  const sites = (line.sites ?? []).map((site) => view.landmarks[site]).filter(Boolean);
  const isMade = line.coins > 0;
  const row = html`<span class="line-picture" aria-hidden="true">
      ${line.kind === 'duke' && html`<${DukeFigure} seat=${seat} size="1.6em" />`}
      ${line.kind === 'archbishop' && html`<${Piece} name="archbishop" size="1.5em" />`}
      ${line.kind === 'paid' && html`<span class="coin-face"></span>`}
    </span>
    <span>${lineWords(line)}</span>
    <span class="line-sites">${sites.map(
      (landmark, place) => html`
      <${Piece} key=${place} name=${landmark} size="1.5em" title=${t(`landmark.${landmark}`)} />`,
    )}</span>
    <b>${line.coins}</b>`;
  if (!isMade) return html`<li data-line=${line.kind} class="account-line">${row}</li>`;
  return html`<li data-line=${line.kind}><details>
    <summary class="account-line" title=${t('table.account.open')}>${row}</summary>
    <${Parts} line=${line} seat=${seat} view=${view} names=${names} turns=${turns} />
  </details></li>`;
}

/** @param {AccountLine} line */
function lineWords(line) {
  if (line.kind === 'paid') return t('play.line.paid');
  if (line.kind === 'archbishop') return t('play.line.archbishop');
  return t('play.line.duke', { duchy: line.duchy });
}

/** @param {{winners: string}} properties */
function Laurel({ winners }) {
  const leaves = [0, 1, 2, 3, 4, 5, 6];
  const branch = leaves.map(
    (place) => html`<g key=${place} transform="rotate(${18 + place * 20} 60 60)">
    <path d="M60 104c-5-5-6-11-3-17 5 3 7 10 3 17z" /><path d="M66 100c1-6 5-11 11-12 1 6-4 12-11 12z" /></g>`,
  );
  return html`<div class="laurel" aria-hidden="true">
    <svg viewBox="0 0 120 120"><g>${branch}</g><g transform="matrix(-1 0 0 1 120 0)">${branch}</g></svg>
    <span>${[...winners].map((seat) => html`<${DukeFigure} key=${seat} seat=${seat} size="3.6em" />`)}</span>
  </div>`;
}
