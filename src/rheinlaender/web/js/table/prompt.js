/** What is to be done now, in words. */
import { told } from '../game/told.js';
import { t } from '../words.js';
import { targetsOf } from './marks.js';
import { nameOf } from '../game/views.js';
import { eventsOf, useWords } from './uses.js';

/** @typedef {import('./scene.js').Scene} Scene */

/**
 * What is to be done now; the places that it names are words that light them.
 * @param {Scene} scene
 */
export function promptOf(scene) {
  const { turn, story } = scene;
  const view = scene.newest.value;
  if (!view) return '';
  if (story.isPast.value) return t('table.prompt.past');
  if (!scene.isCalled.value) return t('table.prompt.other', { name: nameOf(scene.names.value, moverOf(scene)) });
  if (turn.isSending.value) return t('table.prompt.sending');
  if (turn.plan.value.length > 0) return plannedPrompt(scene);
  if (turn.isChange.value) return t('table.prompt.change');
  if (turn.field.value) return told('table.prompt.cards', { field: turn.field.value });
  if (turn.card.value === null) return t('table.prompt.choose');
  if (targetsOf(scene).size === 0) return told('table.prompt.no_target', { card: turn.card.value });
  return useWords(scene, turn.card.value);
}

/**
 * Whose turn it is as far as the story has been told.
 * @param {Scene} scene
 */
export function moverOf({ story, newest }) {
  const told = story.isTelling.value ? story.told.value?.entry.seat : null;
  return told ?? newest.value?.to_move;
}

/**
 * What one may ask about a plan: why its moves are allowed.
 * @param {Scene} scene
 */
export function plannedEvents({ turn }) {
  const events = eventsOf([turn.planned.value]);
  return turn.plan.value.length > 1 ? [...events, 'bastion_placed'] : events;
}

/**
 * What one may ask about the chosen card: why its uses are allowed.
 * @param {Scene} scene
 */
export function promptEvents({ turn, isCalled }) {
  if (!isCalled.value || turn.plan.value.length > 0) return [];
  return eventsOf(turn.legal.value.filter((move) => move.card === turn.card.value));
}

/** @param {Scene} scene */
function plannedPrompt({ turn }) {
  return t(isBastionSought(turn) ? 'table.prompt.bastion' : 'table.prompt.planned');
}

/**
 * Whether a field for the bastion is still to be touched.
 * @param {import('./turn.js').Turn} turn
 */
export function isBastionSought(turn) {
  return turn.isBastion.value && !turn.bastionField.value;
}
