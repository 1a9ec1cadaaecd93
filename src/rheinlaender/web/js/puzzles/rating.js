/** The solver's rating: Glicko, with one puzzle as one game (docs/reference/puzzles.md). */

/** @typedef {{rating: number, deviation: number}} Rating */

/** Where everybody begins, and how little is known then. @type {Readonly<Rating>} */
export const BEGINNING = Object.freeze({ rating: 1500, deviation: 350 });
/** How well a puzzle's own rating is known: it was reckoned, not played. */
const PUZZLE_DEVIATION = 100;
/** However many puzzles somebody has tried, so much stays unknown: people learn. */
const LEAST_DEVIATION = 50;
const Q = Math.LN10 / 400;

/**
 * The rating after a puzzle was tried.
 * @param {Rating} before
 * @param {number} puzzle the puzzle's rating
 * @param {number} score from 0 to 1
 * @returns {Rating}
 */
export function rated({ rating, deviation }, puzzle, score) {
  const weight = 1 / Math.sqrt(1 + (3 * Q ** 2 * PUZZLE_DEVIATION ** 2) / Math.PI ** 2);
  const expected = expectedScore(rating, puzzle);
  const known = 1 / deviation ** 2 + Q ** 2 * weight ** 2 * expected * (1 - expected);
  return {
    rating: rating + (Q / known) * weight * (score - expected),
    deviation: Math.max(LEAST_DEVIATION, Math.sqrt(1 / known)),
  };
}

/**
 * The score that a solver may expect.
 * @param {number} rating
 * @param {number} puzzle the puzzle's rating
 */
export function expectedScore(rating, puzzle) {
  const weight = 1 / Math.sqrt(1 + (3 * Q ** 2 * PUZZLE_DEVIATION ** 2) / Math.PI ** 2);
  return 1 / (1 + 10 ** ((-weight * (rating - puzzle)) / 400));
}
