/** Figures and words of puzzles that several parts show. */

import { told } from '../game/told.js';
import { language, t } from '../words.js';

/** @typedef {import('../protocol.js').LegalMove} Move */
/** @typedef {import('../types.js').Names} Names */

/** The seats by their colours. @returns {Names} */
export function colours() {
  return Object.fromEntries([...'abcde'].map((seat) => [seat, t(`lesson.colour.${seat}`)]));
}

/**
 * A share of victory in hundredths: "3.1".
 * @param {number} share
 */
export function hundredths(share) {
  const digits = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
  return new Intl.NumberFormat(language.value, digits).format(100 * share);
}

/**
 * A move within a sentence.
 * @param {Move} move
 */
export function moveWords({ kind, card, field }) {
  const name = kind === 'none' || kind === 'bastion' || kind === 'change' ? kind : 'knight';
  return told(`advice.move.${name}`, { card, field });
}

/**
 * A computer player by its name for people, where it has one.
 * @param {string} name
 */
export function playerWords(name) {
  const found = /** @type {Record<string, string>} */ ({
    squire: t('level.squire'),
    net: t('puzzle.player.net'),
    'search:1000': t('level.duke'),
    'foresight:300': t('puzzle.player.foresight'),
  });
  return found[name] ?? name;
}

/** @param {import('../protocol.js').PuzzleLine['time']} time */
export function timeWords(time) {
  return {
    opening: t('puzzle.time.opening'),
    middle: t('puzzle.time.middle'),
    ending: t('puzzle.time.ending'),
  }[time];
}

/** @param {'near'|'far'} judge */
export function judgeWords(judge) {
  return { near: t('puzzle.judge.near'), far: t('puzzle.judge.far') }[judge];
}

/** @param {'alike'|'plausible'} belief */
export function beliefWords(belief) {
  return { alike: t('puzzle.belief.alike'), plausible: t('puzzle.belief.plausible') }[belief];
}
