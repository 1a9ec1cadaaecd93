/** Themes: what a move does by the rules, in words. */

import { t } from '../words.js';

/** @param {import('../protocol.js').Theme} theme */
export function themeWords(theme) {
  return {
    found: t('theme.found'),
    take_over: t('theme.take_over'),
    merge: t('theme.merge'),
    castle: t('theme.castle'),
    bishop: t('theme.bishop'),
    convert: t('theme.convert'),
    end: t('theme.end'),
    bastion: t('theme.bastion'),
    quiet: t('theme.quiet'),
  }[theme];
}
