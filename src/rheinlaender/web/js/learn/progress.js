/** How far somebody has come in the lessons, by the names of lessons and steps; kept in this browser. */

import { signal } from '../lib.js';
import { keep, readKept } from '../settings.js';

/** @typedef {{done: string[], at: string|null}} Progress `at` is the step that was open last */

const NAME = 'learn';
const NOTHING = Object.freeze({ done: [], at: null });

/** @type {import('../lib.js').Signal<Record<string, Progress>>} */
const progress = signal(readKept(NAME, {}));

/**
 * The progress in a lesson.
 * @param {string} lesson
 * @returns {Progress}
 */
export function progressOf(lesson) {
  return progress.value[lesson] ?? NOTHING;
}

/**
 * Whether all steps of a lesson have been done.
 * @param {{name: string, steps: number}} lesson
 */
export function isFinished({ name, steps }) {
  return progressOf(name).done.length >= steps;
}

/**
 * Note that a step was done.
 * @param {string} lesson
 * @param {string} step
 */
export function noteDone(lesson, step) {
  const { done, at } = progress.peek()[lesson] ?? NOTHING;
  if (!done.includes(step)) note(lesson, { done: [...done, step], at });
}

/**
 * Note which step is open.
 * @param {string} lesson
 * @param {string|null} step
 */
export function noteOpen(lesson, step) {
  const { done, at } = progress.peek()[lesson] ?? NOTHING;
  if (at !== step) note(lesson, { done, at: step });
}

/** Forget everything. */
export function forgetProgress() {
  progress.value = {};
  keep(NAME, {});
}

/**
 * @param {string} lesson
 * @param {Progress} now
 */
function note(lesson, now) {
  progress.value = { ...progress.peek(), [lesson]: now };
  keep(NAME, progress.peek());
}
