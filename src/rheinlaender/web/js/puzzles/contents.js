/** All puzzles: what they are, how one stands, which themes there are, and the way to the next one. */

import { Herald } from '../learn/figures.js';
import { html, useEffect } from '../lib.js';
import { RefusedPage, WaitingPage } from '../lost.js';
import { PageHeader } from '../menu.js';
import { Link, route } from '../router.js';
import { themeWords } from '../learn/themes.js';
import { language, t } from '../words.js';
import { failure, fetchLines, lines, nextLine, ofTheme } from './choosing.js';
import { ALL, chooseTheme, forgetSolver, solver } from './record.js';

/** @typedef {import('../protocol.js').PuzzleLine} Line */

/** In the order of the lessons. @type {(import('../protocol.js').Theme|'all')[]} */
const THEMES = [ALL, 'found', 'take_over', 'merge', 'castle', 'bishop', 'convert', 'end', 'bastion', 'quiet'];

/** The page of all puzzles. */
export function Puzzles() {
  useEffect(() => {
    void fetchLines();
    const wanted = THEMES.find((theme) => route.peek().hash === `theme=${theme}`);
    if (wanted) chooseTheme(wanted);
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
      <${Themes} all=${all} />
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
 * The themes, of which one is chosen.
 * @param {{all: Line[]}} properties
 */
function Themes({ all }) {
  const { theme: chosen, tried } = solver.value;
  return html`<fieldset class="puzzle-choice"><legend>${t('puzzle.themes')}</legend>
    ${THEMES.map((theme) => {
      const own = ofTheme(all, theme);
      const right = own.filter(({ id }) => tried[id] === 1).length;
      return html`<label key=${theme} data-theme-choice=${theme}><input type="radio" name="theme" value=${theme}
        checked=${chosen === theme} disabled=${own.length === 0} onChange=${() => chooseTheme(theme)} />
        <span>${theme === ALL ? t('puzzle.theme_all') : themeWords(theme)}</span>
        <span class="soft small lining">${t('puzzle.of', { done: right, all: own.length })}</span></label>`;
    })}</fieldset>`;
}
