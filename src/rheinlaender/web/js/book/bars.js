/** Crosses on the fields of a figure that are forbidden. */

import { html } from '../lib.js';

/** @typedef {import('../board/places.js').Places} Places */

/** How far a cross steps aside for a piece. */
const ASIDE = 17;

/**
 * The crosses, over the board.
 * @param {{places: Places, box: number[], fields: string[], view: import('../protocol.js').ViewBody}} properties
 */
export function Bars({ places, box, fields, view }) {
  return (
    fields.length > 0 &&
    html`<svg class="bars" viewBox=${box.join(' ')} aria-hidden="true">${fields.map((field) => {
      const [x, y] = places.fields[field].piece;
      const aside = field in view.knights || view.bastions.includes(field) ? ASIDE : 0;
      return html`<g key=${field} transform="translate(${x + aside} ${y - aside})"><circle r="11" /><path
        d="M-5 -5L5 5M5 -5L-5 5" /></g>`;
    })}</svg>`
  );
}
