/** The grid of the table. */
import { fieldWords } from '../game/fields.js';
import { FieldGrid } from '../game/grid.js';
import { html } from '../lib.js';
import { t } from '../words.js';
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

/**
 * Everything about a field in one sentence, with what can be done there now.
 * @param {Scene} scene
 * @param {number} region
 * @param {string} bank
 * @param {string} field
 * @param {Map<string, string>} targets
 */
function cellWords(scene, region, bank, field, targets) {
  const { view, names, places } = scene;
  if (!view.value) return field;
  return fieldWords(
    { view: view.value, names: names.value, places: places.value },
    region,
    bank,
    field,
    targetWords(scene, field, targets),
  );
}

/**
 * @param {Scene} scene
 * @param {string} field
 * @param {Map<string, string>} targets
 */
function targetWords(scene, field, targets) {
  const { turn } = scene;
  if (!scene.isPlanning.value) return '';
  if (turn.bastionField.value === field) return t('table.cell.planned_bastion');
  if (turn.planned.value?.field === field) return t('table.cell.planned');
  const kind = targets.get(field);
  if (kind === 'bastion') return t('table.cell.can_bastion');
  if (kind && turn.card.value !== null) return t('table.cell.target', { card: turn.card.value });
  if (turn.card.value !== null || turn.isBastion.value) return '';
  const cards = turn.legal.value.filter((move) => move.field === field).map((move) => move.card);
  return cards.length > 0 ? t('table.cell.cards', { cards: cards.join(', ') }) : '';
}
