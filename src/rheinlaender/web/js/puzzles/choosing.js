/** All puzzles as the server lists them, and which of them comes next. */

import { ask } from '../api.js';
import { signal } from '../lib.js';
import { ALL, solver } from './record.js';

/** @typedef {import('../protocol.js').PuzzleLine} Line */
/** @typedef {import('../protocol.js').RefusalBody} Refusal */

/** All puzzles, the easiest first; null until they are there. */
export const lines = signal(/** @type {Line[]|null} */ (null));
/** Why they did not come. */
export const failure = signal(/** @type {Refusal|null} */ (null));

/** So many puzzles that are near the solver's rating are alike to them. */
const NEAR = 4;
const SIMILAR = 3;

/** Fetches the list, unless it is here. */
export async function fetchLines() {
  if (lines.peek()) return;
  try {
    lines.value = (await ask('GET', '/api/puzzles')).puzzles;
    failure.value = null;
  } catch (error) {
    failure.value = /** @type {any} */ (error).refusal;
  }
}

/**
 * The puzzles of a theme.
 * @param {readonly Line[]} all
 * @param {string} theme
 */
export function ofTheme(all, theme) {
  return theme === ALL ? all : all.filter(({ themes }) => /** @type {string[]} */ (themes).includes(theme));
}

/**
 * The puzzles of a part of the game.
 * @param {readonly Line[]} all
 * @param {string} time
 */
export function ofTime(all, time) {
  return time === ALL ? all : all.filter((line) => line.time === time);
}

/**
 * The next puzzle of what is chosen: one that was not tried, near the solver's rating; then they begin again.
 * @param {readonly Line[]} all
 * @param {string|null} now the puzzle that is open
 * @param {() => number} [chance]
 * @returns {Line|null}
 */
export function nextLine(all, now, chance = Math.random) {
  const { theme, time, tried, rating } = solver.peek();
  const others = ofTime(ofTheme(all, theme), time).filter(({ id }) => id !== now);
  const fresh = others.filter(({ id }) => !(id in tried));
  const near = nearest(fresh.length > 0 ? fresh : others, rating.rating).slice(0, NEAR);
  return near[Math.floor(chance() * near.length)] ?? null;
}

/**
 * Puzzles that are like one: of its themes and about as hard.
 * @param {readonly Line[]} all
 * @param {Line} one
 */
export function similarTo(all, one) {
  const shared = (/** @type {Line} */ { themes }) => themes.filter((theme) => one.themes.includes(theme)).length;
  const others = all.filter((line) => line.id !== one.id && shared(line) > 0);
  return nearest(others, one.rating)
    .sort((first, second) => shared(second) - shared(first))
    .slice(0, SIMILAR);
}

/**
 * Puzzles by how near they are to a rating.
 * @param {readonly Line[]} some
 * @param {number} rating
 */
function nearest(some, rating) {
  return [...some].sort((one, other) => Math.abs(one.rating - rating) - Math.abs(other.rating - rating));
}
