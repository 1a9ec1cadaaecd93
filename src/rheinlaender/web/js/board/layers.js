/** What lies on the sheet, layer by layer. Each layer is drawn again only when its own part of the view changes. */

import { html, useMemo, useRef } from '../lib.js';
import { borderOf } from './outline.js';
import { usePassing } from './passing.js';
import { thronePlace } from './places.js';

/** @typedef {import('../protocol.js').ViewBody} View */
/** @typedef {import('../protocol.js').DuchyView} Duchy */
/** @typedef {import('../protocol.js').SeatLetter} Seat */
/** @typedef {import('./places.js').Places} Places */
/** @typedef {import('./places.js').Point} Point */
/** @typedef {import('./passing.js').Shown} Shown */

/** Width and height of the pieces, as in the exported drawing. */
const SHIELD = [33, 39.6];
const GARRISON = [21, 25.2];
const DUKE = [36, 49];
const BISHOP = [20, 20];
const BASTION = [37, 37];

/** How many thrones have been counted; each has a number of its own. */
let thrones = 0;

/** @param {Duchy} duchy */
function newThrone(duchy) {
  thrones += 1;
  return `${duchy.name}/${thrones}`;
}

/**
 * A symbol with its middle at the origin of its group.
 * @param {{name: string, size: number[]}} properties
 */
function Figure({ name, size: [width, height] }) {
  return html`<use href="#${name}" x=${-width / 2} y=${-height / 2} width=${width} height=${height} />`;
}

/**
 * A piece in its place; its figure moves within it.
 * @param {{piece: Shown, kind: string, size: number[], marks?: Record<string, string>, children?: any}} properties
 */
function Standing({ piece, kind, size, marks = {}, children }) {
  return html`<g class=${kind} style="transform:translate(${piece.at[0]}px,${piece.at[1]}px)" ...${marks}>
    <g class="figure ${piece.passing}"><g class="sized"><${Figure} name=${piece.symbol} size=${size} />${children}</g>
      </g>
  </g>`;
}

/**
 * The duchies as areas in the colours of their dukes; those without a duke have a broken border.
 * @param {{places: Places, duchies: Duchy[], lit: string|null}} properties
 */
export function Areas({ places, duchies, lit }) {
  return html`<g class="duchies">
    ${duchies.map(
      (duchy) => html`<${Area} key=${duchy.name} places=${places} duchy=${duchy}
      isLit=${duchy.name === lit} />`,
    )}</g>`;
}

/** @param {{places: Places, duchy: Duchy, isLit: boolean}} properties */
function Area({ places, duchy, isLit }) {
  const border = useMemo(() => borderOf(places, duchy.fields), [places, duchy.fields.join()]);
  return html`<g class="duchy ${isLit ? 'is-lit' : ''}" data-seat=${duchy.duke}><path class="casing" d=${border} /><path
    d=${border} />${duchy.duke && html`<path class="hatched" d=${border} fill="url(#rh-hatch-${duchy.duke})" />`}</g>`;
}

/**
 * The sites: landmarks as round tiles, empty sites as rings with their letters, garrisons at the gates of castles.
 * @param {{places: Places, view: View, isMoving: boolean}} properties
 */
export function Sites({ places, view, isMoving }) {
  const tiles = useMemo(
    () =>
      Object.entries(places.sites).map(
        ([site, { at, radius }]) =>
          html`<${Site} key=${site} site=${site} landmark=${view.landmarks[site]} at=${at} radius=${radius} />`,
      ),
    [places, JSON.stringify(view.landmarks)],
  );
  const garrisons = useMemo(
    () =>
      Object.entries(view.garrisons).map(([site, seat]) => ({
        place: site,
        symbol: `shield-${seat}`,
        at: gateOf(places, site),
      })),
    [places, JSON.stringify(view.garrisons)],
  );
  const shown = usePassing(garrisons, isMoving);
  return html`<g class="sites">
    ${tiles}${shown.map(
      (piece) => html`<${Standing} key=${piece.key} kind="garrison" piece=${piece} size=${GARRISON}
      marks=${{ 'data-site': piece.place }} />`,
    )}</g>`;
}

/**
 * @param {Places} places
 * @param {string} site
 * @returns {Point}
 */
function gateOf(places, site) {
  const [x, y] = places.sites[site].at;
  return [x, y + 10];
}

/** @param {{site: string, landmark: string|undefined, at: Point, radius: number}} properties */
function Site({ site, landmark, at: [x, y], radius }) {
  const size = 2 * radius + 6;
  const face = landmark
    ? html`<${Figure} name=${landmark} size=${[size, size]} />`
    : html`<circle r=${radius} /><text y="7">${site}</text>`;
  return html`<g class=${landmark ? 'landmark' : 'site'} data-site=${site}
    transform="translate(${x} ${y})"><g class="sized">${face}</g></g>`;
}

/**
 * Knights and bastions on their fields.
 * @param {{places: Places, view: View, isMoving: boolean}} properties
 */
export function Knights({ places, view, isMoving }) {
  const pieces = useMemo(
    () => [
      ...view.bastions.map((field) => ({ place: field, symbol: 'bastion', at: places.fields[field].piece })),
      ...Object.entries(view.knights).map(([field, seat]) => ({
        place: field,
        symbol: `shield-${seat}`,
        at: places.fields[field].piece,
      })),
    ],
    [places, JSON.stringify(view.knights), view.bastions.join()],
  );
  return html`<g class="pieces">
    ${usePassing(pieces, isMoving).map(
      (piece) => html`<${Standing} key=${piece.key} kind=${kindOf(piece)}
      piece=${piece} size=${piece.symbol === 'bastion' ? BASTION : SHIELD} />`,
    )}</g>`;
}

/**
 * What kind of piece stands on a field; on the river it stays small, because the number is beside it.
 * @param {Shown} piece
 */
function kindOf({ symbol, place }) {
  return `${symbol === 'bastion' ? 'bastion' : 'knight'}${place.startsWith('W') ? ' afloat' : ''}`;
}

/**
 * The dukes beside their duchies, with a mitre where they have a bishop.
 * @param {{places: Places, duchies: Duchy[], isMoving: boolean}} properties
 */
export function Dukes({ places, duchies, isMoving }) {
  const throneOf = useThrones(duchies);
  const dukes = useMemo(
    () =>
      duchies.flatMap((duchy) => {
        const at = thronePlace(places, duchy);
        return duchy.duke && at
          ? [
              {
                place: throneOf.get(duchy.name) ?? '',
                symbol: `duke-${duchy.duke}`,
                at,
                duchy: duchy.name,
                more: duchy.has_bishop ? 'bishop' : '',
              },
            ]
          : [];
      }),
    [places, duchies.map((duchy) => [duchy.name, duchy.duke, duchy.at, duchy.has_bishop]).join()],
  );
  return html`<g class="dukes">${usePassing(dukes, isMoving).map(
    (piece) => html`<${Standing} key=${piece.key} kind="duke" piece=${piece} size=${DUKE}
      marks=${{ 'data-duchy': /** @type {any} */ (piece).duchy }}>
      ${
        piece.more &&
        html`<g class="mitre" transform="translate(14 14)"><${Figure} name="bishop" size=${BISHOP} />
        </g>`
      }
    <//>`,
  )}</g>`;
}

/**
 * A lasting name for each duchy, by which a duke is known while his duchy grows and is named anew.
 * @param {Duchy[]} duchies
 * @returns {Map<string, string>}
 */
function useThrones(duchies) {
  const before = useRef(/** @type {{throne: string, duchy: Duchy}[]} */ ([]));
  return useMemo(() => {
    const free = [...before.current];
    const now = duchies
      .filter(({ duke }) => duke)
      .map((duchy) => {
        const shares = (/** @type {{duchy: Duchy}} */ { duchy: old }) =>
          old.fields.some((field) => duchy.fields.includes(field));
        const heir = free.find((old) => old.duchy.duke === duchy.duke && shares(old)) ?? free.find(shares);
        if (heir) free.splice(free.indexOf(heir), 1);
        return { throne: heir?.throne ?? newThrone(duchy), duchy };
      });
    before.current = now;
    return new Map(now.map(({ throne, duchy }) => [duchy.name, throne]));
  }, [duchies]);
}

/**
 * Knights and bastions that are only planned.
 * @param {{places: Places, ghosts: {field: string, seat: Seat, kind: 'knight'|'bastion'}[]}} properties
 */
export function Ghosts({ places, ghosts }) {
  return html`<g class="ghosts">${ghosts
    .filter(({ field }) => field in places.fields)
    .map(({ field, seat, kind }) => {
      const [x, y] = places.fields[field].piece;
      const [name, size] = kind === 'bastion' ? ['bastion', BASTION] : [`shield-${seat}`, SHIELD];
      return html`<g key=${field}
        transform="translate(${x} ${y})"><g class="figure"><g class="sized"><${Figure} name=${name} size=${size} /></g>
        </g></g>`;
    })}</g>`;
}

/** The width of the scroll with the title, before it is made to fit its place. */
const SCROLL = 540;

/**
 * The title of the map on a scroll; on a turned map it is read upwards.
 * @param {{places: Places, title: string}} properties
 */
export function Cartouche({ places: { cartouche: box, is_turned }, title }) {
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const wide = is_turned ? box.height : box.width;
  const tall = (SCROLL * (is_turned ? box.width : box.height)) / wide;
  const turn = is_turned ? 'rotate(-90)' : '';
  return html`<g class="cartouche" transform="translate(${x} ${y}) ${turn} scale(${wide / SCROLL})">
    <path d=${scrollOf(SCROLL, tall, 0)} /><path class="inner" d=${scrollOf(SCROLL, tall, 7)} />
    <text y="18">${title}</text>
    <path class="rule" d="M-190 48H-14M14 48H190" /><path class="lozenge" d="M0 41L7 48L0 55L-7 48Z" />
  </g>`;
}

/**
 * A rectangle with hollow corners around the origin.
 * @param {number} width
 * @param {number} height
 * @param {number} inset
 */
function scrollOf(width, height, inset) {
  const hollow = 16;
  const [across, down] = [width - 2 * inset - 2 * hollow, height - 2 * inset - 2 * hollow];
  const corner = (/** @type {number} */ dx, /** @type {number} */ dy) =>
    `a${hollow} ${hollow} 0 0 0 ${dx * hollow} ${dy * hollow}`;
  const rightward = `M${-across / 2} ${inset - height / 2}h${across}${corner(1, 1)}v${down}${corner(-1, 1)}`;
  return `${rightward}h${-across}${corner(-1, -1)}v${-down}${corner(1, -1)}Z`;
}
