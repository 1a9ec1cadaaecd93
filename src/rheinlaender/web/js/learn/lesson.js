/** The page of a lesson: the board, the herald's words, the hand; at its end the way on. */

import { askForPlaces, askForSheet } from '../board/places.js';
import { html, useEffect, useRef, useState } from '../lib.js';
import { LostPage, RefusedPage, WaitingPage } from '../lost.js';
import { PageHeader } from '../menu.js';
import { Link, route } from '../router.js';
import { WhyAnswer } from '../clauses/why.js';
import { language, t } from '../words.js';
import { Course } from './course.js';
import { LessonEnd } from './end.js';
import { useLessonKeys } from './keys.js';
import { fetchLesson, fetchLessons } from './lessons.js';
import { LessonBoard } from './place.js';
import { progressOf } from './progress.js';
import { Result } from './result.js';
import { Speech, saidOf, spokenWords } from './speech.js';
import { LessonTray, promptOf } from './tray.js';

const UNKNOWN = 'no_such_lesson';

/**
 * A lesson by its name.
 * @param {{name: string}} properties
 */
export function LessonPage({ name }) {
  const [course, setCourse] = useState(/** @type {Course|null} */ (null));
  const [refusal, setRefusal] = useState(/** @type {import('../protocol.js').RefusalBody|null} */ (null));
  useEffect(() => {
    let opened = /** @type {Course|null} */ (null);
    let isWanted = true;
    const open = (/** @type {import('./lessons.js').Lesson} */ lesson) => {
      if (!isWanted) return;
      opened = new Course(lesson, route.peek().hash);
      setCourse(opened);
    };
    askForPlaces();
    askForSheet();
    void fetchLessons();
    fetchLesson(name).then(open, (error) => setRefusal(error.refusal));
    return () => {
      isWanted = false;
      opened?.close();
    };
  }, [name]);
  if (refusal?.code === UNKNOWN) return html`<${LostPage} />`;
  if (refusal) return html`<${RefusedPage} refusal=${refusal} again=${() => location.reload()} />`;
  return course ? html`<${Taken} course=${course} />` : html`<${WaitingPage} />`;
}

/** @param {{course: Course}} properties */
function Taken({ course }) {
  const { lesson } = course;
  const step = course.step.value;
  useLessonKeys(course);
  useAddress(course);
  useFocus(course);
  useEffect(() => {
    document.title = `${t(lesson.title)} – ${t('drawing.title')}`;
  }, [lesson, language.value]);
  return html`<div class="lesson" data-page="lesson" data-lesson=${lesson.name} data-step=${step?.step.name}
    data-stage=${step?.stage.value ?? 'end'}
    data-tries=${step?.tries.value}>
    <${PageHeader}><${Link} class="lesson-contents" href="/learn">${t('learn.contents')}<//><//>
    <main class="lesson-main">
      <div class="lesson-head">
        <h1><span class="lesson-number">${lesson.number}</span> ${t(lesson.title)}</h1>
        <${Dots} course=${course} />
      </div>
      <div class="lesson-body">
        ${
          step
            ? html`<${LessonBoard} course=${course} step=${step} />
              <${Result} key=${step.step.name} step=${step} names=${course.colours.value} />
              <${Speech} course=${course} step=${step} />
              <${LessonTray} course=${course} step=${step} />`
            : html`<${LessonEnd} course=${course} />`
        }
      </div>
    </main>
    <${Announcer} course=${course} />
    <${WhyAnswer} />
  </div>`;
}

/**
 * The steps, each a dot to go to, and the ways back and on.
 * @param {{course: Course}} properties
 */
function Dots({ course }) {
  const { lesson, place } = course;
  const { done } = progressOf(lesson.name);
  const all = lesson.steps.length;
  return html`<nav class="dots" aria-label=${t('learn.steps')}>
    <button type="button" class="icon-button" data-action="previous" aria-label=${t('learn.previous')}
      title=${t('learn.previous')}
      disabled=${place.value === 0}
      onClick=${() => course.previous()}><svg viewBox="0 0 16 16" class="icon"
      aria-hidden="true"><path d="M10 3L5 8l5 5" />
      </svg></button>
    <ol>${lesson.steps.map(
      ({ name }, number) => html`<li key=${name}>
      <button type="button" class="dot" data-dot=${name} data-done=${done.includes(name)}
        aria-current=${number === place.value ? 'step' : undefined}
        aria-label=${
          done.includes(name)
            ? t('learn.step_done', { place: number + 1, all })
            : t('learn.step', { place: number + 1, all })
        }
        onClick=${() => course.go(number)}></button></li>`,
    )}</ol>
    <button type="button" class="icon-button" data-action="forward" aria-label=${t('learn.skip')}
      title=${t('learn.skip')}
      disabled=${place.value === all}
      onClick=${() => course.next()}><svg viewBox="0 0 16 16" class="icon" aria-hidden="true"><path d="M6 3l5 5-5 5" />
      </svg>
      </button>
  </nav>`;
}

/**
 * Says what the herald says, and what is to be done.
 * @param {{course: Course}} properties
 */
function Announcer({ course }) {
  const step = course.step.value;
  const names = course.colours.value;
  const words = step
    ? `${spokenWords(saidOf(step, names), names)} ${step.stage.value === 'asked' ? promptOf(step) : ''}`
    : t('learn.reached', { number: course.lesson.number, title: t(course.lesson.title) });
  return html`<div class="unseen" role="status" aria-live="polite" aria-atomic="true" data-announcer>${words}</div>`;
}

/**
 * Follows an address that was changed by hand.
 * @param {Course} course
 */
function useAddress(course) {
  const { hash } = route.value;
  useEffect(() => {
    const to = course.lesson.steps.findIndex(({ name }) => name === hash);
    if (to !== -1 && to !== course.place.peek()) course.go(to);
  }, [hash]);
}

/**
 * The focus stays near: where what had it is gone, the words have it, or at the board the new board.
 * @param {Course} course
 */
function useFocus(course) {
  const stage = course.step.value?.stage.value;
  const isFirst = useRef(true);
  useEffect(() => {
    const isHeld = document.activeElement !== null && document.activeElement !== document.body;
    const isLeft = isHeld || isFirst.current;
    isFirst.current = false;
    if (isLeft) return;
    /** @type {HTMLElement|null} */ (document.querySelector('[data-speech], [data-lesson-end]'))?.focus({
      preventScroll: true,
    });
  }, [course.place.value, stage]);
}
