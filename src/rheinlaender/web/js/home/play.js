/** Play now: one click, and you sit at a table with computer players. */

import { html, useState } from '../lib.js';
import { keep, readKept } from '../settings.js';
import { t } from '../words.js';
import { LEVELS, LONGEST_NAME, TABLE_SIZES, myName, nameToUse, openTable, setMyName, usual } from '../open.js';

/** @typedef {import('../protocol.js').Level} Level */
/** @typedef {{seats: number, level: Level}} Choice */

/** The big button, with the choice that was made last below it. */
export function PlayNow() {
  const [choice, setChoice] = useState(readChoice);
  const [isOpening, setOpening] = useState(false);
  /** @param {Partial<Choice>} change */
  const change = (change) => {
    const changed = { ...choice, ...change };
    keep('play', changed);
    setChoice(changed);
  };
  const play = async () => {
    setOpening(true);
    if (!(await openTable({ ...usual(), seats: seatsOf(choice) }))) setOpening(false);
  };
  return html`<div class="play-now">
    <button class="button primary play-now-button" data-action="play-now" aria-busy=${isOpening} disabled=${isOpening}
      onClick=${play}>
      ${t('home.play_now')}
    </button>
    <div class="play-now-line">
      <${Picker} name="seats" label=${t('home.opponents_label')} value=${choice.seats}
        options=${TABLE_SIZES.map((seats) => ({ value: seats, label: t('home.opponents', { count: seats - 1 }) }))}
        onChange=${(/** @type {string} */ value) => change({ seats: Number(value) })} />
      <${Picker} name="level" label=${t('home.level')} value=${choice.level}
        options=${LEVELS.map((level) => ({ value: level, label: t(`level.${level}`) }))}
        onChange=${(/** @type {Level} */ level) => change({ level })} />
      <span class="soft">${t(`level_about.${choice.level}`)}</span>
    </div>
    <label class="play-now-name">
      <span class="soft">${t('home.you_play_as')}</span>
      <input type="text" class="inline-input" data-field="name" autocomplete="nickname" maxlength=${LONGEST_NAME}
        placeholder=${t('home.guest')} value=${myName.value}
        onInput=${(/** @type {any} */ event) => setMyName(event.currentTarget.value)} />
    </label>
  </div>`;
}

/**
 * A choice that reads as a part of the sentence.
 * @param {{name: string, label: string, value: string|number, options: {value: string|number, label: string}[],
 *   onChange: (value: any) => void}} props
 */
function Picker({ name, label, value, options, onChange }) {
  return html`<select class="inline-select" data-pick=${name} aria-label=${label} value=${value}
      onChange=${(/** @type {any} */ event) => onChange(event.currentTarget.value)}>
    ${options.map(
      (option) => html`<option key=${option.value} value=${option.value}
      selected=${option.value === value}>${option.label}</option>`,
    )}
  </select>`;
}

/** @returns {Choice} */
function readChoice() {
  const kept = readKept('play', { seats: 4, level: /** @type {Level} */ ('knight') });
  return {
    seats: TABLE_SIZES.includes(kept.seats) ? kept.seats : 4,
    level: LEVELS.includes(kept.level) ? kept.level : 'knight',
  };
}

/**
 * @param {Choice} choice
 * @returns {import('../protocol.js').SeatWish[]}
 */
function seatsOf({ seats, level }) {
  /** @type {import('../protocol.js').SeatWish} */
  const bot = { kind: 'bot', level };
  return [{ kind: 'person', name: nameToUse() }, ...Array(seats - 1).fill(bot)];
}
