/** Pictures of what happened. */
import { Piece, Shield } from '../board/pieces.js';
import { html } from '../lib.js';
import { pictureOf } from './happenings.js';

/**
 * The picture of an event; payments show their coins.
 * @param {{event: import('../protocol.js').EventBody}} properties
 */
export function EventPicture({ event }) {
  const picture = pictureOf(event);
  if (picture === 'none') return html`<span class="event-picture" aria-hidden="true"></span>`;
  if (picture !== 'coin') return html`<span class="event-picture"><${Piece} name=${picture} size="1.5em" /></span>`;
  return html`<span class="event-picture"><${Shield} seat=${event.seat} size="1.3em" />
    <b class="coin" aria-hidden="true">+${event.coins}</b></span>`;
}
