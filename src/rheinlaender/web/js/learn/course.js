/** A lesson that is being taken: which step is open, and the ways forward and back. */

import { computed, effect, signal } from '../lib.js';
import { go as goTo, setHash } from '../router.js';
import { coloursOf } from './lessons.js';
import { noteDone, noteOpen, progressOf } from './progress.js';
import { Step } from './step.js';

/** @typedef {import('./lessons.js').Lesson} Lesson */

/** The part of the address behind which the end of a lesson lies. */
export const END = 'done';

export class Course {
  /** the field of the keyboard's cursor */
  cursor = signal(/** @type {string|null} */ (null));
  isEnd = computed(() => this.place.value === this.names.length);
  colours = computed(() => coloursOf(this.lesson));

  /**
   * Opens a lesson at the step that the address names, or where it was left.
   * @param {Lesson} lesson
   * @param {string} hash
   */
  constructor(lesson, hash) {
    this.lesson = lesson;
    this.names = lesson.steps.map(({ name }) => name);
    this.place = signal(this.#placeOf(hash));
    this.step = signal(this.#open());
    this.stops = [effect(() => this.#notePlace()), effect(() => this.#noteRight())];
  }

  /** @param {number} to */
  go(to) {
    if (to < 0 || to > this.names.length) return;
    this.step.peek()?.close();
    this.cursor.value = null;
    this.place.value = to;
    this.step.value = this.#open();
  }

  /** Goes on: to the next step, the end, and from there to the next lesson. */
  next() {
    if (!this.isEnd.peek()) this.go(this.place.peek() + 1);
    else if (this.lesson.next) goTo(`/learn/${this.lesson.next}`);
  }

  previous() {
    this.go(this.place.peek() - 1);
  }

  again() {
    this.go(this.place.peek());
  }

  close() {
    for (const stop of this.stops) stop();
    this.step.peek()?.close();
  }

  /** @param {string} name */
  #placeOf(name) {
    if (name === END) return this.names.length;
    if (this.names.includes(name)) return this.names.indexOf(name);
    const { done, at } = progressOf(this.lesson.name);
    const isFinished = this.names.every((each) => done.includes(each));
    return isFinished ? 0 : Math.max(0, this.names.indexOf(at ?? ''));
  }

  #open() {
    const found = this.lesson.steps[this.place.peek()];
    const opened = found ? new Step(this.lesson.name, found) : null;
    opened?.showTurns();
    return opened;
  }

  #notePlace() {
    const name = this.names[this.place.value] ?? END;
    setHash(name);
    noteOpen(this.lesson.name, name);
  }

  #noteRight() {
    if (this.step.value?.stage.value === 'right') noteDone(this.lesson.name, this.names[this.place.peek()]);
  }
}
