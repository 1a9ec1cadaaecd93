/** The games of a day side by side: what each did at the same turn, where they part, and what came of it. */

import { Refused, UNREACHABLE } from '../api.js';
import { html, useEffect, useMemo, useState } from '../lib.js';
import { LostPage, WaitingPage } from '../lost.js';
import { PageHeader } from '../menu.js';
import { Link, route } from '../router.js';
import { dateWords } from '../today/dates.js';
import { useDay } from '../today/day.js';
import { language, refusalWords, t } from '../words.js';
import { Beside } from './beside.js';
import { useGames } from './games.js';
import { choicesOf, hashOf, wishOf } from './pair.js';

/** @typedef {import('../protocol.js').DayBody} Day */
/** @typedef {import('./pair.js').Wish} Wish */

/** @param {{id: string|null}} props the date */
export function ComparePage({ id }) {
  useEffect(() => {
    document.title = `${t('compare.title')} – ${t('today.title')}`;
  }, [language.value]);
  const { day, error, again } = useDay(id);
  if (error) {
    const refusal = error instanceof Refused ? error.refusal : UNREACHABLE;
    return html`<${LostPage} title=${t('compare.title')} text=${refusalWords(refusal)} again=${again} />`;
  }
  if (!day) return html`<${WaitingPage} />`;
  return html`<${PageHeader} />
    <main class="compare" data-page="compare" data-date=${day.date}>
      <header class="compare-head">
        <h1>${t('compare.title')}</h1>
        <p><${Link} href=${`/today/${day.date}`} data-action="day">${t('today.title')}<//>${' '}
          <span class="soft">${dateWords(day.date, 'medium')}</span></p>
      </header>
      <${Games} day=${day} />
    </main>`;
}

/** The games that are to be seen, once they have come. @param {{day: Day}} props */
function Games({ day }) {
  const choices = useMemo(() => choicesOf(day), [day]);
  const [wish, setWish] = useState(/** @type {Wish|null} */ (null));
  const shown = choices.length ? wishOf(choices, wish ? hashOf(wish) : route.peek().hash) : null;
  const { games, refusal, again } = useGames(day.date, shown ? [shown.left, shown.right] : []);
  if (!shown) return html`<p data-told="none">${day.next ? t('refusal.finish_first') : t('today.nobody')}</p>`;
  if (refusal)
    return html`<p data-told="refused">${refusalWords(refusal)}
      <button type="button" class="button" data-action="again" onClick=${again}>${t('shell.try_again')}</button></p>`;
  const [left, right] = games ?? [];
  if (!left || !right) return html`<p class="compare-waits" aria-busy="true"></p>`;
  return html`<${Beside} left=${left} right=${right} choices=${choices} levels=${day.levels} turn=${shown.turn}
    onWish=${setWish} />`;
}
