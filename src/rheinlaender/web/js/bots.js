/** Computer players: the levels, and those that whoever runs the server has added. */

import { ask } from './api.js';
import { html, signal } from './lib.js';
import { LEVELS, rankedLevel } from './open.js';
import { t } from './words.js';

/** What comes before the name of a computer player that is none of the levels. */
const ADDED = 'bot:';

/**
 * Those that were added, as seats name them.
 * @type {import('./lib.js').Signal<string[]>}
 */
export const added = signal([]);

/** Ask who was added. */
export async function askForBots() {
  /** @type {import('./protocol.js').BotList} */
  const { bots } = await ask('GET', '/api/bots');
  added.value = bots.map((name) => ADDED + name);
}

/**
 * What a computer player is called.
 * @param {string|null} level
 */
export function botName(level) {
  return level?.startsWith(ADDED) ? level.slice(ADDED.length) : t(`level.${level}`);
}

/**
 * What a computer player is like.
 * @param {string} level
 */
export function botAbout(level) {
  return level.startsWith(ADDED) ? t('level_about.added') : t(`level_about.${level}`);
}

/** The levels as choices of a list. */
export function levelOptions() {
  return LEVELS.map((level) => botOption(level, rankedLevel(level)));
}

/** All computer players as choices of a list. */
export function botOptions() {
  return [...levelOptions(), ...added.value.map((level) => botOption(level, botName(level)))];
}

/**
 * @param {string} level
 * @param {string} name
 */
function botOption(level, name) {
  return html`<option key=${level} value=${level}>${t('home.computer_level', { level: name })}</option>`;
}
