/** The seats of the table: knights left (the clock of the game), bastions, dukes, bishops, coins, the account now. */
import { html } from '../lib.js';
import { late } from '../late.js';
import { botName } from '../bots.js';
import { Piece, Shield } from '../board/pieces.js';
import { Why } from '../clauses/why.js';
import { t } from '../words.js';

/** @typedef {import('./scene.js').Scene} Scene */
/** @typedef {import('../protocol.js').ViewBody} View */
/** @typedef {import('../protocol.js').SeatView} SeatView */
/** @typedef {import('../protocol.js').OwnTableSeat} TableSeat */

const TimeLeft = late(async () => (await import('../company/clocks.js')).TimeLeft);

/** A seat with so few knights is near the end of the game. */
const FEW = 4;

/**
 * All seats, in their order.
 * @param {{scene: Scene, isStrip?: boolean}} properties
 */
export function Seats({ scene, isStrip = false }) {
  const view = scene.view.value;
  const table = scene.table.value;
  if (!view || !table) return null;
  const least = Math.min(...view.seats.map((seat) => seat.supply));
  const most = Math.max(...view.seats.map((seat) => seat.supply));
  return html`<ul class=${isStrip ? 'seats is-strip' : 'seats'} aria-label=${t('table.seats')}>
    ${view.seats.map(
      (seat, place) => html`<${SeatPanel} key=${seat.seat} scene=${scene} seat=${seat} view=${view}
      isLeast=${seat.supply === least && least < most} player=${table.seats[place]} />`,
    )}
  </ul>`;
}

/** @param {{scene: Scene, seat: SeatView, view: View, player: TableSeat, isLeast: boolean}} properties */
function SeatPanel({ scene, seat, view, player, isLeast }) {
  const isToMove = view.to_move === seat.seat && !view.is_over && !scene.table.value?.ended;
  const look = () => {
    scene.seat.value = seat.seat;
  };
  const away = () => {
    scene.seat.value = null;
  };
  return html`<li class="seat" data-seat=${seat.seat} data-seat-panel=${seat.seat} data-to-move=${isToMove}
      data-own=${scene.own.value === seat.seat} data-least=${isLeast} data-few=${seat.supply <= FEW && !view.is_over}
      onPointerEnter=${look} onPointerLeave=${away}>
    <button type="button" class="seat-name" onFocus=${look} onBlur=${away} onClick=${look}
        aria-current=${isToMove ? 'true' : undefined}>
      <${Shield} seat=${seat.seat} size="2.2em" />
      <span class="who"><b>${scene.names.value[seat.seat]}</b> <small>${roleWords(scene, player)}</small></span>
      ${
        player.kind === 'person' &&
        html`<span class="presence"
        data-present=${Boolean(scene.connection.presence.value[seat.seat])}></span>`
      }
      ${seat.is_archbishop && html`<${Piece} name="archbishop" size="1.7em" />`}
      <${Coins} scene=${scene} seat=${seat} />
      <${Standing} scene=${scene} seat=${seat} />
      ${scene.connection.clocks.value && html`<${TimeLeft} scene=${scene} seat=${seat.seat} />`}
      <span class="unseen">${seatWords(scene, seat)}</span>
    </button>
    <${Clock} seat=${seat} view=${view} />
    <div class="holdings">
      <span aria-hidden="true" title=${t('table.dukes_worth', { count: seat.dukes, worth: seat.worth })}
        data-holding="dukes">
        <${Piece} name=${`duke-${seat.seat}`} size="1.5em" />${seat.dukes}</span>
      <span aria-hidden="true" title=${t('table.bishops', { count: seat.bishops })} data-holding="bishops">
        <${Piece} name="bishop" size="1.2em" />${seat.bishops}</span>
      <span aria-hidden="true" title=${t('table.bastions_left', { count: seat.bastions })} data-holding="bastions">
        <${Piece} name="bastion" size="1.2em" />${seat.bastions}</span>
      ${
        seat.bishops > 0 &&
        html`<${Why}
        about=${seat.is_archbishop ? ['bishop_installed', 'archbishop_named'] : 'bishop_installed'} />`
      }
    </div>
  </li>`;
}

/**
 * Knights left as a number and a bar.
 * @param {{seat: SeatView, view: View}} properties
 */
function Clock({ seat, view }) {
  const all = seat.supply + knightsOut(view, seat.seat);
  const words = t('table.knights_left', { count: seat.supply });
  return html`<div class="clock" title=${words} aria-hidden="true">
    <span class="clock-bar"><span style=${`width:${(100 * seat.supply) / Math.max(1, all)}%`}></span></span>
    <b data-holding="knights">${seat.supply}</b>
  </div>`;
}

/**
 * Knights of a seat on the board, garrisons included.
 * @param {View} view
 * @param {string} seat
 */
function knightsOut(view, seat) {
  const standing = [...Object.values(view.knights), ...Object.values(view.garrisons)];
  return standing.filter((owner) => owner === seat).length;
}

/** @param {{scene: Scene, seat: SeatView}} properties */
function Coins({ scene, seat }) {
  const coins = coinsOf(scene, seat);
  const words = coins === null ? t('table.coins_hidden') : t('table.coins', { count: coins });
  return html`<span class="coins" title=${words} data-holding="coins">
    <span class="coin-face" aria-hidden="true">${coins ?? '?'}</span></span>`;
}

/**
 * What a seat would have if the game ended now; the most is marked.
 * @param {{scene: Scene, seat: SeatView}} properties
 */
function Standing({ scene, seat }) {
  if (scene.view.value?.is_over) return null;
  return html`<span class="account-now" title=${standingWords(scene, seat)} data-holding="standing"
    data-ahead=${isAhead(scene, seat)} aria-hidden="true">${standingOf(scene, seat)}${
      coinsOf(scene, seat) === null && html`<small>+</small>`
    }</span>`;
}

/**
 * @param {Scene} scene
 * @param {SeatView} seat
 */
function standingOf(scene, seat) {
  return coinsOf(scene, seat) === null ? seat.standing - (seat.coins ?? 0) : seat.standing;
}

/**
 * Whether a seat has the most, as far as it is known.
 * @param {Scene} scene
 * @param {SeatView} seat
 */
function isAhead(scene, seat) {
  const seats = scene.view.value?.seats ?? [];
  return standingOf(scene, seat) === Math.max(1, ...seats.map((each) => standingOf(scene, each)));
}

/**
 * @param {Scene} scene
 * @param {SeatView} seat
 */
function standingWords(scene, seat) {
  const coins = standingOf(scene, seat);
  const words = t(coinsOf(scene, seat) === null ? 'table.standing_at_least' : 'table.standing', { coins });
  return isAhead(scene, seat) ? `${words} (${t('table.ahead')})` : words;
}

/**
 * The coins of a seat that may be shown; while a hand is covered, its coins are too.
 * @param {Scene} scene
 * @param {SeatView} seat
 */
function coinsOf(scene, seat) {
  const result = scene.view.value?.result;
  if (result) return result.coins[seat.seat] ?? null;
  const isOpen = scene.table.value?.option_values.coins === 'open';
  return scene.isCovered.value && !isOpen ? null : seat.coins;
}

/**
 * @param {Scene} scene
 * @param {TableSeat} player
 */
function roleWords(scene, player) {
  if (player.kind === 'bot') return botName(player.level);
  const isPresent = scene.connection.presence.value[player.seat];
  const { away = {}, deputy } = scene.table.value ?? {};
  const level = player.seat in away ? deputy : isPresent ? null : standInOf(scene, player);
  if (level) return t('table.stand_in', { level: t(`level.${level}`) });
  if (player.is_yours) return t('table.you');
  return isPresent ? t('table.here') : t('table.away');
}

/**
 * The level of the computer player that made the last turn of a person's seat, if any.
 * @param {Scene} scene
 * @param {TableSeat} player
 */
export function standInOf(scene, player) {
  if (player.kind !== 'person') return null;
  const last = scene.story.turns.value.filter((frame) => frame.entry.seat === player.seat).pop();
  return last && last.entry.by !== 'person' ? last.entry.by : null;
}

/**
 * What a seat holds, for those who listen.
 * @param {Scene} scene
 * @param {SeatView} seat
 */
function seatWords(scene, seat) {
  const coins = coinsOf(scene, seat);
  return [
    t('table.knights_left', { count: seat.supply }),
    t('table.dukes_worth', { count: seat.dukes, worth: seat.worth }),
    t('table.bishops', { count: seat.bishops }),
    seat.is_archbishop ? t('table.archbishop') : '',
    t('table.bastions_left', { count: seat.bastions }),
    coins === null ? t('table.coins_hidden') : t('table.coins', { count: coins }),
    scene.view.value?.is_over ? '' : standingWords(scene, seat),
  ]
    .filter(Boolean)
    .join('; ');
}
