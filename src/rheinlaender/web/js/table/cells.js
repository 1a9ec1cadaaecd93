/** Fields in words, for the grid and for those who listen to the board. */
import { t } from '../words.js';
import { duchyAt, nameOf } from './scene.js';

/** @typedef {import('./scene.js').Scene} Scene */
/** @typedef {import('../types.js').View} View */

/** The banks in their order, as in regions. */
export const BANKS = /** @type {const} */ (['L', 'W', 'R']);

/**
 * The name of a bank.
 * @param {string} bank
 */
export function bankWords(bank) {
  return { L: t('table.bank_left'), W: t('table.bank_river'), R: t('table.bank_right') }[bank] ?? bank;
}

/**
 * Everything about a field in one sentence.
 * @param {Scene} scene
 * @param {number} region
 * @param {string} bank
 * @param {string} field
 * @param {Map<string, string>} targets
 */
export function cellWords(scene, region, bank, field, targets) {
  const view = scene.view.value;
  if (!view) return field;
  const alias = `${bank}${region}` === field ? '' : t('table.cell.also', { field: `${bank}${region}` });
  const parts = [pieceWords(scene, view, field), duchyWords(scene, view, field),
    siteWords(scene, view, field), targetWords(scene, field, targets)];
  return `${[`${field}, ${bankWords(bank)}`, alias].filter(Boolean).join(', ')}: ${parts.filter(Boolean).join('; ')}`;
}

/**
 * @param {Scene} scene
 * @param {View} view
 * @param {string} field
 */
function pieceWords(scene, view, field) {
  const seat = view.knights[field];
  if (seat) return t('table.cell.knight', { name: nameOf(scene.names.value, seat) });
  return view.bastions.includes(field) ? t('table.cell.bastion') : t('table.cell.free');
}

/**
 * @param {Scene} scene
 * @param {View} view
 * @param {string} field
 */
function duchyWords(scene, view, field) {
  const duchy = duchyAt(view, field);
  if (!duchy) return '';
  if (!duchy.duke) return t('table.cell.duchy_of_nobody', { worth: duchy.worth });
  return t('table.cell.duchy', { name: nameOf(scene.names.value, duchy.duke), worth: duchy.worth });
}

/**
 * @param {Scene} scene
 * @param {View} view
 * @param {string} field
 */
function siteWords(scene, view, field) {
  const sites = scene.places.value?.fields[field]?.sites ?? [];
  return sites.filter((site) => view.landmarks[site]).map((site) => {
    const landmark = t('drawing.landmark', { landmark: t(`landmark.${view.landmarks[site]}`), site });
    const garrison = view.garrisons[site];
    return garrison ? `${landmark}, ${t('table.cell.garrison', { name: nameOf(scene.names.value, garrison) })}` : landmark;
  }).join(', ');
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
