/** Ready-made words: which are offered after what has just happened. They are sent as keys. */
import { isLoss, turnOf } from '../game/happenings.js';

/** @typedef {import('../protocol.js').Reaction} Reaction */
/** @typedef {import('../protocol.js').TurnEntry} TurnEntry */

/** The words of each. @type {Record<Reaction, string>} */
export const WORDS = {
  hello: 'company.say.hello',
  good_luck: 'company.say.good_luck',
  a_moment: 'company.say.a_moment',
  take_your_time: 'company.say.take_your_time',
  well_played: 'company.say.well_played',
  bold: 'company.say.bold',
  lucky: 'company.say.lucky',
  ouch: 'company.say.ouch',
  revenge: 'company.say.revenge',
  phew: 'company.say.phew',
  sorry: 'company.say.sorry',
  laugh: 'company.say.laugh',
  exciting: 'company.say.exciting',
  thanks: 'company.say.thanks',
  good_game: 'company.say.good_game',
  congratulations: 'company.say.congratulations',
  again: 'company.say.again',
};

/** Those that are about the turn that was played last. @type {Set<Reaction>} */
const ABOUT_A_TURN = new Set(['well_played', 'bold', 'lucky', 'ouch', 'revenge', 'phew', 'sorry', 'laugh']);
/** What is worth a word when somebody does it. */
const FEATS = ['duke_deposed', 'duke_installed', 'duchy_merged', 'knight_converted', 'archbishop_named'];

/**
 * What is offered: at the start, in the game after the last turn, and at the end.
 * @param {string} stage
 * @param {TurnEntry|null} last
 * @param {string} own the own seats; none for a watcher
 * @returns {Reaction[]}
 */
export function offered(stage, last, own) {
  if (stage === 'over') return ['good_game', 'congratulations', 'thanks', 'again'];
  if (stage === 'waiting') return ['hello', 'good_luck', 'a_moment', 'take_your_time'];
  if (!last) return ['hello', 'good_luck', 'exciting', 'a_moment'];
  const events = last.events;
  if (own.includes(last.seat)) {
    const others = [...'abcde'].filter((seat) => !own.includes(seat)).join('');
    const hasHurt = events.some((event) => isLoss(event, others));
    return [hasHurt ? 'sorry' : 'phew', 'exciting', 'laugh', 'take_your_time'];
  }
  if (own && events.some((event) => isLoss(event, own))) return ['ouch', 'revenge', 'well_played', 'a_moment'];
  const isFeat = events.some(({ name }) => FEATS.includes(name));
  return isFeat ? ['well_played', 'bold', 'exciting', 'a_moment'] : ['well_played', 'lucky', 'laugh', 'a_moment'];
}

/**
 * The turn that a reaction is about; null where it is about none.
 * @param {Reaction} reaction
 * @param {TurnEntry|null} last
 */
export function aboutOf(reaction, last) {
  return last && ABOUT_A_TURN.has(reaction) ? last.turn : null;
}

/**
 * The turn that was played last, as far as this browser knows.
 * @param {import('../protocol.js').Frame[]} frames
 * @returns {TurnEntry|null}
 */
export function lastTurn(frames) {
  for (let place = frames.length - 1; place >= 0; place -= 1) {
    const turn = turnOf(frames[place]?.entry);
    if (turn) return turn;
  }
  return null;
}
