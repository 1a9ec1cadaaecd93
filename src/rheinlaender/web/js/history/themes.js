/** What one misses, by what the best moves were about, with lessons and puzzles about it. */

import { html } from '../lib.js';
import { Link } from '../router.js';
import { themeWords } from '../learn/themes.js';
import { t } from '../words.js';
import { Part } from './part.js';

/** @typedef {import('../protocol.js').ThemeBody} Theme */

/** The lesson of each theme. @type {Record<string, string>} */
const LESSONS = {
  found: 'found',
  take_over: 'takeover',
  merge: 'merge',
  castle: 'castle',
  bishop: 'bishops',
  convert: 'convert',
  end: 'end',
  bastion: 'bastion',
  quiet: 'worth',
};

/** @param {{themes: Theme[]}} properties */
export function Themes({ themes }) {
  const most = Math.max(1, ...themes.map(({ lost }) => lost));
  const heads = [t('history.theme'), t('history.missed'), t('history.cost')];
  return html`<${Part} name="themes" title=${t('history.themes')} about=${t('history.themes_about')} heads=${heads}
    rows=${themes.map(({ theme, missed, lost }) => [themeWords(theme), missed, lost])}>
    <ul class="result-bars result-themes">${themes.map(
      ({ theme, missed, lost }) => html`<li key=${theme} data-theme-missed=${theme}>
        <span class="result-name">${themeWords(theme)}</span>
        <span class="result-bar theme-bar" aria-hidden="true"><i style=${`width:${(100 * lost) / most}%`}></i></span>
        <span class="small soft result-count">${t('history.missed_times', { count: missed })}</span>
        <span class="result-links">
          <${Link} class="button quiet" data-action="lesson" href=${`/learn/${LESSONS[theme]}`}
            aria-label=${t('history.lesson_about', { theme: themeWords(theme) })}>${t('history.lesson')}<//>
          <${Link} class="button quiet" data-action="puzzles" href=${`/puzzles#theme=${theme}`}
            aria-label=${t('history.puzzles_about', { theme: themeWords(theme) })}>${t('history.puzzles')}<//>
        </span></li>`,
    )}</ul>
  <//>`;
}
