/**
 * What points at places on the board: lit regions, legal targets, the chosen field, the last move, cursor and hover.
 */

import { html, useMemo } from '../lib.js';
import { borderOf, pathOf } from './outline.js';

/** @typedef {import('../protocol.js').SeatLetter} Seat */
/** @typedef {import('./places.js').Places} Places */

/**
 * What the page wants to be seen.
 * @typedef {object} Marks
 * @property {Set<string>} [targets] fields that glow: here one may act
 * @property {Set<number>} [regions] lit regions of cards
 * @property {string|null} [chosen] the chosen field
 * @property {{field: string, seat: Seat, kind: 'knight'|'bastion'}[]} [ghosts] planned pieces
 * @property {Set<string>} [last] fields of the last move
 * @property {boolean} [dim] whether the rest of the map steps back
 * @property {string|null} [duchy] the name of a duchy that is pointed out
 */

const NOTHING = Object.freeze(/** @type {never[]} */ ([]));

/**
 * Below the pieces: the map steps back around what is lit; the last move; lit regions; the grounds of targets; the
 * chosen field.
 * @param {{places: Places, marks: Marks}} properties
 */
export function Grounds({ places, marks }) {
  const { targets = NOTHING, regions = NOTHING, last = NOTHING, chosen = null, dim = false } = marks;
  const lit = [...regions].flatMap((region) => places.regions[String(region)] ?? []);
  const [inLight, inLast] = [[...lit, ...targets].join(), [...last].join()];
  return useMemo(
    () => html`<g class="grounds">
    ${dim && html`<path class="veil" d=${aroundAll(places, [...new Set([...lit, ...targets])])} />`}
    ${[...last].map((field) => html`<path key="last-${field}" class="last" d=${outlineOf(places, field)} />`)}
    ${
      lit.length > 0 &&
      html`<path class="region-casing" d=${borderOf(places, lit)} /><path class="region"
      d=${borderOf(places, lit)} />`
    }
    <g class="targets">${[...targets].map((field) => html`<path key=${field} d=${outlineOf(places, field)} />`)}</g>
    <g class="target-edges">
      ${[...targets].map((field) => html`<path key=${field} d=${outlineOf(places, field)} />`)}
      ${[...targets].map((field) => html`<path key="inner-${field}" class="target" d=${outlineOf(places, field)} />`)}
    </g>
    ${
      chosen &&
      html`<path class="chosen-casing" d=${outlineOf(places, chosen)} /><path class="chosen"
      d=${outlineOf(places, chosen)} />`
    }
  </g>`,
    [places, inLight, inLast, chosen, dim],
  );
}

/**
 * Above the pieces: a sign on every target that does not need colour, corners around the last piece.
 * @param {{places: Places, marks: Marks, taken: Set<string>}} properties
 */
export function Signs({ places, marks, taken }) {
  const { targets = NOTHING, last = NOTHING } = marks;
  return useMemo(
    () => html`<g class="signs">
    ${[...last].map((field) => html`<${Corners} key="last-${field}" places=${places} field=${field} />`)}
    <g class="target-signs">${[...targets].map(
      (field) => html`<${Sign} key=${field} places=${places} field=${field}
      isTaken=${taken.has(field)} />`,
    )}</g>
  </g>`,
    [places, [...targets].join(), [...last].join(), taken],
  );
}

/**
 * A dot on an empty target, a crown of four wedges around a piece on a taken one.
 * @param {{places: Places, field: string, isTaken: boolean}} properties
 */
function Sign({ places, field, isTaken }) {
  const [x, y] = places.fields[field]?.piece ?? [-999, -999];
  const shape = isTaken
    ? [0, 90, 180, 270].map((turn) => html`<path class="wedge" transform="rotate(${turn})" d="M0 -23L9 -36H-9Z" />`)
    : html`<circle r="10" />`;
  return html`<g class="sign" data-target=${field} transform="translate(${x} ${y})">${shape}</g>`;
}

/**
 * Four corners around the piece that was moved last.
 * @param {{places: Places, field: string}} properties
 */
function Corners({ places, field }) {
  const [x, y] = places.fields[field]?.piece ?? [-999, -999];
  const path = 'M-21 -15V-24H-12M12 -24H21V-15M21 15V24H12M-12 24H-21V15';
  return html`<g class="corners" transform="translate(${x} ${y})"><path class="casing" d=${path} /><path d=${path} />
    </g>`;
}

/**
 * The keyboard's cursor: a ring around a field.
 * @param {{places: Places, field: string}} properties
 */
export function Cursor({ places, field }) {
  const outline = outlineOf(places, field);
  return html`<g class="cursor"><path class="casing" d=${outline} /><path d=${outline} /></g>`;
}

/**
 * What the pointer is on: a whole duchy, or one field.
 * @param {{places: Places, fields: string[]}} properties
 */
export function Hover({ places, fields }) {
  const border = useMemo(() => borderOf(places, fields), [places, fields.join()]);
  return html`<path class="hover" d=${border} />`;
}

/**
 * @param {Places} places
 * @param {string} field
 */
function outlineOf(places, field) {
  const outline = places.fields[field]?.outline;
  return outline ? pathOf(outline) : '';
}

/**
 * The whole sheet but for some fields.
 * @param {Places} places
 * @param {string[]} fields
 */
function aroundAll(places, fields) {
  const { margin, width, height } = places;
  return `M${-margin} ${-margin}H${width + margin}V${height + margin}H${-margin}Z${borderOf(places, fields)}`;
}
