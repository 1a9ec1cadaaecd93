/** The editions of the rules in words. */

import { t } from '../words.js';

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
