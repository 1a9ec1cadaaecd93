/** The options of a game and the editions' presets, as the server knows them. */

import { signal } from '../lib.js';
import { ask } from '../api.js';

/** @typedef {import('../protocol.js').OptionList} Known */

/** @type {import('../lib.js').Signal<Known|null>} */
export const known = signal(null);

/** Ask for them, unless they are there. */
export async function askForOptions() {
  known.value ??= await ask('GET', '/api/options');
}
