/** Fields in words with what can be done there now, for the grid and for those who listen to the board. */
import { fieldWords } from '../game/fields.js';
import { t } from '../words.js';

/** @typedef {import('./scene.js').Scene} Scene */

/**
 * Everything about a field in one sentence, with what can be done there now.
 * @param {Scene} scene
 * @param {number} region
 * @param {string} bank
 * @param {string} field
 * @param {Map<string, string>} targets
 */
export function cellWords(scene, region, bank, field, targets) {
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
