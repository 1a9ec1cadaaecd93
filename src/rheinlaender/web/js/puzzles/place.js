/** The board of a puzzle, the marks on it, and its grid. */

import { Board } from '../board/board.js';
import { places } from '../board/places.js';
import { describe } from '../game/describe.js';
import { fieldWords } from '../game/fields.js';
import { FieldGrid } from '../game/grid.js';
import { html } from '../lib.js';
import { motion } from '../settings.js';
import { t } from '../words.js';

/** @typedef {import('./solving.js').Solving} Solving */
/** @typedef {import('../types.js').Names} Names */
/** @typedef {import('../board/places.js').Places} Places */

/** So many targets glow less each. */
const MANY = 12;

/** @param {{solving: Solving, names: Names, next: () => void}} properties */
export function PuzzleBoard({ solving, names, next }) {
  const board = places.value;
  const view = solving.view.value;
  return html`<div class="lesson-board" data-whole="true" data-stage=${solving.stage.value}
    data-many=${solving.targets.value.size > MANY}>
    <div class="lesson-frame" data-cropped="false">
      <${Board} view=${view} names=${names} marks=${marksOf(solving)} cursor=${solving.cursor.value}
        animate=${motion()} label=${describe(view, names, new Set(Object.keys(board?.sites ?? {})))}
        onField=${(/** @type {string} */ field) => solving.touchField(field)} />
    </div>
    ${board && html`<${PuzzleGrid} solving=${solving} names=${names} places=${board} next=${next} />`}
  </div>`;
}

/** @param {Solving} solving */
function marksOf(solving) {
  const decided = solving.decided.value?.field ?? null;
  const card = solving.stage.value === 'asked' && !decided ? solving.card.value : null;
  return {
    targets: solving.targets.value,
    regions: new Set(card === null ? [] : [card]),
    chosen: solving.stage.value === 'solved' ? null : decided,
    last: new Set(solving.view.value.last?.fields ?? []),
  };
}

/** @param {{solving: Solving, names: Names, places: Places, next: () => void}} properties */
function PuzzleGrid({ solving, names, places: board, next }) {
  const seen = { view: solving.view.value, names, places: board };
  const touch = (/** @type {string} */ field) =>
    solving.stage.peek() === 'solved' ? next() : solving.touchField(field);
  return html`<${FieldGrid} places=${board} regions=${Object.keys(board.regions).map(Number)} cursor=${solving.cursor}
    selected=${solving.decided.value?.field ?? null} onTouch=${touch}
    wordsOf=${(/** @type {number} */ region, /** @type {string} */ bank, /** @type {string} */ field) =>
      fieldWords(seen, region, bank, field, targetWords(solving, field))} />`;
}

/**
 * @param {Solving} solving
 * @param {string} field
 */
function targetWords(solving, field) {
  if (solving.decided.value?.field === field) return t('table.cell.planned');
  if (!solving.targets.value.has(field)) return '';
  return solving.isBastionPuzzle ? t('table.cell.can_bastion') : t('table.cell.target', { card: solving.card.value });
}
