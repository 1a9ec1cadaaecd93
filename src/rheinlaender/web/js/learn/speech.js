/** What the herald says: the task, what was right or wrong and why, hints. */

import { html, useEffect, useRef } from '../lib.js';
import { EventPicture, toldEvents } from '../game/happenings.js';
import { Why } from '../clauses/why.js';
import { eventWords, refusalWords, t } from '../words.js';
import { Herald, Seal } from './figures.js';
import { sayingWords } from './lessons.js';

/** @typedef {import('./course.js').Course} Course */
/** @typedef {import('./step.js').Step} Step */
/** @typedef {import('../protocol.js').EventBody} GameEvent */
/** @typedef {import('../types.js').Names} Names */

/**
 * Everything that is said now.
 * @typedef {object} Said
 * @property {'watch'|'ask'|'wrong'|'right'} mood
 * @property {string|null} task what was asked, where the answer stands before it
 * @property {string} main
 * @property {import('../protocol.js').RefusalBody|null} refusal
 * @property {GameEvent[]} events
 * @property {string|null} missing
 * @property {string|null} hint
 */

/**
 * @param {Step} step
 * @param {Names} names
 * @returns {Said}
 */
export function saidOf(step, names) {
  const { stage, answer } = step;
  const hint = step.hasHint.value && stage.value !== 'right' ? t(step.step.hint) : null;
  const task = t(step.step.say);
  const nothing = { task: null, refusal: null, missing: null, hint: null };
  if (stage.value === 'shown') return { ...nothing, mood: 'watch', main: t('learn.watch'), events: shownEvents(step) };
  if (stage.value === 'asked' || !answer.value)
    return { ...nothing, mood: 'ask', main: task, events: shownEvents(step), hint };
  const { right, say, refusal, is_enough: isEnough, events, missing } = answer.value;
  return {
    mood: right ? 'right' : 'wrong',
    task: right ? null : task,
    main: sayingWords(say, names),
    refusal: isEnough ? null : refusal,
    events: toldEvents(events),
    missing: missing && sayingWords(missing, names),
    hint,
  };
}

/** @param {Step} step */
function shownEvents({ step, seen }) {
  return step.shown.slice(0, seen.value).flatMap(({ events }) => toldEvents(events));
}

/**
 * The speech as one text, for those who listen.
 * @param {Said} said
 * @param {Names} names
 */
export function spokenWords({ mood, main, refusal, events, missing, hint }, names) {
  const told = events.map((event) => eventWords(event, names));
  const before = mood === 'ask' ? told : [mood === 'right' ? t('learn.right') : ''];
  const after = mood === 'ask' ? [] : [refusal ? refusalWords(refusal, names) : '', ...told, missing ?? ''];
  return [...before, main, ...after, hint ? `${t('learn.hint')}: ${hint}` : ''].filter(Boolean).join(' ');
}

/**
 * The herald and the sheet with the words. What is new is brought into sight.
 * @param {{course: Course, step: Step}} properties
 */
export function Speech({ course, step }) {
  const names = course.colours.value;
  const said = saidOf(step, names);
  const sheet = useRef(/** @type {HTMLElement|null} */ (null));
  useEffect(() => {
    if (sheet.current) sheet.current.scrollTop = 0;
  }, [said.mood, step]);
  return html`<section class="speech" data-mood=${said.mood} aria-label=${t('learn.speech')}>
    <${Herald} mood=${said.mood} />
    <div class="speech-sheet" ref=${sheet} tabindex="0" data-speech>
      ${said.mood === 'right' && html`<${Seal} class="speech-seal" isFresh />`}
      ${said.task && html`<p class="speech-task">${said.task}</p>`}
      ${said.mood === 'ask' && html`<${Events} events=${said.events} names=${names} />`}
      <p class="speech-main" data-say=${said.mood}>${said.main}</p>
      ${said.refusal && html`<${Refused} refusal=${said.refusal} names=${names} />`}
      ${said.mood !== 'ask' && !step.view.value.result && html`<${Events} events=${said.events} names=${names} />`}
      ${said.missing && html`<p class="speech-missing" data-missing>${said.missing}</p>`}
      ${said.hint && html`<p class="speech-hint" data-hint><b>${t('learn.hint')}</b> ${said.hint}</p>`}
    </div>
  </section>`;
}

/** @param {{refusal: import('../protocol.js').RefusalBody, names: Names}} properties */
function Refused({ refusal, names }) {
  const { code, section } = refusal;
  return html`<p class="speech-refusal" data-refusal=${code}>${refusalWords(refusal, names)}${' '}
    ${section && html`<a href="/rules#${section}" target="_blank" rel="noopener">${t('table.rule', { section })}</a>`}
      </p>`;
}

/** @param {{events: GameEvent[], names: Names}} properties */
function Events({ events, names }) {
  if (events.length === 0) return null;
  return html`<ul class="speech-events">${events.map(
    (event, place) => html`<li key=${place} data-event=${event.name}>
    <${EventPicture} event=${event} /><span>${eventWords(event, names)}</span><${Why} about=${event.name} /></li>`,
  )}</ul>`;
}
