/** A lesson that is being taken: which step is open, and the ways forward and back. */

import { computed, effect, signal } from '../lib.js';
import { go as goTo, setHash } from '../router.js';
import { coloursOf } from './lessons.js';
import { noteDone, noteOpen, progressOf } from './progress.js';
import { Step } from './step.js';

/** @typedef {import('./lessons.js').Lesson} Lesson */
/** @typedef {ReturnType<typeof openCourse>} Course */

/** The part of the address behind which the end of a lesson lies. */
export const END = 'done';

/**
 * Opens a lesson at the step that the address names, or where it was left.
 * @param {Lesson} lesson
 * @param {string} hash
 */
export function openCourse(lesson, hash) {
  const names = lesson.steps.map(({ name }) => name);
  const place = signal(placeOf(hash));
  const step = signal(open());
  /** the field of the keyboard's cursor */
  const cursor = signal(/** @type {string|null} */ (null));
  const isEnd = computed(() => place.value === names.length);
  const colours = computed(() => coloursOf(lesson));

  /** @param {string} name */
  function placeOf(name) {
    if (name === END) return names.length;
    if (names.includes(name)) return names.indexOf(name);
    const { done, at } = progressOf(lesson.name);
    const isFinished = names.every((each) => done.includes(each));
    return isFinished ? 0 : Math.max(0, names.indexOf(at ?? ''));
  }

  function open() {
    const found = lesson.steps[place.peek()];
    const opened = found ? new Step(lesson.name, found) : null;
    opened?.showTurns();
    return opened;
  }

  /** @param {number} to */
  function go(to) {
    if (to < 0 || to > names.length) return;
    step.peek()?.close();
    cursor.value = null;
    place.value = to;
    step.value = open();
  }

  /** Goes on: to the next step, the end, and from there to the next lesson. */
  function next() {
    if (!isEnd.peek()) go(place.peek() + 1);
    else if (lesson.next) goTo(`/learn/${lesson.next}`);
  }

  const stops = [
    effect(() => {
      const name = names[place.value] ?? END;
      setHash(name);
      noteOpen(lesson.name, name);
    }),
    effect(() => {
      if (step.value?.stage.value === 'right') noteDone(lesson.name, names[place.peek()]);
    }),
  ];

  return {
    lesson,
    place,
    step,
    cursor,
    isEnd,
    colours,
    go,
    next,
    previous: () => go(place.peek() - 1),
    again: () => go(place.peek()),
    close() {
      stops.forEach((stop) => stop());
      step.peek()?.close();
    },
  };
}
