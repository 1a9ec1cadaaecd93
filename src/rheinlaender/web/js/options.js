/** The options of a game and the editions' presets, as the server knows them, and what a table agrees on in words. */

import { signal } from './lib.js';
import { ask } from './api.js';
import { t } from './words.js';

/** @typedef {import('./protocol.js').OptionList} Known */

/** @type {import('./lib.js').Signal<Known|null>} */
export const known = signal(null);

/** Ask for them, unless they are there. */
export async function askForOptions() {
  known.value ??= await ask('GET', '/api/options');
}

/**
 * @param {string} preset
 * @returns {string|undefined}
 */
export function presetName(preset) {
  return {
    parker: t('home.preset.parker'),
    dutch: t('home.preset.dutch'),
    hungarian: t('home.preset.hungarian'),
    short: t('home.preset.short'),
  }[preset];
}

/**
 * What is special in an edition.
 * @param {string} preset
 */
export function presetAbout(preset) {
  return {
    parker: t('home.preset_about.parker'),
    dutch: t('home.preset_about.dutch'),
    hungarian: t('home.preset_about.hungarian'),
    short: t('home.preset_about.short'),
  }[preset];
}

/**
 * @param {string} option
 * @returns {string|undefined}
 */
export function optionName(option) {
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
export function valueWords(option, value) {
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
 * A length of time in words.
 * @param {number} seconds
 */
export function lengthWords(seconds) {
  if (seconds < 60) return t('home.seconds', { count: seconds });
  if (seconds < 3600) return t('home.minutes', { count: Math.round(seconds / 60) });
  if (seconds < 86400) return t('home.hours', { count: Math.round(seconds / 3600) });
  return t('home.days', { count: Math.round(seconds / 86400) });
}

/**
 * How much time everybody has, in words.
 * @param {import('./protocol.js').ClockWish|null|undefined} clock
 * @param {import('./protocol.js').Pace} pace
 */
export function clockLimitWords(clock, pace) {
  if (!clock) return t('home.clock_none');
  if (pace === 'days') return t('home.clock_days', { time: lengthWords(clock.bank) });
  return t('home.clock_live', { bank: lengthWords(clock.bank), increment: lengthWords(clock.increment ?? 0) });
}
