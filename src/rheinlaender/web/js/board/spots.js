/** Places that words name: pointed at, focused or tapped, they are lit on the board. */

import { html, signal, useMemo } from '../lib.js';
import { borderOf } from './outline.js';

/** @typedef {import('../protocol.js').ViewBody} View */
/** @typedef {import('./places.js').Places} Places */
/** @typedef {'field'|'site'|'duchy'|'card'} Kind */

/**
 * A place by its name: a field, a site, the duchy around a field, the region of a card.
 * @typedef {{kind: Kind, at: string|number}} Spot
 */

/** How long a place that was tapped stays lit, in milliseconds. */
const HELD_FOR = 4500;

/**
 * The place that is lit; held, it was tapped and is to be seen.
 * @type {import('../lib.js').Signal<(Spot & {isHeld: boolean})|null>}
 */
export const spot = signal(null);

let holding = 0;

/**
 * Light a place while it is pointed at or has the focus.
 * @param {Spot} place
 */
export function pointAt(place) {
  if (!isLit(place)) show({ ...place, isHeld: false });
}

/**
 * Light a place for a while, where it can be seen.
 * @param {Spot} place
 */
export function hold(place) {
  show({ ...place, isHeld: true });
  holding = window.setTimeout(() => show(null), HELD_FOR);
}

/** Let go of a place that is pointed at no more. */
export function leave() {
  if (!spot.peek()?.isHeld) show(null);
}

/** @param {(Spot & {isHeld: boolean})|null} place */
function show(place) {
  clearTimeout(holding);
  spot.value = place;
}

/** @param {Spot} place */
function isLit({ kind, at }) {
  const lit = spot.peek();
  return lit?.kind === kind && lit.at === at;
}

/**
 * The fields of a place.
 * @param {Spot|null} place
 * @param {Places} places
 * @param {View} view
 * @returns {string[]}
 */
export function fieldsAt(place, places, view) {
  if (!place) return [];
  const at = String(place.at);
  const field = places.aliases[at] ?? at;
  switch (place.kind) {
    case 'card':
      return places.regions[at] ?? [];
    case 'site':
      return places.sites[at]?.fields ?? [];
    case 'duchy':
      return view.duchies.find(({ fields }) => fields.includes(field))?.fields ?? known(places, field);
    default:
      return known(places, field);
  }
}

/**
 * @param {Places} places
 * @param {string} field
 */
function known(places, field) {
  return field in places.fields ? [field] : [];
}

/**
 * The light itself: a border around the fields of the place, and a ring around a site.
 * @param {{places: Places, view: View}} properties
 */
export function SpotLight({ places, view }) {
  const lit = spot.value;
  const fields = fieldsAt(lit, places, view);
  const border = useMemo(() => borderOf(places, fields), [places, fields.join()]);
  if (!lit || fields.length === 0) return null;
  const site = lit.kind === 'site' ? places.sites[lit.at] : null;
  return html`<g class="spot" data-spot=${`${lit.kind} ${lit.at}`} data-spot-fields=${fields.join(' ')}>
    ${!site && html`<path class="casing" d=${border} /><path d=${border} />`}
    ${
      site &&
      html`<circle class="casing" cx=${site.at[0]} cy=${site.at[1]} r=${site.radius + 9} />
      <circle cx=${site.at[0]} cy=${site.at[1]} r=${site.radius + 9} />`
    }
  </g>`;
}
