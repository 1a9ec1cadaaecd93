/** Statistics of one's games as pictures: results, accuracy and luck over time, and what one misses. */

import { UNREACHABLE, ask } from '../api.js';
import { html, useEffect, useState } from '../lib.js';
import { identity, sync } from '../identity/sync.js';
import { Link } from '../router.js';
import { refusalWords, t } from '../words.js';
import { Results } from './results.js';
import { Accuracy, Luck } from './course.js';
import { Themes } from './themes.js';

/** @typedef {import('../protocol.js').StatisticsBody} Body */
/** @typedef {import('../protocol.js').RefusalBody} Refusal */

/** How many reviewed games are worth a curve. */
const FEWEST = 2;

/** @param {{children?: import('../lib.js').Children}} properties what is shown where nothing was played */
export function Statistics({ children }) {
  const { found, refusal, isNobody } = useStatistics();
  if (refusal) return html`<p role="status">${refusalWords(refusal)}</p>`;
  if (isNobody || (found && !found.results.length)) return children;
  if (!found) return null;
  const { reviewed, themes, marks, unreviewed } = found;
  return html`<div class="statistics">
    <${Results} cells=${found.results} />
    ${reviewed.length >= FEWEST && html`<${Accuracy} games=${reviewed} marks=${marks} /><${Luck} games=${reviewed} />`}
    ${themes.length > 0 && html`<${Themes} themes=${themes} />`}
    ${unreviewed && html`<${Unreviewed} table=${unreviewed} count=${reviewed.length} />`}
  </div>`;
}

/** @returns {{found: Body|null, refusal: Refusal|null, isNobody: boolean}} */
function useStatistics() {
  const [found, setFound] = useState(/** @type {Body|null} */ (null));
  const [refusal, setRefusal] = useState(/** @type {Refusal|null} */ (null));
  const [isNobody, setNobody] = useState(false);
  useEffect(() => {
    sync()
      .catch(() => {})
      .then(() => {
        const key = identity.peek()?.key;
        setNobody(!key);
        if (key)
          ask('GET', '/api/identity/statistics', { secret: key }).then(setFound, (error) =>
            setRefusal(error.refusal ?? UNREACHABLE),
          );
      });
  }, []);
  return { found, refusal, isNobody };
}

/**
 * Where more is to be learned: the newest game that nobody has reviewed.
 * @param {{table: string, count: number}} properties
 */
function Unreviewed({ table, count }) {
  return html`<section class="statistics-part" data-part="unreviewed" aria-labelledby="unreviewed">
    <h2 id="unreviewed">${t('history.unreviewed')}</h2>
    <p>${t('history.unreviewed_about', { count })}</p>
    <p class="actions"><${Link} class="button" data-action="review"
      href=${`/review/${table}`}>${t('history.review_newest')}<//></p>
  </section>`;
}
