/** What a person has set in this browser: theme, sound, animation. Kept in local storage. */

import { signal, effect } from './lib.js';

const PREFIX = 'rheinlaender.';

/** @typedef {'auto'|'light'|'dark'|'contrast'} Theme */
/** @typedef {'off'|'slow'|'normal'|'fast'} Animation */
/** @typedef {'auto'|'open'|'folded'} Folding */
/** @typedef {{notify: boolean, push: boolean, muted: string[]}} Calls */

/** @type {readonly Theme[]} */
export const THEMES = ['auto', 'light', 'dark', 'contrast'];
/** @type {readonly Animation[]} */
export const ANIMATIONS = ['off', 'slow', 'normal', 'fast'];

/** How long animations last, as a factor. */
const DURATION = { off: 0, slow: 1.8, normal: 1, fast: 0.5 };

/** @type {import('./lib.js').Signal<Theme>} */
export const theme = signal(readKept('theme', 'auto'));
/** Whether moves make a sound. */
export const sound = signal(readKept('sound', false));
/** @type {import('./lib.js').Signal<Animation>} */
export const animation = signal(readKept('animation', 'normal'));

/**
 * Whether the preview of a turn is folded to one line; until somebody says it, by the height of the window.
 * @type {import('./lib.js').Signal<Folding>}
 */
export const folding = signal(readKept('folding', 'auto'));

/**
 * How one is called who looks elsewhere: by notifications, also without a page, and at which tables not.
 * @type {import('./lib.js').Signal<Calls>}
 */
export const calls = signal({ notify: false, push: false, muted: [], ...readKept('calls', {}) });

/** What the system wishes: that it is dark, and that everything stands out more. */
const isDarkWished = wished('(prefers-color-scheme: dark)');
const isContrastWished = wished('(prefers-contrast: more)');

/** @param {string} media */
function wished(media) {
  const query = globalThis.matchMedia?.(media);
  const is = signal(query?.matches ?? false);
  query?.addEventListener('change', () => {
    is.value = query.matches;
  });
  return is;
}

effect(() => {
  const system = isDarkWished.value ? 'dark' : 'light';
  const isContrast = theme.value === 'contrast' || (theme.value === 'auto' && isContrastWished.value);
  if (!globalThis.document) return;
  const { dataset } = document.documentElement;
  dataset.theme = theme.value === 'light' || theme.value === 'dark' ? theme.value : system;
  dataset.contrast = isContrast ? 'more' : 'usual';
});
effect(() => void keep('theme', theme.value));
effect(() => void keep('sound', sound.value));
effect(() => void keep('calls', calls.value));
effect(() => void keep('folding', folding.value));
effect(() => {
  if (globalThis.document) document.documentElement.dataset.motion = animation.value === 'off' ? 'off' : 'on';
  keep('animation', animation.value);
});

/** Whether things may move: not where the person asked for less motion. */
export function motion() {
  return animation.value !== 'off' && !globalThis.matchMedia?.('(prefers-reduced-motion: reduce)').matches;
}

/**
 * How long an animation of this many milliseconds lasts at the chosen speed; 0 without motion.
 * @param {number} milliseconds
 */
export function lasting(milliseconds) {
  return motion() ? milliseconds * DURATION[animation.value] : 0;
}

/**
 * A value kept in this browser, or another when there is none.
 * @template T
 * @param {string} name
 * @param {T} otherwise
 * @returns {T}
 */
export function readKept(name, otherwise) {
  try {
    const text = globalThis.localStorage?.getItem(PREFIX + name);
    return text == null ? otherwise : JSON.parse(text);
  } catch {
    return otherwise;
  }
}

/**
 * Keep a value in this browser; without storage it lasts as long as the page. Whether it is kept.
 * @param {string} name
 * @param {unknown} value
 */
export function keep(name, value) {
  try {
    globalThis.localStorage?.setItem(PREFIX + name, JSON.stringify(value));
    return true;
  } catch {
    return false; // A browser that keeps nothing can still play.
  }
}
