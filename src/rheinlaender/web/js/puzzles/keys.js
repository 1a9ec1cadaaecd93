/** The keys of a puzzle; they are those of a lesson. */

import { useKeys } from '../clauses/keys.js';
import { focusGrid, isElsewhere } from '../learn/keys.js';

/** @typedef {import('./solving.js').Solving} Solving */
/** @typedef {{solving: Solving, next: () => void}} Open */

/** @type {Record<string, (open: Open) => void>} */
const KEYS = {
  n: ({ next }) => next(),
  r: ({ solving }) => solving.again(),
  s: ({ solving }) => solving.show(),
  e: ({ solving }) => solving.buildNothing(),
  g: () => focusGrid(),
  ArrowLeft: () => focusGrid(),
  ArrowRight: () => focusGrid(),
  ArrowUp: () => focusGrid(),
  ArrowDown: () => focusGrid(),
  Enter: (open) => goOn(open),
  Escape: ({ solving }) => {
    solving.takeBack();
  },
  Backspace: ({ solving }) => {
    solving.takeBack();
  },
};

/** @param {Open} open */
function goOn({ solving, next }) {
  const stage = solving.stage.peek();
  if (stage === 'solved') next();
  else if (stage === 'judged') solving.again();
  else solving.judge();
}

/**
 * Listens to the keys while a puzzle is shown.
 * @param {Open} open
 */
export function usePuzzleKeys(open) {
  useKeys(open, keyOf);
}

/**
 * @param {Open} _
 * @param {KeyboardEvent} event
 * @returns {((open: Open) => void)|undefined}
 */
function keyOf(_, event) {
  if (isElsewhere(event)) return undefined;
  const { key } = event;
  if (/^[1-9]$/.test(key)) return ({ solving }) => chooseByPlace(solving, Number(key) - 1);
  return KEYS[key.length === 1 ? key.toLowerCase() : key];
}

/**
 * @param {Solving} solving
 * @param {number} place
 */
function chooseByPlace(solving, place) {
  const card = solving.puzzle.view.hand[place];
  if (card !== undefined && !solving.isBastionPuzzle) solving.chooseCard(card);
}
