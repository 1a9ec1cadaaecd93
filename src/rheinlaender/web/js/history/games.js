/** The list of games that are over, each with how everybody finished, and the ways back into it. */

import { Shield } from '../board/pieces.js';
import { html } from '../lib.js';
import { Link } from '../router.js';
import { refusalWords, t } from '../words.js';
import { dateWords } from './course.js';
import { editionName } from './filters.js';

/** @typedef {import('../protocol.js').HistoryGame} Game */
/** @typedef {import('../protocol.js').HistorySeat} Seat */
/** @typedef {import('./asking.js').Games} Games */

/** @param {{games: Games, onOpponent: (opponent: string) => void, onAll: () => void}} properties */
export function GameList({ games, onOpponent, onAll }) {
  const { list, next, isWhole, refusal, askForMore } = games;
  const isNothing = isWhole && !list.length;
  return html`<p role="status" class=${isNothing ? 'history-nothing' : 'unseen'}>${
    isNothing ? (refusal ? refusalWords(refusal) : t('history.nothing')) : ''
  }</p>
    ${
      isNothing &&
      html`<p class="actions"><button type="button" class="button" data-action="show-all"
      onClick=${onAll}>${t('history.show_all')}</button></p>`
    }
    <ol class="past-games">${list.map(
      (game) => html`<${Line} key=${game.table} game=${game} onOpponent=${onOpponent} />`,
    )}</ol>
    ${
      next !== null &&
      html`<p class="actions"><button type="button" class="button" data-action="older"
      onClick=${askForMore}>${t('history.older')}</button></p>`
    }`;
}

/** @param {{game: Game, onOpponent: (opponent: string) => void}} properties */
function Line({ game, onOpponent }) {
  const own = game.seats.filter((seat) => seat.is_own);
  const seats = [...game.seats].sort((one, other) => (one.place ?? 0) - (other.place ?? 0));
  const place = own.length === 1 ? own[0].place : null;
  return html`<li class="past-game" data-table=${game.table} data-place=${place ?? 0}>
    <p class="past-place lining"><${Place} place=${place} seats=${game.seats.length} /></p>
    <ul class="past-seats">${seats.map(
      (seat) => html`<${Finish} key=${seat.seat} seat=${seat} onOpponent=${onOpponent} />`,
    )}</ul>
    <p class="past-when small soft"><time datetime=${game.at}>${dateWords(game.at)}</time>
      <span>${editionName(game.edition)}</span>
      ${game.pace === 'days' && html`<span>${t('home.pace_days')}</span>`}
      <span>${t('history.turns', { count: game.turns })}</span></p>
    <p class="past-ways">
      <${Link} class="button quiet" data-action="replay" href=${`/replay/${game.table}`}>${t('history.replay')}<//>
      ${
        game.unrated !== 'agreement' &&
        html`<${Link} class="button quiet" data-action="review"
        href=${`/review/${game.table}`}>${t('history.review')}<//>`
      }</p>
    ${game.unrated && html`<p class="past-unrated small soft">${unratedWords(game.unrated)}</p>`}
  </li>`;
}

/** @param {{place: number|null, seats: number}} properties */
function Place({ place, seats }) {
  if (place === null)
    return html`<span aria-hidden="true">–</span><span class="unseen">${t('history.no_result')}</span>`;
  return html`<b aria-hidden="true">${t('history.place_short', { place })}</b>
    <span class="unseen">${t('history.place', { place, seats })}</span>`;
}

/** @param {{seat: Seat, onOpponent: (opponent: string) => void}} properties */
function Finish({ seat, onOpponent }) {
  const { opponent, coins } = seat;
  const name = nameOf(seat);
  return html`<li data-seat=${seat.seat} data-own=${seat.is_own}>
    <${Shield} seat=${seat.seat} size="1.25em" />
    ${
      opponent
        ? html`<button type="button" class="past-name" data-opponent=${opponent}
        title=${t('history.only', { name })} onClick=${() => onOpponent(opponent)}>${name}</button>`
        : html`<span class="past-name">${name}</span>`
    }
    ${seat.has_left && html`<span class="small soft">${t('history.left')}</span>`}
    ${coins !== null && html`<span class="past-coins lining" title=${coinWords(coins)}>${coins}</span>`}
  </li>`;
}

/** @param {NonNullable<Game['unrated']>} why */
function unratedWords(why) {
  return {
    agreement: t('history.unrated.agreement'),
    study: t('history.unrated.study'),
    day: t('history.unrated.day'),
    several_seats: t('history.unrated.several_seats'),
    unknown: t('history.unrated.unknown'),
  }[why];
}

/** @param {number} count */
function coinWords(count) {
  return t('history.coins', { count });
}

/** @param {Seat} seat */
function nameOf({ seat, name, level, is_own: isOwn }) {
  if (level) return level.startsWith('bot:') ? level.slice(4) : t(`level.${level}`);
  if (isOwn && !name) return t('history.you');
  return name || t('shell.seat', { letter: seat.toUpperCase() });
}
