/** How one's play went over time: accuracy as a curve, luck as bars above and below an even game. */

import { html } from '../lib.js';
import { language, t } from '../words.js';
import { Part } from './part.js';

/** @typedef {import('../protocol.js').ReviewedGameBody} Game */

const HEIGHT = 100;

/**
 * The curve, with the levels as lines.
 * @param {{games: Game[], marks: Record<string, number>}} properties the newest game first
 */
export function Accuracy({ games, marks }) {
  const course = [...games].reverse();
  const last = course.length - 1;
  const points = course.map(({ accuracy }, place) => `${place},${HEIGHT - accuracy}`).join(' ');
  const heads = [t('history.date'), t('history.accuracy')];
  return html`<${Part} name="accuracy" title=${t('history.accuracy')}
    about=${t('history.accuracy_about')} heads=${heads}
    rows=${course.map(({ at, accuracy }) => [dateWords(at), accuracy])}>
    <div class="course" aria-hidden="true">
      <svg viewBox="0 0 ${last} ${HEIGHT}" preserveAspectRatio="none">
        ${Object.entries(marks).map(
          ([level, mark]) => html`<path key=${level} class="course-mark" d="M0 ${HEIGHT - mark}H${last}" />`,
        )}
        <polyline class="course-line" points=${points} />
      </svg>
      ${Object.entries(marks).map(
        ([level, mark]) =>
          html`<span key=${level} class="course-label" data-level=${level}
            style=${`--mark:${mark}%`}>${t(`level.${level}`)} ${Math.round(mark)}</span>`,
      )}
      ${course.map(
        ({ table, accuracy }, place) => html`<i key=${table} class="course-dot"
          style=${`left:${(100 * place) / last}%;bottom:${accuracy}%`}></i>`,
      )}
    </div>
    <${Ends} course=${course} />
  <//>`;
}

/**
 * The bars; the highest fills its half.
 * @param {{games: Game[]}} properties the newest game first
 */
export function Luck({ games }) {
  const course = [...games].reverse();
  const most = 10 * Math.ceil(Math.max(10, ...course.map(({ luck }) => Math.abs(luck))) / 10);
  const heads = [t('history.date'), t('history.luck')];
  return html`<${Part} name="luck" title=${t('history.luck')} about=${t('history.luck_about')} heads=${heads}
    rows=${course.map(({ at, luck }) => [dateWords(at), signed(luck)])}>
    <div class="luck" aria-hidden="true" data-most=${signed(most)} data-least=${signed(-most)}>${course.map(
      ({ table, luck }) => html`<span key=${table} class="luck-game" data-sign=${luck < 0 ? 'minus' : 'plus'}
        title=${signed(luck)}><i style=${`height:${(50 * Math.abs(luck)) / most}%`}></i></span>`,
    )}</div>
    <${Ends} course=${course} />
    <p>${t('history.luck_sum', { luck: signed(Math.round(mean(course))) })}</p>
  <//>`;
}

/** @param {{course: Game[]}} properties */
function Ends({ course }) {
  const [first, last] = [course[0].at, course[course.length - 1].at].map(dateWords);
  return html`<p class="course-ends small soft" aria-hidden="true"><span>${first}</span><span>${last}</span></p>`;
}

/** @param {Game[]} course */
function mean(course) {
  return course.reduce((sum, { luck }) => sum + luck, 0) / course.length;
}

/** @param {number} number */
function signed(number) {
  return new Intl.NumberFormat(language.value, { signDisplay: 'exceptZero' }).format(number).replace('-', '−');
}

/** @param {string} at */
export function dateWords(at) {
  return new Intl.DateTimeFormat(language.value, { dateStyle: 'medium' }).format(new Date(at));
}
