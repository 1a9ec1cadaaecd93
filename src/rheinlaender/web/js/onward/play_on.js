/** Playing on from a place of a game that was played: who plays, and what becomes of the cards that nobody saw. */

import { Refused, ask } from '../api.js';
import { Choice, Dialog } from '../dialog.js';
import { nameOf } from '../game/views.js';
import { html, useSignal } from '../lib.js';
import { notify } from '../notice.js';
import { LEVELS, nameToUse, openTable, rankedLevel, usual } from '../open.js';
import { refusalWords, t } from '../words.js';

/** @typedef {import('../protocol.js').SeatWish} SeatWish */
/** @typedef {import('../protocol.js').SeatLetter} Seat */
/** @typedef {import('../protocol.js').Level} Level */
/** @typedef {import('../protocol.js').WishedBeginning} Beginning */
/** @typedef {import('../types.js').Names} Names */
/** @typedef {{table: string|null, text: string|null, secret: string|null}} Source a table, or the text of a record */
/** @typedef {{turn: number, seats: Seat[], toMove: Seat}} Place how many turns were finished, and who was to move */
/** @typedef {{seat: Seat|'all', isDealt: boolean, level: Level, hints: boolean}} Wish */

const ALL = 'all';
const EVERYTHING = '*';

/**
 * The button, and what it asks for.
 * @param {{source: Source, place: Place, names: Names, own: string}} properties
 */
export function PlayOn({ source, place, names, own }) {
  const isAsking = useSignal(false);
  return html`<button type="button" class="button" data-action="play-on"
      onClick=${() => {
        isAsking.value = true;
      }}>${t('what_if.play_on')}</button>
    ${
      isAsking.value &&
      html`<${Asking} source=${source} place=${place} names=${names} own=${own}
        onClose=${() => {
          isAsking.value = false;
        }} />`
    }`;
}

/** @param {{source: Source, place: Place, names: Names, own: string, onClose: () => void}} properties */
function Asking({ source, place, names, own, onClose }) {
  const wish = useSignal(/** @type {Wish} */ ({ ...firstWish(place, own) }));
  const isOpening = useSignal(false);
  /** @param {Partial<Wish>} part */
  const change = (part) => {
    wish.value = { ...wish.value, ...part };
  };
  /** @param {Event} event */
  const open = async (event) => {
    event.preventDefault();
    isOpening.value = true;
    if (!(await playOn(source, place, wish.peek()))) isOpening.value = false;
  };
  return html`<${Dialog} name="play-on" title=${t('what_if.play_on')} onClose=${onClose}>
    <form class="new-table" onSubmit=${open}>
      <p class="soft">${place.turn ? t('what_if.about', { turn: place.turn }) : t('what_if.about_deal')}</p>
      <${Choice} name="play-as" label=${t('what_if.you_are')} value=${wish.value.seat}
        onChange=${(/** @type {Wish['seat']} */ seat) => change({ seat })} options=${seatOptions(place, names)} />
      <${Choice} name="unseen" label=${t('what_if.unseen')} value=${wish.value.isDealt}
        onChange=${(/** @type {boolean} */ isDealt) => change({ isDealt })} options=${[
          { value: true, label: t('what_if.dealt_anew') },
          { value: false, label: t('what_if.as_it_was') },
        ]} />
      <p class="small soft">${t(wish.value.isDealt ? 'what_if.dealt_anew_about' : 'what_if.as_it_was_about')}</p>
      ${wish.value.seat !== ALL && html`<${Levels} wish=${wish.value} change=${change} />`}
      <label class="check"><input type="checkbox" data-pick="hints" checked=${wish.value.hints}
        onChange=${(/** @type {any} */ event) => change({ hints: event.currentTarget.checked })} />
        <span>${t('what_if.hints')}</span></label>
      <p class="actions end">
        <button type="button" class="button quiet" onClick=${onClose}>${t('home.cancel')}</button>
        <button class="button primary" data-action="play-on-now" disabled=${isOpening.value}
          aria-busy=${isOpening.value}>${t('what_if.play_on')}</button></p>
    </form>
  <//>`;
}

/** @param {{wish: Wish, change: (part: Partial<Wish>) => void}} properties */
function Levels({ wish, change }) {
  return html`<label class="field"><span>${t('what_if.opponents')}</span>
    <select data-pick="level" value=${wish.level}
      onChange=${(/** @type {any} */ event) => change({ level: event.currentTarget.value })}>
      ${LEVELS.map((level) => html`<option key=${level} value=${level}>${rankedLevel(level)}</option>`)}
    </select></label>`;
}

/**
 * One's own seat, or the one to move.
 * @param {Place} place
 * @param {string} own
 * @returns {Wish}
 */
function firstWish({ toMove }, own) {
  const seat = /** @type {Seat|undefined} */ (own.length === 1 ? own : undefined) ?? toMove;
  return { seat, isDealt: true, level: 'knight', hints: true };
}

/**
 * @param {Place} place
 * @param {Names} names
 * @returns {{value: Wish['seat'], label: string}[]}
 */
function seatOptions({ seats }, names) {
  return [
    ...seats.map((seat) => ({ value: seat, label: nameOf(names, seat) })),
    { value: ALL, label: t('what_if.all') },
  ];
}

/**
 * Open the table; whether it is there.
 * @param {Source} source
 * @param {Place} place
 * @param {Wish} wish
 * @returns {Promise<boolean>}
 */
async function playOn(source, place, wish) {
  try {
    const beginning = await beginningOf(source, place, wish);
    const seats = place.seats.map((seat) => seatWish(seat, wish));
    return await openTable({ ...usual(), hints: wish.hints, seats, beginning }, source.secret);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    notify(refusalWords(error.refusal), 'bad');
    return false;
  }
}

/**
 * Where the game begins: as whoever plays could know, or as it was.
 * @param {Source} source
 * @param {Place} place
 * @param {Wish} wish
 * @returns {Promise<Beginning>}
 */
async function beginningOf({ table, text }, { turn, toMove }, { seat, isDealt }) {
  const knowing = seat === ALL ? toMove : seat;
  const seen = isDealt ? knowing : EVERYTHING;
  if (table) return { of: 'table', table, turn, seen };
  const path = `/api/position?turn=${turn}&seat=${encodeURIComponent(seen)}`;
  const position = await ask('POST', path, { body: text ?? '', text: true });
  return { of: 'position', position: position.trim() };
}

/**
 * @param {Seat} seat
 * @param {Wish} wish
 * @returns {SeatWish}
 */
function seatWish(seat, wish) {
  if (wish.seat === seat) return { kind: 'person', name: nameToUse() };
  if (wish.seat !== ALL) return { kind: 'bot', level: wish.level };
  return { kind: 'person', name: '' };
}
