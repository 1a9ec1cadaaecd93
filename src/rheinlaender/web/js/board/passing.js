/** How pieces come and go: what stands now, with what has just come and what is just leaving. */

import { useEffect, useRef, useState } from '../lib.js';
import { lasting } from '../settings.js';

/** How long a piece takes to leave, in milliseconds; the style sheet has the same. */
const LEAVING = 420;

/**
 * A piece on the board. Two pieces that stand in the same place one after the other turn into each other.
 * @typedef {object} Stander
 * @property {string} place
 * @property {string} symbol
 * @property {import('./places.js').Point} at
 * @property {string} [more] whatever else is shown with it
 */

/** @typedef {'stands'|'arrives'|'leaves'|'turns-in'|'turns-out'} Passing */
/** @typedef {Stander & {key: string, passing: Passing}} Shown */

/** @param {Stander} piece */
const keyOf = (piece) => `${piece.place} ${piece.symbol}`;

/**
 * Pieces as they are to be shown. The first ones simply stand there, and so do all where nothing is to move.
 * @param {Stander[]} pieces
 * @param {boolean} isMoving
 * @returns {Shown[]}
 */
export function usePassing(pieces, isMoving) {
  const memory = useRef(/** @type {{pieces: Stander[]|null, shown: Shown[]}} */ ({ pieces: null, shown: [] }));
  const [, refresh] = useState(0);
  const before = memory.current;
  if (before.pieces !== pieces) {
    const moves = isMoving && before.pieces !== null && lasting(1) > 0;
    memory.current = { pieces, shown: moves ? passing(before.pieces ?? [], pieces) : pieces.map(standing) };
  }
  useEffect(() => {
    if (memory.current.shown.every((piece) => piece.passing === 'stands')) return undefined;
    const timer = setTimeout(() => {
      memory.current.shown = pieces.map(standing);
      refresh((count) => count + 1);
    }, lasting(LEAVING) + 60);
    return () => clearTimeout(timer);
  }, [pieces]);
  return memory.current.shown;
}

/**
 * @param {Stander} piece
 * @returns {Shown}
 */
function standing(piece) {
  return { ...piece, key: keyOf(piece), passing: 'stands' };
}

/**
 * What stood before and what stands now, as one.
 * @param {Stander[]} before
 * @param {Stander[]} now
 * @returns {Shown[]}
 */
function passing(before, now) {
  const keysBefore = new Set(before.map(keyOf));
  const keysNow = new Set(now.map(keyOf));
  const placesBefore = new Set(before.map((piece) => piece.place));
  const placesNow = new Set(now.map((piece) => piece.place));
  const gone = before
    .filter((piece) => !keysNow.has(keyOf(piece)))
    .map((piece) => ({
      ...standing(piece),
      passing: /** @type {Passing} */ (placesNow.has(piece.place) ? 'turns-out' : 'leaves'),
    }));
  const there = now.map((piece) => {
    const how = keysBefore.has(keyOf(piece)) ? 'stands' : placesBefore.has(piece.place) ? 'turns-in' : 'arrives';
    return { ...standing(piece), passing: /** @type {Passing} */ (how) };
  });
  return [...gone, ...there];
}
