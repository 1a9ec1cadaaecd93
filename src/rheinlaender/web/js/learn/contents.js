/** The list of lessons, like the first page of a book: what there is to learn, and what is done. */

import { html, useEffect } from '../lib.js';
import { RefusedPage, WaitingPage } from '../lost.js';
import { PageHeader } from '../menu.js';
import { Link } from '../router.js';
import { language, t } from '../words.js';
import { Herald, LessonPicture, Seal } from './figures.js';
import { failure, fetchLesson, fetchLessons, lessons } from './lessons.js';
import { forgetProgress, isFinished, progressOf } from './progress.js';
import { Arrow } from './tray.js';

/** @typedef {import('./lessons.js').LessonLine} LessonLine */

/** All lessons. */
export function LessonList() {
  useEffect(() => {
    void fetchLessons();
  }, []);
  useEffect(() => {
    document.title = `${t('learn.title')} – ${t('drawing.title')}`;
  }, [language.value]);
  const all = lessons.value;
  if (!all)
    return failure.value
      ? html`<${RefusedPage} refusal=${failure.value} again=${fetchLessons} />`
      : html`<${WaitingPage} />`;
  const finished = all.filter(isFinished).length;
  return html`<div class="learn" data-page="learn">
    <${PageHeader} />
    <main class="learn-body">
      <header class="learn-head">
        <${Herald} mood=${finished === all.length ? 'right' : 'ask'} />
        <div>
          <h1>${t('learn.title')}</h1>
          <p class="learn-about">${t('learn.about')}</p>
          <${Begin} all=${all} />
        </div>
      </header>
      <ol class="lesson-list">${all.map((lesson) => html`<${Entry} key=${lesson.name} lesson=${lesson} />`)}</ol>
      <footer class="learn-foot">
        <p>${t('learn.rather_read')} <${Link} href="/rules">${t('rules.book')}<//></p>
        ${
          all.some(({ name }) => progressOf(name).done.length > 0) &&
          html`<button type="button" class="button quiet" data-action="forget"
          onClick=${forgetProgress}>${t('learn.forget')}</button>`
        }
      </footer>
    </main>
  </div>`;
}

/**
 * The way to the first lesson that is not done.
 * @param {{all: LessonLine[]}} properties
 */
function Begin({ all }) {
  const next = all.find((lesson) => !isFinished(lesson)) ?? all[0];
  useEffect(() => {
    fetchLesson(next.name).catch(() => undefined);
  }, [next.name]);
  const isBegun = all.some(({ name }) => progressOf(name).done.length > 0);
  const words = isBegun ? t('learn.go_on', { number: next.number, title: t(next.title) }) : t('learn.begin');
  return html`<${Link} class="button primary learn-begin" data-action="begin"
    href=${`/learn/${next.name}`}>${words} <${Arrow} /><//>`;
}

/** @param {{lesson: LessonLine}} properties */
function Entry({ lesson }) {
  const { name, number, title, about, steps } = lesson;
  const done = Math.min(steps, progressOf(name).done.length);
  return html`<li class="lesson-entry" data-entry=${name} data-done=${done === steps}>
    <${Link} href=${`/learn/${name}`}>
      <span class="lesson-number">${number}</span>
      <span class="lesson-words"><b>${t(title)}</b> <span>${t(about)}</span>
        ${done > 0 && done < steps && html`<span class="lesson-part">${t('learn.part', { done, all: steps })}</span>`}
          </span>
      ${done === steps ? html`<${Seal} />` : html`<${LessonPicture} name=${name} />`}
    <//>
  </li>`;
}
