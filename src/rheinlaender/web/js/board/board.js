/**
 * The board: the server's sheet, and over it everything that the view shows. It draws and points; it decides nothing.
 */

import { html, useEffect, useLayoutEffect, useMemo, useRef, useSignal, useSignalEffect } from '../lib.js';
import { lasting } from '../settings.js';
import { t } from '../words.js';
import { Copied, Numbers } from './copied.js';
import { Flow } from './flow.js';
import { Areas, Cartouche, Dukes, Ghosts, Knights, Sites } from './layers.js';
import { Cursor, Grounds, Hover, Signs } from './lights.js';
import { meantBy, useApproach } from './finger.js';
import { alignment, boxAround } from './outline.js';
import { askAgain, askForPlaces, askForSheet, askForSymbols, isMissing, places, sheet, thronePlace } from './places.js';
import { duchyOf, thingAt } from './pointing.js';
import { SpotLight, fieldsAt, spot } from './spots.js';
import { listen } from './touch.js';
import { Zoom } from './zoom.js';

/** @typedef {import('../protocol.js').ViewBody} View */
/** @typedef {import('../types.js').Names} Names */
/** @typedef {import('./places.js').Places} Places */
/** @typedef {import('./lights.js').Marks} Marks */
/** @typedef {import('./pointing.js').Thing} Thing */

/**
 * What a page can ask of a board that is shown.
 * @typedef {object} Handle
 * @property {(fields: Iterable<string>, isCloser?: boolean) => void} focusOn bring fields into view
 * @property {() => void} closer
 * @property {() => void} farther
 * @property {() => void} whole show the whole map
 * @property {(thing: {field?: string|null, site?: string|null, duchy?: string|null}) => {x: number,
 *   y: number}|null} whereIs
 *   the place of a field, a site or a duke in the browser's window
 */

/**
 * @typedef {object} BoardProperties
 * @property {View} view
 * @property {Names} [names]
 * @property {Marks} [marks]
 * @property {string|null} [cursor] the field under the keyboard's cursor
 * @property {string[]} [crop] show only the part around these fields, without moving
 * @property {boolean} [animate] whether pieces come and go visibly; true unless told
 * @property {string} [label] what the board is called by readers of the screen
 * @property {(field: string) => void} [onField]
 * @property {(site: string) => void} [onSite]
 * @property {(duchy: string) => void} [onDuchy]
 * @property {(thing: Thing|null) => void} [onHover]
 * @property {{current: Handle|null}} [handle]
 */

const NO_MARKS = Object.freeze({});
/** The room around the fields of a crop. */
export const CROP_ROOM = 34;
/** How much the map is enlarged at most to bring fields closer. */
const CLOSE = 3.5;

/** @param {BoardProperties} properties */
export function Board(properties) {
  useEffect(() => {
    askForSymbols();
    askForPlaces();
    askForSheet();
  }, []);
  const board = places.value;
  if (isMissing.value && !board)
    return html`<div class="board is-missing"><button type="button" onClick=${askAgain}>${t('board.again')}</button>
      </div>`;
  if (!board || !sheet.value) return html`<div class="board is-loading" aria-busy="true"></div>`;
  return properties.crop
    ? html`<${CroppedBoard} ...${properties} places=${board} />`
    : html`<${MovingBoard} ...${properties} places=${board} />`;
}

/** @param {BoardProperties & {places: Places}} properties */
function CroppedBoard({ places: board, ...properties }) {
  const box = boxAround(board, properties.crop ?? [], CROP_ROOM);
  const frame = useRef(/** @type {HTMLDivElement|null} */ (null));
  const hovered = useSignal(/** @type {Thing|null} */ (null));
  /** @param {MouseEvent} event */
  const tap = (event) => tell(properties, thingAt(event.target, properties.view));
  return html`<div class="board is-cropped" role="img" aria-label=${properties.label} ref=${frame} onClick=${tap}
    style="aspect-ratio:${box[2]} / ${box[3]};--board-width:${box[2]}px">
    <${Plane} ...${properties} places=${board} box=${box} hovered=${hovered} align=${alignment(board, box)} />
  </div>`;
}

/** @param {BoardProperties & {places: Places}} properties */
function MovingBoard({ places: board, ...properties }) {
  const { margin, width, height } = board;
  /** @type {[number, number, number, number]} */
  const box = [-margin, -margin, width + 2 * margin, height + 2 * margin];
  const frame = useRef(/** @type {HTMLDivElement|null} */ (null));
  const plane = useRef(/** @type {HTMLDivElement|null} */ (null));
  const zoom = useRef(/** @type {Zoom|null} */ (null));
  const hovered = useSignal(/** @type {Thing|null} */ (null));
  const scale = useSignal(1);
  const now = useRef(properties);
  now.current = properties;

  useLayoutEffect(() => {
    if (!frame.current || !plane.current) return undefined;
    const moved = new Zoom(frame.current, plane.current, box[2] / box[3], (is, wide) => {
      scale.value = is;
      plane.current?.style.setProperty('--small', String(smallness((is * wide) / box[2])));
    });
    zoom.current = moved;
    /** @param {Thing|null} thing */
    const point = (thing) => {
      if (hovered.value?.key === thing?.key) return;
      hovered.value = thing;
      now.current.onHover?.(thing);
    };
    const stop = listen(frame.current, moved, {
      onPoint: (target) => point(thingAt(target, now.current.view)),
      onTap: (event, isTouch) => {
        const under = thingAt(event.target, now.current.view);
        const meant = isTouch ? meantBy(event, moved, board, now.current, under) : under;
        if (meant !== undefined && isTouch) point(meant);
        return meant === undefined || tell(now.current, meant);
      },
    });
    return () => {
      stop();
      moved.close();
    };
  }, [board]);

  useApproach(zoom, board, properties.marks ?? NO_MARKS);
  useHandle(() => zoom.current && handleOf(zoom.current, board, box, now), board, now);

  return html`<div class="board" tabindex="0" role="group" aria-label=${properties.label ?? t('board.label')}
    style="--pace:${lasting(1)}"
    onKeyDown=${(/** @type {KeyboardEvent} */ event) => pressKey(event, zoom.current)}>
    <div class="board-window ${scale.value > 1 ? 'is-near' : ''}" ref=${frame}>
      <div class="board-plane" ref=${plane}><${Plane} ...${properties} places=${board} box=${box} hovered=${hovered} />
        </div>
    </div>
    <${Buttons} zoom=${zoom} scale=${scale} />
  </div>`;
}

/**
 * Gives the page its handle, and brings a place that was tapped into view.
 * @param {() => Handle|null} make
 * @param {Places} board
 * @param {{current: BoardProperties}} now
 */
function useHandle(make, board, now) {
  const { handle } = now.current;
  useEffect(() => {
    if (!handle) return undefined;
    handle.current = make();
    return () => {
      handle.current = null;
    };
  }, [board, handle]);
  useSignalEffect(() => {
    const fields = spot.value?.isHeld ? fieldsAt(spot.value, board, now.current.view) : [];
    if (fields.length > 0) make()?.focusOn(fields);
  });
}

/**
 * How much pieces must be enlarged to be seen: 1 on a phone's whole map, 0 where a unit of the map has half a pixel.
 * @param {number} unit in pixels
 */
function smallness(unit) {
  return Math.round(Math.min(1, Math.max(0, (0.5 - unit) / 0.24)) * 20) / 20;
}

/**
 * The sheet, the river's current and the game, one over the other.
 * @param {BoardProperties & {places: Places, box: number[], align?: string,
 *   hovered: import('../lib.js').Signal<Thing|null>}} properties
 */
function Plane({ places: board, box, align, view, marks = NO_MARKS, cursor, hovered, animate = true, crop }) {
  const seen = box.join(' ');
  const { duchies } = view;
  const taken = useMemo(() => new Set([...Object.keys(view.knights), ...view.bastions]), [view]);
  return html`
    <${Copied} class="board-sheet" box=${seen} align=${align}
      parts="defs, .parchment, .ornaments, .river, .fields, .flow" />
    ${!crop && html`<${Flow} box=${seen} isResting=${Boolean(marks.targets?.size)} />`}
    <svg class="board-play" viewBox=${seen}
      preserveAspectRatio=${align} aria-hidden="true">
      <${Areas} places=${board} duchies=${duchies} lit=${marks.duchy ?? null} />
      <${Grounds} places=${board} marks=${marks} />
      <${Numbers} />
      <${Cartouche} places=${board} title=${t('drawing.title')} />
      <${Pointed} places=${board} view=${view} hovered=${hovered} />
    </svg>
    <svg class="board-play" viewBox=${seen}
      preserveAspectRatio=${align} aria-hidden="true">
      <${Sites} places=${board} view=${view} isMoving=${animate} />
      <${Knights} places=${board} view=${view} isMoving=${animate} />
    </svg>
    <svg class="board-play ${marks.targets?.size ? 'has-targets' : ''}" viewBox=${seen}
      preserveAspectRatio=${align} aria-hidden="true">
      <${Ghosts} places=${board} ghosts=${marks.ghosts ?? []} />
      <${Signs} places=${board} marks=${marks} taken=${taken} />
      <${Dukes} places=${board} duchies=${duchies} isMoving=${animate} />
      <${SpotLight} places=${board} view=${view} />
      ${cursor && html`<${Cursor} places=${board} field=${cursor} />`}
    </svg>`;
}

/** @param {{places: Places, view: View, hovered: import('../lib.js').Signal<Thing|null>}} properties */
function Pointed({ places: board, view, hovered }) {
  const thing = hovered.value;
  const duchy = thing && duchyOf(view, thing);
  const fields = duchy ? duchy.fields : thing?.field ? [thing.field] : [];
  return fields.length ? html`<${Hover} places=${board} fields=${fields} />` : null;
}

/** @param {{zoom: {current: Zoom|null}, scale: import('../lib.js').Signal<number>}} properties */
function Buttons({ zoom, scale }) {
  const isWhole = scale.value <= 1;
  return html`<div class="board-buttons">
    <button type="button" class="closer" aria-label=${t('board.closer')} title=${t('board.closer')}
      onClick=${() => zoom.current?.closer()}>
      <svg viewBox="0 0 20 20" aria-hidden="true"><path d="M10 4v12M4 10h12" /></svg></button>
    <button type="button" class="farther" aria-label=${t('board.farther')}
      title=${t('board.farther')} disabled=${isWhole}
      onClick=${() => zoom.current?.farther()}>
      <svg viewBox="0 0 20 20" aria-hidden="true"><path d="M4 10h12" /></svg></button>
    <button type="button" class="whole" aria-label=${t('board.whole')} title=${t('board.whole')} disabled=${isWhole}
      onClick=${() => zoom.current?.whole()}>
      <svg viewBox="0 0 20 20" aria-hidden="true"><path d="M3.5 8V3.5H8M12 3.5h4.5V8M16.5 12v4.5H12M8 16.5H3.5V12" />
        </svg></button>
  </div>`;
}

/**
 * Tell the page what was tapped. Says whether somebody listened.
 * @param {BoardProperties} properties
 * @param {Thing|null} thing
 */
function tell({ onField, onSite, onDuchy, marks }, thing) {
  if (thing?.field) {
    onField?.(thing.field);
    return Boolean(marks?.targets?.has(thing.field));
  }
  if (thing?.site) onSite?.(thing.site);
  else if (thing?.duchy) onDuchy?.(thing.duchy);
  return false;
}

/** @param {KeyboardEvent} event @param {Zoom|null} zoom */
function pressKey(event, zoom) {
  if (!zoom || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === '+' || event.key === '=') zoom.closer();
  else if (event.key === '-') zoom.farther();
  else if (event.key === '0') zoom.whole();
  else return;
  event.preventDefault();
}

/**
 * @param {Zoom} zoom
 * @param {Places} board
 * @param {[number, number, number, number]} plane
 * @param {{current: BoardProperties}} now
 * @returns {Handle}
 */
function handleOf(zoom, board, [left, top, width, height], now) {
  return {
    closer: () => zoom.closer(),
    farther: () => zoom.farther(),
    whole: () => zoom.whole(),
    focusOn(fields, isCloser = false) {
      const [x, y, wide, tall] = boxAround(board, fields, CROP_ROOM);
      /** @type {[number, number, number, number]} */
      const box = [(x - left) / width, (y - top) / height, wide / width, tall / height];
      if (isCloser || !zoom.sees(box)) zoom.bring(box, isCloser ? CLOSE : zoom.look.scale);
    },
    whereIs({ field, site, duchy }) {
      const ruled = now.current.view.duchies.find(({ name }) => name === duchy);
      const at =
        (field && board.fields[field]?.piece) ||
        (site && board.sites[site]?.at) ||
        (ruled && thronePlace(board, ruled));
      if (!at) return null;
      const shown = zoom.plane.getBoundingClientRect();
      return {
        x: shown.left + ((at[0] - left) / width) * shown.width,
        y: shown.top + ((at[1] - top) / height) * shown.height,
      };
    },
  };
}
