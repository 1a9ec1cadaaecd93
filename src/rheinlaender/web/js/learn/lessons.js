/** The lessons as the server sends them, each fetched once. */

import { ask } from '../api.js';
import { signal } from '../lib.js';
import { named, t } from '../words.js';

/** @typedef {import('../protocol.js').RefusalBody} Refusal */
/** @typedef {import('../types.js').Names} Names */
/** @typedef {import('../protocol.js').SayingBody} Saying */
/** @typedef {import('../protocol.js').StepBody} LessonStep */
/** @typedef {import('../protocol.js').LessonLine} LessonLine */
/** @typedef {import('../protocol.js').LessonBody} Lesson */
/** @typedef {import('../protocol.js').AnswerBody} Answer */

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
