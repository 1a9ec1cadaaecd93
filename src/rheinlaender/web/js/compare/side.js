/** One of two games: whose it is, its board, and what was done there in a turn. */

import { Board } from '../board/board.js';
import { places } from '../board/places.js';
import { siteNames, Listed } from '../game/told.js';
import { html } from '../lib.js';
import { TurnWords } from '../replay/turns.js';
import { motion } from '../settings.js';
import { namesOf, t } from '../words.js';
import { OWN_SEAT } from './pair.js';

/** @typedef {import('./pair.js').Side} Side */
/** @typedef {import('./pair.js').Choice} Choice */

/**
 * Whose game it is, to be chosen, and what they would have if it ended there.
 * @param {{side: Side, choices: Choice[], place: number, onChoose: (game: string) => void}} props
 */
export function SideHead({ side: { hand, choice }, choices, place, onChoose }) {
  const { line } = choice.result;
  return html`<div class="compare-whose" data-hand=${hand}>
    <span class="today-sample" data-line=${hand}></span>
    <label><span class="unseen">${hand === 'left' ? t('compare.one_game') : t('compare.other_game')}</span>
      <select data-pick=${hand} value=${choice.game}
        onChange=${(/** @type {any} */ event) => onChoose(event.currentTarget.value)}>
        ${choices.map(({ game, words }) => html`<option key=${game} value=${game}>${words}</option>`)}
      </select></label>
    <output class="lining" data-coins=${hand}>${t('table.coins', { count: line[within(place, line)] })}</output>
  </div>`;
}

/** @param {{side: Side, place: number}} props */
export function SideBoard({ side, place }) {
  const { view } = side.steps[within(place, side.steps)];
  return html`<div class="compare-board" data-hand=${side.hand}><${Board} view=${view} names=${namesOfSide(side)}
    animate=${motion()} label=${t('compare.board_of', { name: side.choice.words })}
    marks=${{ last: new Set(view.last?.fields ?? []) }} /></div>`;
}

/**
 * What was done in the turn that is shown.
 * @param {{side: Side, place: number, isLive: boolean}} props
 */
export function SideWords({ side, place, isLive }) {
  const last = side.steps.length - 1;
  return html`<${Listed.Provider} value=${true}><p class="compare-words" data-hand=${side.hand}
    aria-live=${isLive ? 'polite' : 'off'}>
    ${
      place === 0
        ? t('replay.opening')
        : place > last
          ? t('compare.over_before', { turn: last })
          : html`<${TurnWords} entry=${side.steps[place].entry} names=${namesOfSide(side)} />`
    }</p><//>`;
}

/**
 * What the seats are called: the one that everybody plays by its player, the others as at every table.
 * @param {Side} side
 */
export function namesOfSide({ choice, levels, steps }) {
  const { result, isArchbishop } = choice;
  const name = isArchbishop ? t('level.archbishop') : result.name || t('home.guest');
  const seats = steps[0].view.seats.map(({ seat }) => seat);
  const bots = seats.map((seat, place) => bot(seat, levels[place - 1]));
  return { ...namesOf(bots), [OWN_SEAT]: name, sites: siteNames(places.value) };
}

/**
 * @param {import('../protocol.js').SeatLetter} seat
 * @param {Side['levels'][number]} level
 * @returns {import('../protocol.js').TableSeat}
 */
function bot(seat, level) {
  return { seat, kind: 'bot', name: '', level };
}

/**
 * @param {number} place
 * @param {unknown[]} list
 */
function within(place, list) {
  return Math.min(place, list.length - 1);
}
