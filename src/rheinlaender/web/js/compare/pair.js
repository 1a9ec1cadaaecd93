/** Two games of the same deal, laid beside each other. */

import { nameOf } from '../today/told.js';
import { t } from '../words.js';

/** @typedef {import('../protocol.js').DayBody} Day */
/** @typedef {import('../protocol.js').DayResult} Result */
/** @typedef {import('../protocol.js').DayStep} Step */
/** @typedef {{game: string, words: string, result: Result, isArchbishop: boolean}} Choice a game to look at */
/** @typedef {{hand: 'left'|'right', choice: Choice, levels: Day['levels'], steps: Step[]}} Side */
/** @typedef {{left: string, right: string, turn: number}} Wish which games, and at which turn */

/** Where whoever plays the deal of the day sits. */
export const OWN_SEAT = 'a';
/** The turn that links do not name. */
const OPENING = 0;

/**
 * The games that may be looked at, the best first.
 * @param {Day} day
 * @returns {Choice[]}
 */
export function choicesOf({ results, archbishop }) {
  const people = results.map((one) => ({ ...choiceOf(one), words: nameOf(one), isArchbishop: false }));
  const computer = archbishop ? [{ ...choiceOf(archbishop), words: t('level.archbishop'), isArchbishop: true }] : [];
  return [...computer, ...people].filter(({ game }) => game).sort((one, other) => other.result.lead - one.result.lead);
}

/** @param {Result} result */
function choiceOf(result) {
  return { game: result.game ?? '', result };
}

/**
 * Which games lie beside each other: those of a link where there are such, else one's own and the Archbishop's.
 * @param {Choice[]} choices
 * @param {string} hash
 * @returns {Wish}
 */
export function wishOf(choices, hash) {
  const [left = '', right = '', turn = ''] = hash.split('.');
  const known = (/** @type {string} */ game) => choices.find((one) => one.game === game)?.game;
  const first = known(left) ?? (choices.find(({ result }) => result.is_you) ?? choices[0]).game;
  const others = choices.filter(({ game }) => game !== first);
  const usual = others.find(({ isArchbishop }) => isArchbishop) ?? others[0] ?? choices[0];
  return { left: first, right: known(right) ?? usual.game, turn: /^\d+$/.test(turn) ? Number(turn) : OPENING };
}

/**
 * A wish as the address keeps it.
 * @param {Wish} wish
 */
export function hashOf({ left, right, turn }) {
  return [left, right, turn].join('.');
}

/**
 * The first turn in which two games differ; null where they are the same to the end.
 * @param {Step[]} left
 * @param {Step[]} right
 */
export function partedAt(left, right) {
  const turns = Math.max(left.length, right.length);
  for (let turn = 1; turn < turns; turn += 1) if (!isSame(left[turn], right[turn])) return turn;
  return null;
}

/**
 * Whether the same was played in a turn.
 * @param {Step|undefined} one
 * @param {Step|undefined} other
 */
export function isSame(one, other) {
  return one?.entry?.moves.join(' ') === other?.entry?.moves.join(' ');
}

/**
 * The turns of the seat that everybody plays, in either game.
 * @param {Step[]} left
 * @param {Step[]} right
 */
export function ownTurns(left, right) {
  const longer = left.length < right.length ? right : left;
  return longer.flatMap(({ entry }, turn) => (entry?.seat === OWN_SEAT ? [turn] : []));
}
