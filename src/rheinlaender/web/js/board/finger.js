/**
 * What a finger means, and how near the map comes for it: a target is chosen only where every other one is at least a
 * finger away; where targets lie closer together, the map comes nearer first.
 */

import { useEffect } from '../lib.js';
import { boxAround } from './outline.js';
import { fieldThing } from './pointing.js';

/** @typedef {import('../protocol.js').ViewBody} View */
/** @typedef {import('./places.js').Places} Places */
/** @typedef {import('./lights.js').Marks} Marks */
/** @typedef {import('./pointing.js').Thing} Thing */
/** @typedef {import('./zoom.js').Zoom} Zoom */
/** @typedef {{x: number, y: number, unit: number}} Sight a place on the board, and how many pixels a unit has there */

/** The breadth of a finger, in pixels: what it presses is at least as wide and as high. */
const FINGER = 44;
/** How far apart targets are once the map has come nearer. */
const CLEARLY = 1.1 * FINGER;
/** A finger that presses beside a field by so many pixels still means it. */
const REACH = 24;
/** The button in a corner of the map, with half a finger around it. */
const CORNER = 82;
/** The room around targets when the map comes nearer for them. */
const ROOM = 46;

/**
 * What a finger means: the nearest target within its reach comes before anything else, even before another target
 * whose land is under the finger; and a field before bare parchment.
 * Undefined where the map has come nearer instead, because targets lie too close together.
 * @param {MouseEvent} event
 * @param {Zoom} zoom
 * @param {Places} places
 * @param {{view: View, marks?: Marks}} shown
 * @param {Thing|null} under
 * @returns {Thing|null|undefined}
 */
export function meantBy(event, zoom, places, { view, marks }, under) {
  const sight = sightOf(event, zoom.plane, places);
  const targets = [...(marks?.targets ?? [])];
  const target = nearest(sight, places, targets) ?? targets.find((field) => field === under?.field);
  const factor = target ? lacking(sight, places, targets, target) : 1;
  if (target && factor > 1) {
    zoom.zoomBy(factor, zoom.pointOf(event), true);
    clearCorner(zoom, places, [target]);
    return undefined;
  }
  const field = target ?? (under ? null : nearest(sight, places, Object.keys(places.fields)));
  return field ? fieldThing(field, view) : under;
}

/**
 * Where on the board a finger is.
 * @param {MouseEvent} event
 * @param {HTMLElement} plane
 * @param {Places} places
 * @returns {Sight}
 */
function sightOf({ clientX, clientY }, plane, { width: wide, margin }) {
  const { left, top, width } = plane.getBoundingClientRect();
  const unit = width / (wide + 2 * margin);
  return { x: (clientX - left) / unit - margin, y: (clientY - top) / unit - margin, unit };
}

/**
 * By how much the map has to be enlarged before a finger can choose a target; 1 where it can now.
 * @param {Sight} sight
 * @param {Places} places
 * @param {string[]} targets
 * @param {string} target
 */
function lacking({ unit }, places, targets, target) {
  const isCrowded = leastGap(places, [target], targets) * unit < FINGER;
  return isCrowded ? CLEARLY / leastGap(places, targets, targets) / unit : 1;
}

/**
 * The map comes nearer when a card is chosen, as far as all its targets are still seen, and goes back when the field
 * is: where a finger points, and unless somebody has moved the map meanwhile. Its button goes out of the way.
 * @param {{current: Zoom|null}} zoom
 * @param {Places} places
 * @param {Marks} marks
 */
export function useApproach(zoom, places, { targets, dim = false }) {
  const sought = targets ? [...targets].join() : '';
  useEffect(() => {
    const moved = zoom.current;
    if (!moved || !sought || !matchMedia('(pointer: coarse)').matches) return undefined;
    const isNearer = dim && approach(moved, places, sought.split(','));
    clearCorner(moved, places, sought.split(','));
    const { moves } = moved;
    return () => {
      delete moved.frame.dataset.corner;
      if (isNearer && moved.moves === moves) moved.whole();
    };
  }, [places, sought, dim]);
}

/**
 * Names the first corner of the window without any of some fields: there the button of the map stands.
 * @param {Zoom} zoom
 * @param {Places} places
 * @param {string[]} fields
 */
function clearCorner({ frame, look, width: wide }, { fields: all, width, margin }, fields) {
  const unit = (look.scale * wide) / (width + 2 * margin);
  const [right, low] = [frame.clientWidth, frame.clientHeight];
  const isFree = (/** @type {number} */ x, /** @type {number} */ y) =>
    fields.every((field) => {
      const [across, down] = all[field].piece.map((far) => (far + margin) * unit);
      return Math.abs(across + look.x - x) > CORNER || Math.abs(down + look.y - y) > CORNER;
    });
  const corners = Object.entries({ 'low right': [right, low], 'low left': [0, low], 'high right': [right, 0] });
  frame.dataset.corner = (corners.find(([, [x, y]]) => isFree(x, y)) ?? corners[0])[0];
}

/**
 * Come nearer until a finger can choose each of some fields, or until one would be out of sight. Says whether it did.
 * @param {Zoom} zoom
 * @param {Places} places
 * @param {string[]} fields
 */
function approach(zoom, places, fields) {
  const { margin, width, height } = places;
  const [across, down] = [width + 2 * margin, height + 2 * margin];
  const needed = CLEARLY / leastGap(places, fields, fields) / (zoom.width / across);
  if (needed <= 1) return false;
  const [x, y, wide, tall] = boxAround(places, fields, ROOM);
  zoom.bring([(x + margin) / across, (y + margin) / down, wide / across, tall / down], needed);
  return true;
}

/**
 * The least distance from some fields to any others, in units of the board.
 * @param {Places} places
 * @param {string[]} fields
 * @param {string[]} others
 */
function leastGap({ fields: all }, fields, others) {
  let least = Infinity;
  for (const field of fields) {
    for (const other of others) {
      const [[x, y], [right, low]] = [all[field].piece, all[other].piece];
      if (other !== field) least = Math.min(least, Math.hypot(x - right, y - low));
    }
  }
  return least;
}

/**
 * The nearest of some fields to a finger, if one is near enough.
 * @param {Sight} sight
 * @param {Places} places
 * @param {Iterable<string>} fields
 */
function nearest({ x, y, unit }, places, fields) {
  let [found, least] = [/** @type {string|null} */ (null), REACH / unit];
  for (const field of fields) {
    const [right, low] = places.fields[field]?.piece ?? [Infinity, Infinity];
    const far = Math.hypot(right - x, low - y);
    if (far < least) [found, least] = [field, far];
  }
  return found;
}
