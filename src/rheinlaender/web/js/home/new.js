/** A new table: who sits there, and what is agreed. */

import { html, useEffect, useState } from '../lib.js';
import { Choice, Dialog } from '../dialog.js';
import { late } from '../late.js';
import { askForBots, botAbout, botOptions } from '../bots.js';
import { SEATS, Shield } from '../board/pieces.js';
import { t } from '../words.js';
import { Customs, Edition, PaceChoice, usualAgreement, writeOptions } from './agreements.js';
import { askForOptions } from '../options.js';
import { LONGEST_NAME, TABLE_SIZES, hasLobby, nameToUse, openTable, setMyName } from '../open.js';

const PublicCheck = late(async () => (await import('../lobby/publishing.js')).loadCheck());

/** @typedef {import('../protocol.js').SeatWish} SeatWish */
/** @typedef {'friends'|'pass'} Way */

/**
 * The dialog; `way` says what it begins with.
 * @param {{way: Way, onClose: () => void}} props
 */
export function NewTable({ way, onClose }) {
  const [size, setSize] = useState(way === 'pass' ? 3 : 4);
  const [seats, setSeats] = useState(() => firstSeats(way));
  const [agreement, setAgreement] = useState(() => usualAgreement(way));
  const [isPublic, setPublic] = useState(false);
  const [isOpening, setOpening] = useState(false);
  useEffect(() => void askForOptions(), []);
  useEffect(() => void askForBots().catch(() => {}), []);
  /** @param {Partial<import('./agreements.js').Agreement>} part */
  const change = (part) => setAgreement({ ...agreement, ...part });
  /** @param {number} count */
  const resize = (count) => {
    setSize(count);
    if (SEATS.indexOf(/** @type {any} */ (agreement.first)) >= count) change({ first: 'chance' });
  };
  const isWaiting = seats.slice(0, size).some((seat) => seat.kind === 'open');
  /** @param {Event} event */
  const open = async (event) => {
    event.preventDefault();
    setOpening(true);
    const { preset: _preset, changes: _changes, ...customs } = agreement;
    const chosen = seats.slice(0, size).map(withName);
    const wish = {
      ...customs,
      options: writeOptions(agreement),
      seats: chosen,
      ready_check: true,
      is_public: isWaiting && isPublic,
    };
    if (!(await openTable(wish))) setOpening(false);
  };
  return html`<${Dialog} name="new-table" wide title=${t(way === 'pass' ? 'home.pass_and_play' : 'home.invite')}
    onClose=${onClose}>
    <form class="new-table" onSubmit=${open}>
      <${Choice} name="size" label=${t('home.size')} value=${size} onChange=${resize}
        options=${TABLE_SIZES.map((value) => ({ value, label: String(value) }))} />
      <ol class="seat-rows">
        ${seats.slice(0, size).map(
          (seat, index) => html`<${SeatRow} key=${index} letter=${SEATS[index]} seat=${seat}
          onChange=${(/** @type {SeatWish} */ changed) =>
            setSeats(seats.map((one, place) => (place === index ? changed : one)))} />`,
        )}
      </ol>
      ${isWaiting && html`<${PaceChoice} agreement=${agreement} change=${change} />`}
      ${isWaiting && hasLobby && html`<${PublicCheck} isPublic=${isPublic} onChange=${setPublic} />`}
      <details class="further"><summary data-action="further">${t('home.further')}</summary>
        <div class="further-sheet">
          <${Edition} agreement=${agreement} change=${change} />
          <${Customs} agreement=${agreement} change=${change} seats=${SEATS.slice(0, size)} />
        </div>
      </details>
      <p class="actions end">
        <button type="button" class="button quiet" onClick=${onClose}>${t('home.cancel')}</button>
        <button class="button primary" data-action="open-table" disabled=${isOpening}
          aria-busy=${isOpening}>${t(isWaiting ? 'home.open_and_invite' : 'home.open_table')}</button>
      </p>
    </form>
  <//>`;
}

/**
 * The seats that a way to play begins with, for the largest table.
 * @param {Way} way
 * @returns {SeatWish[]}
 */
function firstSeats(way) {
  /** @type {SeatWish} */
  const other = way === 'pass' ? { kind: 'person', name: '' } : { kind: 'open' };
  return [{ kind: 'person', name: nameToUse() }, other, other, other, other];
}

/**
 * @param {SeatWish} seat
 * @param {number} index
 * @returns {SeatWish}
 */
function withName(seat, index) {
  if (seat.kind !== 'person' || seat.name?.trim()) return seat;
  return { kind: 'person', name: t('home.player', { number: index + 1 }) };
}

/**
 * One seat: a person here, a friend elsewhere, or a computer player.
 * @param {{letter: string, seat: SeatWish, onChange: (seat: SeatWish) => void}} props
 */
function SeatRow({ letter, seat, onChange }) {
  const value = seat.kind === 'bot' ? seat.level : seat.kind;
  const label = t('shell.seat', { letter: letter.toUpperCase() });
  return html`<li class="seat-row" data-seat-row=${letter}>
    <${Shield} seat=${letter} size="2.4em" />
    <select aria-label=${label} data-pick=${`seat-${letter}`} value=${value}
        onChange=${(/** @type {any} */ event) => onChange(wishOf(event.currentTarget.value))}>
      <option value="person">${t('home.seat_here')}</option>
      <option value="open">${t('home.seat_friend')}</option>
      <optgroup label=${t('home.computer')}>
        ${botOptions()}
      </optgroup>
    </select>
    ${
      seat.kind === 'person' &&
      html`<input type="text" data-field=${`name-${letter}`} aria-label=${`${label}: ${t('home.name')}`}
        maxlength=${LONGEST_NAME}
      placeholder=${t('home.name')} value=${seat.name}
      onInput=${(/** @type {any} */ event) => {
        onChange({ kind: 'person', name: event.currentTarget.value });
        if (letter === 'a') setMyName(event.currentTarget.value);
      }} />`
    }
    ${seat.kind === 'bot' && html`<span class="small soft">${botAbout(seat.level)}</span>`}
    ${seat.kind === 'open' && html`<span class="small soft">${t('home.seat_friend_about')}</span>`}
  </li>`;
}

/**
 * @param {string} value
 * @returns {SeatWish}
 */
function wishOf(value) {
  if (value === 'person') return { kind: 'person', name: '' };
  if (value === 'open') return { kind: 'open' };
  return { kind: 'bot', level: value };
}
