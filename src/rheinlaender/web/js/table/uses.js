/** What can be done with a card, in words. */
import { eitherOf, told } from '../game/told.js';
import { nameOf } from '../game/views.js';

/** @typedef {import('../protocol.js').LegalMove} Move */
/** @typedef {import('./scene.js').Scene} Scene */

/** The event that each kind of move brings about. */
const EVENTS = {
  settle: 'knight_settled',
  reinforce: 'knight_reinforced',
  convert: 'knight_converted',
  change: 'card_changed',
  bastion: 'bastion_placed',
  none: 'bastion_placed',
};

/**
 * The events of some moves, each once: whoever asks why a move is allowed asks about these.
 * @param {(Move|null|undefined)[]} moves
 */
export function eventsOf(moves) {
  return [...new Set(moves.flatMap((move) => (move ? [EVENTS[move.kind]] : [])))];
}

/**
 * What a card can do now: settle where, reinforce how many fields, convert whom.
 * @param {Scene} scene
 * @param {number} card
 */
export function useWords(scene, card) {
  const moves = scene.turn.legal.value.filter((move) => move.card === card);
  const uses = [
    settleWords(ofKind(moves, 'settle')),
    reinforceWords(ofKind(moves, 'reinforce')),
    ...convertWords(scene, ofKind(moves, 'convert')),
  ].filter((use) => use.length > 0);
  return told('table.use.card', { card, uses: uses.map((use, place) => (place > 0 ? ['; ', use] : use)) });
}

/**
 * @param {Move[]} moves
 * @param {Move['kind']} kind
 */
function ofKind(moves, kind) {
  return moves.filter((move) => move.kind === kind);
}

/** @param {Move[]} moves */
function settleWords(moves) {
  const fields = moves.map((move) => move.field ?? '');
  return fields.length > 0 ? told('table.use.settle', { fields: eitherOf(fields) }) : [];
}

/** @param {Move[]} moves */
function reinforceWords(moves) {
  const count = moves.length;
  if (count === 0) return [];
  return count === 1
    ? told('table.use.reinforce_one', { field: moves[0].field })
    : told('table.use.reinforce', { count });
}

/**
 * @param {Scene} scene
 * @param {Move[]} moves
 */
function convertWords({ names, newest }, moves) {
  return moves.map(({ field }) =>
    told('table.use.convert', { field, name: nameOf(names.value, newest.value?.knights[field ?? '']) }),
  );
}
