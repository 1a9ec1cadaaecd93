/** What is marked on the board, by what is going on at the table. */
import { computed } from '../lib.js';
import { fieldsOf } from '../game/happenings.js';
import { pointedDuchy } from './scene.js';

/** @typedef {import('./scene.js').Scene} Scene */

/**
 * The marks of the board as a signal.
 * @param {Scene} scene
 */
export function marksOf(scene) {
  return computed(() => ({
    ...turnMarks(scene),
    last: lastFields(scene),
    duchy: pointedDuchy(scene)?.name ?? null,
  }));
}

/**
 * The view for the board: planned pieces are left to their ghosts.
 * @param {Scene} scene
 */
export function drawnView(scene) {
  return computed(() => {
    const view = scene.view.value;
    const ghosts = ghostsOf(scene);
    if (!view || ghosts.length === 0) return view;
    const planned = ghosts.map((ghost) => ghost.field);
    const knights = Object.fromEntries(Object.entries(view.knights).filter(([field]) => !planned.includes(field)));
    return { ...view, knights, bastions: view.bastions.filter((field) => !planned.includes(field)) };
  });
}

/** @param {Scene} scene */
function turnMarks(scene) {
  const { turn } = scene;
  if (!scene.isPlanning.value) return { targets: new Set(), regions: new Set(), chosen: null, ghosts: [], dim: false };
  const targets = targetsOf(scene);
  return {
    targets: new Set(targets.keys()),
    regions: new Set(turn.card.value !== null && !turn.isBastion.value ? [turn.card.value] : []),
    chosen: turn.field.value ?? turn.planned.value?.field ?? null,
    ghosts: ghostsOf(scene),
    dim: turn.card.value !== null && turn.plan.value.length === 0,
  };
}

/**
 * The fields that glow, with the kind of the move that reaches them.
 * @param {Scene} scene
 * @returns {Map<string, string>}
 */
export function targetsOf(scene) {
  const { turn } = scene;
  if (turn.isBastion.value) return bastionTargets(turn);
  const targets = new Map();
  for (const move of turn.legal.value) {
    if (move.field && move.move !== turn.planned.value?.move && isLit(scene, move)) targets.set(move.field, move.kind);
  }
  return targets;
}

/** @param {import('./turn.js').Turn} turn */
function bastionTargets({ buildable, bastionField }) {
  const fields = [...buildable.value].filter((field) => field !== bastionField.value);
  return new Map(fields.map((field) => [field, 'bastion']));
}

/**
 * Whether a move's field glows: the chosen card reaches it, or without a card the hint names it.
 * @param {Scene} scene
 * @param {import('../protocol.js').LegalMove} move
 */
function isLit({ turn, hint, newest }, move) {
  if (turn.card.value !== null) return move.card === turn.card.value;
  return hint.value?.move === move.move && hint.value.turn === newest.value?.turn;
}

/**
 * @param {Scene} scene
 * @returns {{field: string, seat: import('../protocol.js').SeatLetter, kind: 'knight'|'bastion'}[]}
 */
function ghostsOf({ turn, newest, isPlanning }) {
  const seat = newest.value?.seat;
  if (!seat || !isPlanning.value) return [];
  const knight = turn.planned.value?.field;
  const bastion = turn.bastionField.value;
  return [
    ...(knight ? [{ field: knight, seat, kind: /** @type {const} */ ('knight') }] : []),
    ...(bastion ? [{ field: bastion, seat, kind: /** @type {const} */ ('bastion') }] : []),
  ];
}

/** @param {Scene} scene */
function lastFields(scene) {
  if (scene.recalled.value.length > 0) return new Set(scene.recalled.value);
  const told = scene.story.told.value;
  if (told) return new Set(fieldsOf(told.entry));
  if (scene.isPlanning.value && scene.turn.plan.value.length > 0) return new Set();
  return new Set(scene.view.value?.last?.fields ?? []);
}
