/** The lessons as the server sends them, each fetched once. */

import { ask } from '../api.js';
import { signal } from '../lib.js';
import { named, t } from '../words.js';

/** @typedef {import('../types.js').View} View */
/** @typedef {import('../types.js').GameEvent} GameEvent */
/** @typedef {import('../types.js').Refusal} Refusal */
/** @typedef {import('../types.js').Seat} Seat */
/** @typedef {import('../types.js').Names} Names */
/** @typedef {{key: string, arguments: import('../types.js').Arguments}} Saying */
/** @typedef {{seat: Seat, moves: string[], events: GameEvent[], view: View}} ShownTurn */
/**
 * @typedef {object} LessonStep
 * @property {number} number
 * @property {string} name
 * @property {'play'|'look'} kind
 * @property {string} say
 * @property {string} hint
 * @property {number|null} figure
 * @property {string[]} clauses
 * @property {string[]} crop
 * @property {Seat} seat
 * @property {boolean} has_bastion
 * @property {number} taps
 * @property {View|null} opening
 * @property {ShownTurn[]} shown
 * @property {View} view
 * @property {string[]} solution
 */
/**
 * @typedef {object} LessonLine
 * @property {string} name
 * @property {number} number
 * @property {string} title
 * @property {string} about
 * @property {string[]} clauses
 * @property {number[]} figures
 * @property {number} steps
 */
/**
 * @typedef {object} Lesson
 * @property {string} name
 * @property {number} number
 * @property {string} title
 * @property {string} about
 * @property {string[]} clauses
 * @property {number[]} figures
 * @property {Partial<Record<Seat, string>>} colours
 * @property {LessonStep[]} steps
 * @property {string|null} next
 * @property {{say: string, seats: import('../types.js').SeatWish[], hints: boolean}|null} game
 */
/**
 * @typedef {object} Answer
 * @property {boolean} right
 * @property {Saying} say
 * @property {Saying|null} missing
 * @property {Refusal|null} refusal
 * @property {string[]} moves
 * @property {GameEvent[]} events
 * @property {View} view
 */

/** All lessons in the order of the course; null until they are there. */
export const lessons = signal(/** @type {LessonLine[]|null} */ (null));

/** Why the lessons did not come. */
export const failure = signal(/** @type {Refusal|null} */ (null));

/** @type {Map<string, Promise<Lesson>>} */
const kept = new Map();

/** Fetch the list of lessons, unless it is here. */
export async function fetchLessons() {
  if (lessons.peek()) return;
  try {
    lessons.value = (await ask('GET', '/api/lessons')).lessons;
    failure.value = null;
  } catch (error) {
    failure.value = /** @type {any} */ (error).refusal;
  }
}

/**
 * A lesson; what failed is asked for again the next time.
 * @param {string} name
 * @returns {Promise<Lesson>}
 */
export function fetchLesson(name) {
  const asked = kept.get(name) ?? ask('GET', `/api/lessons/${encodeURIComponent(name)}`);
  kept.set(name, asked);
  asked.catch(() => kept.delete(name));
  return asked;
}

/**
 * The seats of a lesson by their colours.
 * @param {Lesson} lesson
 * @returns {Names}
 */
export function coloursOf({ colours }) {
  return Object.fromEntries(Object.entries(colours).map(([seat, key]) => [seat, t(key)]));
}

/**
 * Something said, in words.
 * @param {Saying} saying
 * @param {Names} names
 */
export function sayingWords({ key, arguments: values }, names) {
  return t(key, named(values, names));
}
