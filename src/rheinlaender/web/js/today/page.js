/** The page of the deal of the day: what it is, one click to the table, and then the comparison. */

import { UNREACHABLE, Refused } from '../api.js';
import { SEATS, Shield } from '../board/pieces.js';
import { html, useEffect } from '../lib.js';
import { LostPage, WaitingPage } from '../lost.js';
import { PageHeader } from '../menu.js';
import { LONGEST_NAME, myName, setMyName } from '../open.js';
import { presetName } from '../options.js';
import { Link } from '../router.js';
import { language, refusalWords, t } from '../words.js';
import { Lines } from './lines.js';
import { dateWords, useTimeLeft } from './dates.js';
import { Results } from './results.js';
import { Own } from './own.js';
import { begin, goOn, isOpening, useDay } from './day.js';

/** @typedef {import('../protocol.js').DayBody} Day */

/** @param {{id: string|null}} props the date of another day */
export function TodayPage({ id }) {
  useEffect(() => {
    document.title = `${t('today.title')} – ${t('drawing.title')}`;
  }, [language.value]);
  const { day, error, again } = useDay(id);
  if (error) {
    const refusal = error instanceof Refused ? error.refusal : UNREACHABLE;
    return html`<${LostPage} title=${t('today.title')} text=${refusalWords(refusal)} again=${again} />`;
  }
  return day ? html`<${TheDay} day=${day} />` : html`<${WaitingPage} />`;
}

/** @param {{day: Day}} props */
function TheDay({ day }) {
  const isPast = day.next === null;
  return html`<${PageHeader} />
    <main class="today" data-page="today" data-state=${day.state} data-date=${day.date}>
      <header class="today-head">
        <p class="today-date">${dateWords(day.date, 'full')}</p>
        <h1>${t('today.title')}</h1>
        ${!isPast && day.state !== 'done' && html`<p class="today-about">${t('today.about')}</p>`}
      </header>
      ${day.state === 'new' && html`<${New} day=${day} />`}
      ${day.state === 'playing' && html`<${Playing} day=${day} />`}
      ${day.state === 'missed' && html`<p class="soft">${t('today.missed')}</p>`}
      ${day.state === 'done' && html`<${Own} day=${day} />`}
      ${(isPast || day.state === 'done') && html`<${Lines} day=${day} /><${Results} day=${day} />`}
      <${Earlier} day=${day} isPast=${isPast} />
      <${How} day=${day} />
    </main>`;
}

/** Before the attempt: who plays, and one click. @param {{day: Day}} props */
function New({ day }) {
  return html`<section class="today-now" aria-label=${t('today.title')}>
    <${Players} day=${day} />
    <button type="button" class="button primary today-start" data-action="start" disabled=${isOpening.value}
      aria-busy=${isOpening.value} onClick=${() => begin(day, false)}>${t('today.start')}</button>
    <label class="play-now-name"><span class="soft">${t('home.you_play_as')}</span>
      <input type="text" class="inline-input" data-field="name" autocomplete="nickname" maxlength=${LONGEST_NAME}
        placeholder=${t('home.guest')} value=${myName.value}
        onInput=${(/** @type {any} */ event) => setMyName(event.currentTarget.value)} /></label>
    <p class="today-once">${t('today.once')}</p>
    <${Left} day=${day} />
  </section>`;
}

/** @param {{day: Day}} props */
function Playing({ day }) {
  return html`<section class="today-now" aria-label=${t('today.title')}>
    <p>${t('today.at_play')}</p>
    <${Players} day=${day} />
    <button type="button" class="button primary today-start" data-action="go-on"
      onClick=${() => day.own && goOn(day.own)}>${t('home.play_on')}</button>
    <${Left} day=${day} />
  </section>`;
}

/** Who sits at the table, and by which edition they play. @param {{day: Day}} props */
function Players({ day }) {
  const names = [t('today.you'), ...day.levels.map((level) => t(`level.${level}`))];
  return html`<ul class="today-players" aria-label=${t('home.at_the_table')}>${names.map(
    (name, place) => html`<li key=${place}><${Shield} seat=${SEATS[place]} size="1.8em" />${name}</li>`,
  )}</ul>
  <p class="small soft">${t('home.rules_of', { edition: presetName(day.edition) ?? day.edition })}</p>`;
}

/** How much of the day is left, in the time of this place. @param {{day: Day}} props */
function Left({ day }) {
  const { time, clock } = useTimeLeft(day);
  return html`<p class="small soft" data-told="left">${t('today.left', { time, clock })} ·${' '}
    ${t('today.begun', { count: day.begun })}</p>`;
}

/** @param {{day: Day, isPast: boolean}} props */
function Earlier({ day, isPast }) {
  const days = day.days.filter(({ date }) => date !== day.date);
  if (!days.length && !isPast) return null;
  return html`<section aria-labelledby="earlier"><h2 id="earlier">${t('today.earlier')}</h2>
    <ul class="today-days">
      ${isPast && html`<li><${Link} href="/today" data-action="today">${t('today.back')}<//></li>`}
      ${days.map(
        ({ date, players }) => html`<li key=${date}>
          <${Link} href=${`/today/${date}`} data-day=${date}>${dateWords(date, 'medium')}<//>
          <span class="soft small">${' '}(${players})</span></li>`,
      )}
    </ul></section>`;
}

/** By what the deal can be checked. @param {{day: Day}} props */
function How({ day: { date, deal, next } }) {
  return html`<details class="today-how" data-part="how"><summary>${t('today.how')}</summary>
    <p>${t('today.how_about')}</p>
    <dl class="small">
      <dt>${t('today.commitment', { date: dateWords(date, 'medium') })}</dt>
      <dd><code data-told="commitment">${deal.commitment}</code></dd>
      ${
        deal.seed &&
        html`<dt>${t('today.seed', { date: dateWords(date, 'medium') })}</dt>
        <dd><code data-told="seed">${deal.seed}</code></dd>`
      }
      ${
        next &&
        html`<dt>${t('today.commitment', { date: dateWords(next.date, 'medium') })}</dt>
        <dd><code data-told="next">${next.commitment}</code></dd>`
      }
    </dl></details>`;
}
