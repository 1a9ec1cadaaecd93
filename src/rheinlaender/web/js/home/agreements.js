/** What a table agrees on besides its seats: the edition, single options, who begins, pace, stand-ins, hints. */

import { html } from '../lib.js';
import { Choice } from '../dialog.js';
import { Shield } from '../board/pieces.js';
import { t } from '../words.js';
import { LEVELS } from '../open.js';
import { presetAbout, presetName } from './editions.js';
import { known } from './options.js';

/** @typedef {import('../protocol.js').Level} Level */
/** @typedef {import('../protocol.js').Pace} Pace */
/** @typedef {import('../protocol.js').SeatLetter} SeatLetter */
/**
 * @typedef {{preset: string, changes: Record<string, string>, first: SeatLetter|'chance', pace: Pace,
 *   stand_in: Level|null, grace: number, hints: boolean}} Agreement
 */
/** @typedef {(change: Partial<Agreement>) => void} Change */

const GRACES = [30, 60, 300, 3600, 86400];

/**
 * What a table begins with; at one device nobody is played for.
 * @param {import('./new.js').Way} way
 * @returns {Agreement}
 */
export function usualAgreement(way) {
  const stand_in = way === 'pass' ? null : /** @type {Level} */ ('knight');
  return { preset: 'parker', changes: {}, first: 'chance', pace: 'live', stand_in, grace: 300, hints: true };
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

/** @param {string} option */
function optionName(option) {
  return {
    end: t('home.option.end'),
    reinforcement_neighbours: t('home.option.reinforcement_neighbours'),
    reinforce_on_river: t('home.option.reinforce_on_river'),
    merger: t('home.option.merger'),
    archbishop_bonus: t('home.option.archbishop_bonus'),
    bastion_opens_river: t('home.option.bastion_opens_river'),
    coins: t('home.option.coins'),
  }[option];
}

/**
 * @param {string} option
 * @param {string} value
 */
function valueWords(option, value) {
  return (
    /** @type {Record<string, string>} */ ({
      'end turn': t('home.value.end_turn'),
      'end round': t('home.value.end_round'),
      'reinforcement_neighbours fields': t('home.value.fields'),
      'reinforcement_neighbours land': t('home.value.land'),
      'merger any_duchy': t('home.value.any_duchy'),
      'merger with_duke': t('home.value.with_duke'),
      'coins hidden': t('home.value.hidden'),
      'coins open': t('home.value.open'),
    })[`${option} ${value}`] ??
    { yes: t('home.value.yes'), no: t('home.value.no') }[value] ??
    value
  );
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
 * A length of time in words.
 * @param {number} seconds
 */
export function lengthWords(seconds) {
  if (seconds < 60) return t('home.seconds', { count: seconds });
  if (seconds < 3600) return t('home.minutes', { count: Math.round(seconds / 60) });
  return t('home.hours', { count: Math.round(seconds / 3600) });
}

/**
 * Live or over days.
 * @param {{agreement: Agreement, change: Change}} props
 */
export function PaceChoice({ agreement, change }) {
  return html`<div>
    <${Choice} name="pace" label=${t('home.pace')} value=${agreement.pace}
      options=${[{ value: 'live', label: t('home.pace_live') }, { value: 'days', label: t('home.pace_days') }]}
      onChange=${(/** @type {import('../protocol.js').Pace} */ pace) =>
        change(pace === 'days' ? { pace, stand_in: null, grace: 86400 } : { pace, stand_in: 'knight', grace: 300 })} />
    <p class="small soft">${t(agreement.pace === 'live' ? 'home.pace_live_about' : 'home.pace_days_about')}</p>
  </div>`;
}
