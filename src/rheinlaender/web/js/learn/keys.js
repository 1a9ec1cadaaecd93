/** The keys of a lesson; they are those of the table, and N leads on. */

import { useKeys } from '../clauses/keys.js';

/** @typedef {import('./course.js').Course} Course */

/** @type {Record<string, (course: Course) => void>} */
const KEYS = {
  h: ({ step }) => step.peek()?.askHint(),
  n: (course) => course.next(),
  p: (course) => course.previous(),
  r: (course) => course.again(),
  b: ({ step }) => step.peek()?.toggleBastion(),
  e: ({ step }) => step.peek()?.buildNothing(),
  s: ({ step }) => {
    if (step.peek()?.hasSolution.peek()) step.peek()?.solve();
  },
  g: () => focusGrid(),
  ArrowLeft: () => focusGrid(),
  ArrowRight: () => focusGrid(),
  ArrowUp: () => focusGrid(),
  ArrowDown: () => focusGrid(),
  Enter: (course) => goOn(course),
  Escape: ({ step }) => {
    step.peek()?.takeBack();
  },
  Backspace: ({ step }) => {
    step.peek()?.takeBack();
  },
};

/** Gives the focus to the grid of the board. */
export function focusGrid() {
  /** @type {HTMLElement|null} */ (document.querySelector('[data-grid] [tabindex="0"]'))?.focus();
}

/** @param {Course} course */
function goOn(course) {
  const step = course.step.peek();
  const stage = step?.stage.peek();
  if (!step || stage === 'right') course.next();
  else if (stage === 'wrong') step?.clear();
  else if (stage === 'shown') step?.skipShown();
}

/**
 * Listens to the keys while a lesson is shown.
 * @param {Course} course
 */
export function useLessonKeys(course) {
  useKeys(course, keyOf);
}

/**
 * @param {Course} _
 * @param {KeyboardEvent} event
 * @returns {((course: Course) => void)|undefined}
 */
function keyOf(_, event) {
  if (isElsewhere(event)) return undefined;
  const { key } = event;
  if (/^[1-9]$/.test(key)) return ({ step }) => chooseByPlace(step.peek(), Number(key) - 1);
  return KEYS[key.length === 1 ? key.toLowerCase() : key];
}

/**
 * @param {import('./step.js').Step|null} step
 * @param {number} place
 */
function chooseByPlace(step, place) {
  const card = step?.hand[place];
  if (card !== undefined) step?.chooseCard(card);
}

/**
 * Whether a key belongs to something else: the browser, a text, a choice, or a button that Enter presses.
 * @param {KeyboardEvent} event
 */
export function isElsewhere(event) {
  const target = /** @type {HTMLElement} */ (event.target);
  if (event.ctrlKey || event.metaKey || event.altKey) return true;
  if (target.closest('input, textarea, select, [contenteditable], [role="dialog"]')) return true;
  return event.key === 'Enter' && target.closest('button, a, summary') !== null;
}
