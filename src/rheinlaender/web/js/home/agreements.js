/** What a table agrees on besides its seats: the edition, single options, who begins, pace, stand-ins, hints. */

import { html } from '../lib.js';
import { Choice } from '../dialog.js';
import { Shield } from '../board/pieces.js';
import { t } from '../words.js';
import { LEVELS } from '../open.js';
import { clockLimitWords, known, lengthWords, optionName, presetAbout, presetName, valueWords } from '../options.js';

/** @typedef {import('../protocol.js').ClockWish} Clock */
/** @typedef {import('../protocol.js').Level} Level */
/** @typedef {import('../protocol.js').Pace} Pace */
/** @typedef {import('../protocol.js').SeatLetter} SeatLetter */
/**
 * @typedef {{preset: string, changes: Record<string, string>, first: SeatLetter|'chance', pace: Pace,
 *   clock: Clock|null, stand_in: Level|null, grace: number, hints: boolean}} Agreement
 */
/** @typedef {(change: Partial<Agreement>) => void} Change */

const GRACES = [30, 60, 300, 3600, 86400];
/** @type {Record<Pace, Clock[]>} */
const CLOCKS = {
  live: [
    { bank: 300, increment: 5 },
    { bank: 600, increment: 10 },
    { bank: 1200, increment: 20 },
    { bank: 2700, increment: 30 },
  ],
  days: [{ bank: 43_200 }, { bank: 86_400 }, { bank: 259_200 }, { bank: 604_800 }],
};

/**
 * What a table begins with; at one device nobody is played for.
 * @param {import('./new.js').Way} way
 * @returns {Agreement}
 */
export function usualAgreement(way) {
  const stand_in = way === 'pass' ? null : /** @type {Level} */ ('knight');
  const customs = /** @type {const} */ ({ first: 'chance', pace: 'live', clock: null, grace: 300, hints: true });
  return { preset: 'parker', changes: {}, ...customs, stand_in };
}

/**
 * The options in the notation: an edition and what differs from it.
 * @param {Agreement} agreement
 */
export function writeOptions({ preset, changes }) {
  const differing = Object.entries(changes).filter(([option, value]) => value !== usualValue(preset, option));
  return [preset, ...differing.map(([option, value]) => `${option}:${value}`)].join(',');
}

/**
 * @param {string} preset
 * @param {string} option
 */
function usualValue(preset, option) {
  return known.value?.presets[preset][option];
}

/**
 * The edition, with its single options to unfold.
 * @param {{agreement: Agreement, change: Change}} props
 */
export function Edition({ agreement, change }) {
  return html`<fieldset class="plain edition">
    <legend class="label">${t('home.edition')}</legend>
    ${Object.keys(known.value?.presets ?? {}).map(
      (preset) => html`<label key=${preset} class="edition-line">
      <input type="radio" name="preset" value=${preset} checked=${agreement.preset === preset}
        onChange=${() => change({ preset, changes: {} })} />
      <span><b>${presetName(preset)}.</b> <span class="soft">${presetAbout(preset)}</span></span>
    </label>`,
    )}
    <details class="single-options">
      <summary data-action="single-options">${t('home.single_options')}</summary>
      ${Object.entries(known.value?.options ?? {}).map(
        ([option, values]) => html`<${Choice} key=${option} name=${option} label=${optionName(option)}
        value=${agreement.changes[option] ?? usualValue(agreement.preset, option)}
        options=${values.map((value) => ({ value, label: valueWords(option, value) }))}
        onChange=${(/** @type {string} */ value) => change({ changes: { ...agreement.changes, [option]: value } })} />`,
      )}
    </details>
  </fieldset>`;
}

/**
 * Who begins, how the absent are played for, hints.
 * @param {{agreement: Agreement, change: Change, seats: string[]}} props
 */
export function Customs({ agreement, change, seats }) {
  return html`
    <${Choice} name="first" label=${t('home.first')} value=${agreement.first}
      options=${[
        { value: 'chance', label: t('home.first_chance') },
        ...seats.map((seat) => ({
          value: seat,
          label: html`<${Shield} seat=${seat} size="1.4em" title=${t('shell.seat', { letter: seat.toUpperCase() })} />`,
        })),
      ]}
      onChange=${(/** @type {Agreement['first']} */ first) => change({ first })} />
    <div class="two-fields">
      <label class="field"><span>${t('home.stand_in')}</span>
        <select data-pick="stand-in" value=${agreement.stand_in ?? ''}
            onChange=${(/** @type {any} */ event) => change({ stand_in: event.currentTarget.value || null })}>
          <option value="">${t('home.stand_in_none')}</option>
          ${LEVELS.map((level) => html`<option key=${level} value=${level}>${t(`level.${level}`)}</option>`)}
        </select>
      </label>
      ${
        agreement.stand_in &&
        html`<label class="field"><span>${t('home.grace')}</span>
        <select data-pick="grace" value=${agreement.grace}
          onChange=${(/** @type {any} */ event) => change({ grace: Number(event.currentTarget.value) })}>
          ${GRACES.map((grace) => html`<option key=${grace} value=${grace}>${lengthWords(grace)}</option>`)}
        </select>
      </label>`
      }
    </div>
    <label class="check"><input type="checkbox" data-pick="hints" checked=${agreement.hints}
      onChange=${(/** @type {any} */ event) => change({ hints: event.currentTarget.checked })} />
      <span>${t('home.hints')}</span></label>`;
}

/**
 * Live or over days, and how much time everybody has.
 * @param {{agreement: Agreement, change: Change}} props
 */
export function PaceChoice({ agreement, change }) {
  return html`<div class="pace">
    <${Choice} name="pace" label=${t('home.pace')} value=${agreement.pace}
      options=${[{ value: 'live', label: t('home.pace_live') }, { value: 'days', label: t('home.pace_days') }]}
      onChange=${(/** @type {import('../protocol.js').Pace} */ pace) =>
        change(
          pace === 'days'
            ? { pace, clock: CLOCKS.days[1], stand_in: null, grace: 86400 }
            : { pace, clock: null, stand_in: 'knight', grace: 300 },
        )} />
    <p class="small soft">${t(agreement.pace === 'live' ? 'home.pace_live_about' : 'home.pace_days_about')}</p>
    <${ClockChoice} agreement=${agreement} change=${change} />
  </div>`;
}

/** @param {{agreement: Agreement, change: Change}} props */
function ClockChoice({ agreement, change }) {
  const choices = CLOCKS[agreement.pace];
  const place = choices.findIndex(({ bank }) => bank === agreement.clock?.bank);
  return html`<label class="field"><span>${t('home.clock')}</span>
      <select data-pick="clock" value=${place}
          onChange=${(/** @type {any} */ event) => change({ clock: choices[event.currentTarget.value] ?? null })}>
        <option value="-1">${t('home.clock_none')}</option>
        ${choices.map(
          (clock, number) =>
            html`<option key=${clock.bank} value=${number}>${clockLimitWords(clock, agreement.pace)}</option>`,
        )}
      </select>
    </label>
    <p class="small soft">${t(agreement.clock ? 'home.clock_about' : 'home.clock_none_about')}</p>`;
}
