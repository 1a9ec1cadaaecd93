/** What somebody has solved: rating, row of right answers, and which puzzles were tried. Kept in this browser alone. */

import { signal } from '../lib.js';
import { keep, readKept } from '../settings.js';
import { BEGINNING, rated } from './rating.js';

/** @typedef {import('./rating.js').Rating} Rating */
/** @typedef {{rating: Rating, tried: Record<string, number>, row: number, longest: number, theme: string,
 *   time: string}} Solver */

const NAME = 'puzzles';
export const ALL = /** @type {const} */ ('all');
/** @type {Readonly<Solver>} */
const NOBODY = Object.freeze({ rating: BEGINNING, tried: {}, row: 0, longest: 0, theme: ALL, time: ALL });

/** @type {import('../lib.js').Signal<Solver>} */
export const solver = signal({ ...NOBODY, ...readKept(NAME, {}) });

/**
 * Notes a first try; later ones do not count.
 * @param {{id: string, rating: number}} puzzle
 * @param {number} score
 */
export function noteTry({ id, rating }, score) {
  const before = solver.peek();
  if (id in before.tried) return;
  const row = score === 1 ? before.row + 1 : 0;
  note({
    rating: rated(before.rating, rating, score),
    tried: { ...before.tried, [id]: score },
    row,
    longest: Math.max(before.longest, row),
  });
}

/** @param {string} theme */
export function chooseTheme(theme) {
  note({ theme });
}

/** @param {string} time a part of the game */
export function chooseTime(time) {
  note({ time });
}

/** Forgets everything. */
export function forgetSolver() {
  note(NOBODY);
}

/** @param {Partial<Solver>} change */
function note(change) {
  solver.value = { ...solver.peek(), ...change };
  keep(NAME, solver.peek());
}
