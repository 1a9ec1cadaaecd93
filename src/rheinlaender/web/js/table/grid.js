/** The grid of the table. */
import { FieldGrid } from '../game/grid.js';
import { html } from '../lib.js';
import { cellWords } from './cells.js';
import { targetsOf } from './marks.js';
import { touchField } from './touch.js';

/** @typedef {import('./scene.js').Scene} Scene */
/** @typedef {import('../game/grid.js').FieldWords} FieldWords */

/**
 * The grid of the table.
 * @param {{scene: Scene}} properties
 */
export function Grid({ scene }) {
  const places = scene.places.value;
  if (!places) return null;
  const targets = targetsOf(scene);
  return html`<${FieldGrid} places=${places} regions=${Object.keys(places.regions).map(Number)} cursor=${scene.cursor}
    selected=${scene.turn.planned.value?.field ?? null}
    onTouch=${(/** @type {string} */ field) => touchField(scene, field)}
    wordsOf=${/** @type {FieldWords} */ ((region, bank, field) => cellWords(scene, region, bank, field, targets))} />`;
}
