/** All puzzles: what they are, how one stands, which themes there are, and the way to the next one. */

import { Herald } from '../learn/figures.js';
import { html, useEffect } from '../lib.js';
import { RefusedPage, WaitingPage } from '../lost.js';
import { PageHeader } from '../menu.js';
import { Link, route } from '../router.js';
import { themeWords } from '../learn/themes.js';
import { language, t } from '../words.js';
import { failure, fetchLines, lines, nextLine, ofTheme, ofTime } from './choosing.js';
import { timeWords } from './figures.js';
import { ALL, chooseTheme, chooseTime, forgetSolver, solver } from './record.js';

/** @typedef {import('../protocol.js').PuzzleLine} Line */

/** In the order of the lessons. @type {(import('../protocol.js').Theme|'all')[]} */
const THEMES = [ALL, 'found', 'take_over', 'merge', 'castle', 'bishop', 'convert', 'end', 'bastion', 'quiet'];
/** In the order in which a game goes. @type {(Line['time']|'all')[]} */
const TIMES = [ALL, 'opening', 'middle', 'ending'];

/** The page of all puzzles. */
export function Puzzles() {
  useEffect(() => {
    void fetchLines();
    const wanted = THEMES.find((theme) => route.peek().hash === `theme=${theme}`);
    if (!wanted) return;
    chooseTheme(wanted);
    chooseTime(ALL);
  }, []);
  useEffect(() => {
    document.title = `${t('puzzle.title')} – ${t('drawing.title')}`;
  }, [language.value]);
  const all = lines.value;
  if (!all)
    return failure.value
      ? html`<${RefusedPage} refusal=${failure.value} again=${fetchLines} />`
      : html`<${WaitingPage} />`;
  const next = nextLine(all, null, () => 0);
  return html`<div class="learn" data-page="puzzles" data-count=${all.length}>
    <${PageHeader} />
    <main class="learn-body">
      <header class="learn-head"><${Herald} mood="ask" />
        <div><h1>${t('puzzle.title')}</h1><p class="learn-about">${t('puzzle.about')}</p>
          ${
            next &&
            html`<${Link} class="button primary learn-begin" data-action="solve"
            href=${`/puzzles/${next.id}`}>${t('puzzle.solve')}<//>`
          }</div>
      </header>
      <${How} all=${all} />
      <${Chosen} all=${all} />
      <footer class="learn-foot"><p class="small soft">${t('puzzle.kept')}</p>
        ${
          Object.keys(solver.value.tried).length > 0 &&
          html`<button type="button" class="button quiet" data-action="forget"
          onClick=${forgetSolver}>${t('puzzle.forget')}</button>`
        }</footer>
    </main>
  </div>`;
}

/**
 * How one stands.
 * @param {{all: Line[]}} properties
 */
function How({ all }) {
  const { rating, row, longest, tried } = solver.value;
  const right = all.filter(({ id }) => tried[id] === 1).length;
  const figures = [
    ['rating', t('puzzle.rating'), `${Math.round(rating.rating)} ± ${Math.round(rating.deviation)}`],
    ['right', t('puzzle.solved'), t('puzzle.of', { done: right, all: all.length })],
    ['row', t('puzzle.row'), row],
    ['longest', t('puzzle.longest'), longest],
  ];
  return html`<dl class="puzzle-figures lining">${figures.map(
    ([name, label, figure]) => html`<div key=${name}><dt>${label}</dt><dd data-figure=${name}>${figure}</dd></div>`,
  )}</dl>`;
}

/**
 * The themes and the parts of the game, of each of which one is chosen; what together has no puzzle is not to be had.
 * @param {{all: Line[]}} properties
 */
function Chosen({ all }) {
  const { theme, time } = solver.value;
  const own = ofTheme(all, theme);
  return html`<${Choice} name="theme" legend=${t('puzzle.themes')} chosen=${theme} onChoose=${chooseTheme}
      choices=${THEMES.map((value) => ({ value, words: namedTheme(value), own: ofTime(ofTheme(all, value), time) }))} />
    <${Choice} name="time" legend=${t('puzzle.times')} chosen=${time} onChoose=${chooseTime}
      choices=${TIMES.map((value) => ({ value, words: namedTime(value), own: ofTime(own, value) }))} />`;
}

/**
 * @param {{name: 'theme'|'time', legend: string, chosen: string, onChoose: (value: string) => void,
 *   choices: {value: string, words: string, own: readonly Line[]}[]}} properties
 */
function Choice({ name, legend, chosen, onChoose, choices }) {
  const { tried } = solver.value;
  return html`<fieldset class="puzzle-choice"><legend>${legend}</legend>
    ${choices.map(({ value, words, own }) => {
      const right = own.filter(({ id }) => tried[id] === 1).length;
      return html`<label key=${value} ...${{ [`data-${name}-choice`]: value }}><input type="radio" name=${name}
        value=${value} checked=${chosen === value} disabled=${own.length === 0} onChange=${() => onChoose(value)} />
        <span>${words}</span>
        <span class="soft small lining">${t('puzzle.of', { done: right, all: own.length })}</span></label>`;
    })}</fieldset>`;
}

/** @param {typeof THEMES[number]} theme */
function namedTheme(theme) {
  return theme === ALL ? t('puzzle.theme_all') : themeWords(theme);
}

/** @param {typeof TIMES[number]} time */
function namedTime(time) {
  return time === ALL ? t('puzzle.theme_all') : timeWords(time);
}
