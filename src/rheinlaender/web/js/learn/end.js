/** The end of a lesson: its seal, what comes next, and after the last one a real game. */

import { nameToUse, openTable, usual } from '../open.js';
import { html, useEffect, useState } from '../lib.js';
import { Link } from '../router.js';
import { t } from '../words.js';
import { Herald, Seal } from './figures.js';
import { fetchLesson, lessons } from './lessons.js';
import { progressOf } from './progress.js';
import { Arrow } from './tray.js';

/** @typedef {import('./course.js').Course} Course */
/** @typedef {import('./lessons.js').Lesson} Lesson */

/**
 * @param {{course: Course}} properties
 */
export function LessonEnd({ course }) {
  const { lesson } = course;
  useEffect(() => {
    if (lesson.next) fetchLesson(lesson.next).catch(() => undefined);
  }, [lesson]);
  const values = { number: lesson.number, title: t(lesson.title) };
  const left = lesson.steps.findIndex(({ name }) => !progressOf(lesson.name).done.includes(name));
  return html`<section class="lesson-end" tabindex="-1" data-lesson-end=${lesson.name} data-done=${left === -1}>
    ${left === -1 && html`<${Seal} number=${lesson.number} class="lesson-end-seal" isFresh />`}
    <h2>${left === -1 ? t('learn.finished', values) : t('learn.reached', values)}</h2>
    ${
      left !== -1 &&
      html`<button type="button" class="button" data-action="left"
      onClick=${() => course.go(left)}>${t('learn.left')}</button>`
    }
    ${lesson.game ? html`<${RealGame} game=${lesson.game} />` : html`<${NextLesson} lesson=${lesson} />`}
    <${ReadMore} lesson=${lesson} />
    <p class="actions"><button type="button" class="button quiet" data-action="from-the-start"
      onClick=${() => course.go(0)}>${t('learn.from_the_start')}</button>
      <${Link} class="button quiet" data-action="contents" href="/learn">${t('learn.contents')}<//></p>
  </section>`;
}

/** @param {{lesson: Lesson}} properties */
function NextLesson({ lesson }) {
  const next = lessons.value?.find(({ name }) => name === lesson.next);
  if (!next) return null;
  return html`<p class="lesson-end-about">${t(next.about)}</p>
    <${Link} class="button primary lesson-next" data-action="next-lesson" href=${`/learn/${next.name}`}>
      ${t('learn.next_lesson', { number: next.number, title: t(next.title) })} <${Arrow} /><//>`;
}

/**
 * The way to a table with computer players.
 * @param {{game: NonNullable<Lesson['game']>}} properties
 */
function RealGame({ game }) {
  const [isOpening, setOpening] = useState(false);
  const play = async () => {
    setOpening(true);
    const seats = game.seats.map((seat) => (seat.kind === 'person' ? { ...seat, name: nameToUse() } : seat));
    if (!(await openTable({ ...usual(), seats, hints: game.hints }))) setOpening(false);
  };
  return html`<${Herald} mood="right" />
    <p class="lesson-end-about">${t(game.say)}</p>
    <button type="button" class="button primary lesson-next" data-action="real-game" disabled=${isOpening}
      aria-busy=${isOpening} onClick=${play}>
      ${t('learn.real_game')} <${Arrow} /></button>`;
}

/**
 * Where the rule book says the same.
 * @param {{lesson: Lesson}} properties
 */
function ReadMore({ lesson }) {
  return html`<p class="lesson-end-more">
    ${t('learn.read_more')} ${lesson.clauses.map(
      (clause) => html`<${Link} key=${clause}
      href=${`/rules#${clause}`}>${clause}<//> `,
    )}</p>`;
}
