/** The course of a game: the curve of all seats, at which a turn can be picked. */

import { Curve, rowOf } from '../game/curve.js';
import { html, useMemo } from '../lib.js';

/**
 * The curve of a replay; a click on it goes to a turn, as the slider below the board does.
 * @param {{player: import('./player.js').Player}} properties
 */
export function Course({ player }) {
  const { frames } = player.replay;
  const rows = useMemo(() => frames.flatMap(({ view }) => (view ? [rowOf(view)] : [])), [frames]);
  if (rows.length < 2) return null;
  return html`<div class="course"><${Curve} rows=${rows} place=${player.place.value}
    onPick=${(/** @type {number} */ place) => player.step(place - player.place.peek())} /></div>`;
}
