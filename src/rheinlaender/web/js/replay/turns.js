/** The turns of a game in words, to flip through, and how the seats stand at the turn that is shown. */

import { html, useLayoutEffect, useRef } from '../lib.js';
import { toldEvents, turnOf } from '../game/happenings.js';
import { Listed, toldEvent, walkPlaces } from '../game/told.js';
import { Card, DukeFigure, Piece, Shield } from '../board/pieces.js';
import { t } from '../words.js';

/** @typedef {import('./player.js').Player} Player */
/** @typedef {import('../types.js').Names} Names */
/** @typedef {import('../protocol.js').ViewBody} View */

/**
 * All turns; the one that is shown is marked and kept in sight.
 * @param {{player: Player, names: Names}} props
 */
export function Turns({ player, names }) {
  const list = useRef(/** @type {HTMLOListElement|null} */ (null));
  const place = player.place.value;
  useLayoutEffect(() => keepInSight(list.current), [place]);
  return html`<section class="turns" aria-labelledby="turns">
    <h2 id="turns">${t('replay.turns')}</h2>
    <${Listed.Provider} value=${true}>
    <ol ref=${list} class="turns-list" tabindex="0" aria-labelledby="turns" onKeyDown=${walk}>
      ${player.replay.frames.map(
        (frame, number) => html`<${TurnLine} key=${number} frame=${frame} number=${number} player=${player}
        names=${names} />`,
      )}
    </ol><//>
  </section>`;
}

/**
 * Arrows walk over the places of the list; elsewhere they step through the game.
 * @param {KeyboardEvent} event
 */
function walk(event) {
  const target = /** @type {HTMLElement} */ (event.target);
  if (target.matches('.turns-list, .place')) walkPlaces(event);
}

/** @param {{frame: import('./player.js').Step, number: number, player: Player, names: Names}} props */
function TurnLine({ frame, number, player, names }) {
  const isShown = number === player.place.value;
  const go = () => player.step(number - player.place.peek());
  /** @param {any} event */
  const press = (event) => {
    if (!event.target.closest('button')) go();
  };
  return html`<li class="turn-line" data-shown=${isShown} onClick=${press}>
    <button type="button" class="turn" data-turn=${number} aria-current=${isShown ? 'step' : undefined} onClick=${go}
      aria-label=${number ? t('table.turn_number', { turn: player.before + number }) : t('replay.opening')}>
      <span class="turn-number lining">${number ? player.before + number : ''}</span>
      <${TurnShield} entry=${frame.entry} /></button>
    ${
      number
        ? html`<${TurnWords} entry=${frame.entry} names=${names} />`
        : html`<span class="turn-words">${t('replay.opening')}</span>`
    }
  </li>`;
}

/**
 * The turn that is shown, in words: read out, and seen where the list of turns is out of sight.
 * @param {{player: Player, names: Names}} props
 */
export function Caption({ player, names }) {
  const { entry } = player.frame.value;
  const isOpening = player.place.value === 0;
  return html`<${Listed.Provider} value=${true}><p class="replay-caption"
    aria-live=${player.isPlaying.value ? 'off' : 'polite'}>
    ${
      isOpening ? t('replay.opening') : toldEvents(turnOf(entry)?.events).map((event) => [toldEvent(event, names), ' '])
    }
  </p><//>`;
}

/** @param {{entry: import('./player.js').Entry|null}} props */
function TurnShield({ entry }) {
  const turn = turnOf(entry);
  return html`<span class="turn-shield">${turn && html`<${Shield} seat=${turn.seat} size="1.2em" />`}</span>`;
}

/**
 * What happened in a turn, the main thing first.
 * @param {{entry: import('./player.js').Entry|null, names: Names}} props
 */
export function TurnWords({ entry, names }) {
  const [first, ...rest] = toldEvents(turnOf(entry)?.events);
  return html`<span class="turn-words"><span>${first && toldEvent(first, names)}</span>
      ${rest.map((event, place) => html`<span key=${place} class="turn-more">${toldEvent(event, names)}</span>`)}
    </span>`;
}

/** @param {HTMLElement|null} list */
function keepInSight(list) {
  const shown = /** @type {HTMLElement|null} */ (list?.querySelector('[aria-current]') ?? null);
  if (!list || !shown) return;
  const above = shown.offsetTop - list.scrollTop;
  if (above < 0 || above + shown.offsetHeight > list.clientHeight)
    list.scrollTop = shown.offsetTop - list.clientHeight / 2;
}

/**
 * How the seats stand.
 * @param {{view: View, names: Names}} props
 */
export function Standing({ view, names }) {
  return html`<table class="standing">
    <caption class="unseen">${t('replay.standing')}</caption>
    <thead><tr>
      <th scope="col"><span class="unseen">${t('replay.seat')}</span></th>
      <${Head} label=${t('replay.knights')}><${Piece} name="shield-a" size="1.2em" class="blank" /><//>
      <${Head} label=${t('replay.bastions')}><${Piece} name="bastion" size="1.4em" /><//>
      <${Head} label=${t('replay.dukes')}><${DukeFigure} seat=${view.to_move} size="1.5em" /><//>
      <${Head} label=${t('replay.bishops')}><${Piece} name="bishop" size="1.3em" /><//>
      <${Head} label=${t('replay.worth')}>${t('replay.worth_short')}<//>
      <${Head} label=${t('replay.coins')}>${t('replay.coins')}<//>
    </tr></thead>
    <tbody>${view.seats.map(
      (
        seat,
      ) => html`<tr key=${seat.seat} data-seat=${seat.seat} data-to-move=${!view.is_over && seat.seat === view.to_move}>
      <th scope="row"><span class="standing-who"><${Shield} seat=${seat.seat} size="1.4em" /><span
        class="standing-name">${names[seat.seat]}</span>
        ${seat.is_archbishop && html`<${Piece} name="archbishop" size="1.3em" title=${t('picture.archbishop')} />`}
          </span></th>
      <td>${seat.supply}</td><td>${seat.bastions}</td><td>${seat.dukes}</td><td>${seat.bishops}</td>
        <td>${seat.worth}</td><td>${seat.coins ?? '–'}</td>
    </tr>`,
    )}</tbody>
  </table>`;
}

/** @param {{label: string, children?: import('../lib.js').Children}} props */
function Head({ label, children }) {
  return html`<th scope="col"
    title=${label}><span aria-hidden="true">${children}</span><span class="unseen">${label}</span></th>`;
}

/**
 * The cards of the seat from which the game is seen.
 * @param {{view: View, names: Names}} props
 */
export function Hand({ view, names }) {
  if (!view.seat || !view.hand?.length) return null;
  return html`<div class="replay-hand" data-seat=${view.seat}>
    <span class="small soft">${t('replay.hand', { name: names[view.seat] })}</span>
    <div class="replay-cards">
      ${view.hand.map((number) => html`<${Card} key=${number} number=${number} label=${String(number)} />`)}</div>
  </div>`;
}
