/** Play now: one click, and you sit at a table with computer players. */

import { html, useEffect, useState } from '../lib.js';
import { keep, readKept } from '../settings.js';
import { Link } from '../router.js';
import { t } from '../words.js';
import {
  LEVELS,
  LONGEST_NAME,
  TABLE_SIZES,
  myName,
  nameToUse,
  openTable,
  rankedLevel,
  setMyName,
  usual,
} from '../open.js';
import { askForOptions, known, presetAbout, presetName } from '../options.js';

/** @typedef {import('../protocol.js').Level} Level */
/** @typedef {import('../protocol.js').SeatWish} SeatWish */
/**
 * How many sit at the table, how strong the computer players are (each its own level where they are mixed), and by
 * which edition is played.
 * @typedef {{seats: number, level: Level|'mixed', levels: Level[], edition: string}} Choice
 */

/** @type {Choice} */
const USUAL = { seats: 4, level: 'knight', levels: [...LEVELS], edition: usual().options ?? 'parker' };

/** The big button, with the choice that was made last below it. */
export function PlayNow() {
  const [choice, setChoice] = useState(readChoice);
  const [isOpening, setOpening] = useState(false);
  useEffect(() => void askForOptions().catch(() => {}), []);
  /** @param {Partial<Choice>} part */
  const change = (part) => {
    const changed = { ...choice, ...part };
    keep('play', changed);
    setChoice(changed);
  };
  const play = async () => {
    setOpening(true);
    const wish = { ...usual(), options: choice.edition, seats: seatsOf(choice) };
    if (!(await openTable(wish))) setOpening(false);
  };
  return html`<div class="play-now">
    <button class="button primary play-now-button" data-action="play-now" aria-busy=${isOpening} disabled=${isOpening}
      onClick=${play}>
      ${t('home.play_now')}
    </button>
    <${Opponents} choice=${choice} change=${change} />
    <${EditionLine} choice=${choice} change=${change} />
    <div class="play-now-line"><label class="play-now-name">
      <span class="soft">${t('home.you_play_as')}</span>
      <input type="text" class="inline-input" data-field="name" autocomplete="nickname" maxlength=${LONGEST_NAME}
        placeholder=${t('home.guest')} value=${myName.value}
        onInput=${(/** @type {any} */ event) => setMyName(event.currentTarget.value)} />
    </label><${Link} class="small" data-action="me" href="/me">${t('home.me')}<//></div>
  </div>`;
}

/**
 * How many there are and how strong; a mixed table names the level of each.
 * @param {{choice: Choice, change: (part: Partial<Choice>) => void}} props
 */
function Opponents({ choice, change }) {
  const { level } = choice;
  const strengths = LEVELS.map((one) => ({ value: /** @type {string} */ (one), label: rankedLevel(one) }));
  return html`<div class="play-now-line">
      <${Picker} name="seats" label=${t('home.opponents_label')} value=${choice.seats}
        options=${TABLE_SIZES.map((seats) => ({ value: seats, label: t('home.opponents', { count: seats - 1 }) }))}
        onChange=${(/** @type {string} */ value) => change({ seats: Number(value) })} />
      <${Picker} name="level" label=${t('home.level')} value=${level}
        options=${[...strengths, { value: 'mixed', label: t('home.mixed') }]}
        onChange=${(/** @type {Choice['level']} */ chosen) => change({ level: chosen })} />
      ${level !== 'mixed' && html`<span class="soft">${t(`level_about.${level}`)}</span>`}
    </div>
    ${
      level === 'mixed' &&
      html`<div class="play-now-line" role="group" aria-label=${t('home.mixed')}>
      ${choice.levels.slice(0, choice.seats - 1).map(
        (one, place) => html`<${Picker} key=${place} name=${`level-${place + 1}`}
        label=${t('home.opponent_level', { number: place + 1 })} value=${one} options=${strengths}
        onChange=${(/** @type {Level} */ chosen) => change({ levels: choice.levels.with(place, chosen) })} />`,
      )}
    </div>`
    }`;
}

/**
 * By which edition is played; what is different in it.
 * @param {{choice: Choice, change: (part: Partial<Choice>) => void}} props
 */
function EditionLine({ choice, change }) {
  const editions = Object.keys(known.value?.presets ?? { [choice.edition]: {} });
  const options = editions.map((value) => ({
    value,
    label: t('home.rules_of', { edition: presetName(value) ?? value }),
  }));
  return html`<div class="play-now-line">
    <${Picker} name="edition" label=${t('home.edition')} value=${choice.edition}
      options=${options}
      onChange=${(/** @type {string} */ edition) => change({ edition })} />
    ${choice.edition !== USUAL.edition && html`<span class="soft">${presetAbout(choice.edition)}</span>`}
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
  const kept = { ...USUAL, ...readKept('play', USUAL) };
  const levels = USUAL.levels.map((level, place) => (isLevel(kept.levels?.[place]) ? kept.levels[place] : level));
  return {
    seats: TABLE_SIZES.includes(kept.seats) ? kept.seats : USUAL.seats,
    level: kept.level === 'mixed' || isLevel(kept.level) ? kept.level : USUAL.level,
    levels,
    edition: presetName(kept.edition) ? kept.edition : USUAL.edition,
  };
}

/** @param {any} level */
function isLevel(level) {
  return LEVELS.includes(level);
}

/**
 * @param {Choice} choice
 * @returns {SeatWish[]}
 */
function seatsOf({ seats, level, levels }) {
  const strengths = level === 'mixed' ? levels : LEVELS.map(() => level);
  const bots = strengths.slice(0, seats - 1).map((one) => /** @type {SeatWish} */ ({ kind: 'bot', level: one }));
  return [{ kind: 'person', name: nameToUse() }, ...bots];
}
