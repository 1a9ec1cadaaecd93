/** A position in the middle of a game of five computer players, for the picture on the home page. */

import { DUCHIES } from './duchies.js';

/** What the picture shows. */
export const SCENE_FIELDS = ['R13', 'R9', 'R18', 'R27', 'R4'];

/**
 * What stands where, written by what it is.
 * @template {string} T
 * @param {Partial<Record<T, string>>} lists
 * @returns {Record<string, T>}
 */
function places(lists) {
  const pairs = /** @type {[T, string][]} */ (Object.entries(lists));
  return Object.fromEntries(pairs.flatMap(([what, where]) => where.split(' ').map((place) => [place, what])));
}

/** @type {import('../protocol.js').ViewBody} */
export const SCENE = {
  seat: null,
  turn: 62,
  to_move: 'c',
  phase: 'knight',
  is_over: false,
  is_ending: false,
  turns_left: 0,
  landmarks: places({
    castle: 'D P Q T U W Y',
    church: 'E I L M R S Z',
    city2: 'B C H O',
    city3: 'F G J X',
    city4: 'A K N V',
  }),
  knights: places({
    a: 'L2 L3 R3 R4 L6 L7 R11 L33 R35 W41 R47 R48',
    b: 'R13 R14 L16 L17 R17 R18 L29 L32 L36 L37 L38',
    c: 'R10 R23 R24 R36 R38 R39 R41 R42 R43 L50 R51 R52',
    d: 'R7 L14 L15 R20 L21 R21 L22 R27 R28 L53 L54',
    e: 'L8 L9 L10 L11 L26 L27 L28 R31 L42 R46 L49 R49',
  }),
  garrisons: places({
    a: 'Q',
    c: 'T U W Y',
    d: 'D',
    e: 'P',
  }),
  bastions: ['R9', 'R12', 'L30', 'R40', 'L41', 'R45', 'R50'],
  seats: [],
  duchies: DUCHIES,
  hand: [],
  deck_size: 0,
  discard: [],
  moves: [],
  last: null,
  result: null,
};
