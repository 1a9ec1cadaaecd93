/** The keys of the table: the whole game can be played with them. */

import { useKeys } from '../clauses/keys.js';
import { askHint } from './hint.js';
import { pointedDuchy } from './scene.js';
import { touchCard } from './touch.js';

/** @typedef {import('./scene.js').Scene} Scene */

/**
 * What each key does. Keys in the grid and in fields of text are theirs. Enter presses what has the focus and no more:
 * a turn that is ended cannot be taken back, so it has a key of its own.
 * @type {Record<string, (scene: Scene) => void>}
 */
const KEYS = {
  b: (scene) => scene.turn.toggleBastion(),
  e: (scene) => {
    scene.turn.end();
  },
  h: (scene) => {
    if (scene.table.peek()?.hints) askHint(scene);
  },
  l: (scene) => focusOn(scene, '.log ol', 'log'),
  s: (scene) => focusOn(scene, '.side .seat-name', 'seats'),
  g: (scene) => focusOn(scene, '[data-grid] [tabindex="0"]', null),
  '[': (scene) => scene.story.move(-1),
  ']': (scene) => scene.story.move(1),
  w: (scene) => askAboutDuchy(scene),
  '?': (scene) => {
    scene.overlay.value = 'help';
  },
  Backspace: (scene) => takeBack(scene),
  Escape: (scene) => takeBack(scene),
};

/** @param {Scene} scene */
function takeBack(scene) {
  if (scene.sheet.peek()) scene.sheet.value = null;
  else if (scene.pinned.peek()) scene.pinned.value = null;
  else if (scene.story.isTelling.peek() || scene.story.isPast.peek() || scene.story.recap.peek().length > 0)
    scene.story.skip();
  else if (!scene.turn.takeBack()) scene.hint.value = null;
}

/**
 * Lets the card of the duchy at the cursor stay, and goes to its first question.
 * @param {Scene} scene
 */
function askAboutDuchy(scene) {
  const duchy = pointedDuchy(scene);
  if (!duchy) return;
  scene.pinned.value = duchy.name;
  requestAnimationFrame(() => focusOn(scene, '.duchy-card .why', null));
}

/**
 * Gives the focus to a part of the page.
 * @param {Scene} scene
 * @param {string} selector
 * @param {'log'|'seats'|null} sheet
 */
function focusOn(scene, selector, sheet) {
  const focus = () => /** @type {HTMLElement|null} */ (document.querySelector(selector))?.focus();
  if (!scene.isNarrow.peek() || !sheet) return focus();
  scene.sheet.value = sheet;
  requestAnimationFrame(focus);
}

/**
 * Listens to the keys while the table is shown.
 * @param {Scene} scene
 */
export function useTableKeys(scene) {
  useKeys(scene, keyOf);
}

/**
 * @param {Scene} scene
 * @param {KeyboardEvent} event
 * @returns {((scene: Scene) => void)|undefined}
 */
function keyOf(scene, event) {
  if (isElsewhere(scene, event)) return undefined;
  if (event.key === '[' || event.key === ']') return KEYS[event.key];
  if (event.ctrlKey || event.metaKey) return event.key === 'Enter' ? KEYS.e : undefined;
  if (event.altKey) return undefined;
  if (/^[1-9]$/.test(event.key)) return () => chooseByPlace(scene, Number(event.key) - 1);
  return KEYS[event.key.length === 1 ? event.key.toLowerCase() : event.key];
}

/**
 * @param {Scene} scene
 * @param {number} place
 */
function chooseByPlace(scene, place) {
  const card = scene.newest.peek()?.hand[place];
  if (card !== undefined && scene.isMine.peek() && !scene.isCovered.peek()) touchCard(scene, card);
}

/**
 * Whether a key belongs to something else: what lies over the table, or a field of text.
 * @param {Scene} scene
 * @param {KeyboardEvent} event
 */
function isElsewhere(scene, event) {
  const target = /** @type {HTMLElement} */ (event.target);
  return scene.overlay.peek() !== null || target.closest('input, textarea, select, [contenteditable]') !== null;
}
