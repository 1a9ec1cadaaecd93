/** One's earlier games: how strong one plays, how one fared against somebody, and all games that are over. */

import { html, useEffect } from '../lib.js';
import { RefusedPage } from '../lost.js';
import { PageHeader } from '../menu.js';
import { Link, route, setHash } from '../router.js';
import { language, t } from '../words.js';
import { useGames, useRatings } from './asking.js';
import { Filters } from './filters.js';
import { GameList } from './games.js';
import { Against } from './against.js';
import { Ratings } from './ratings.js';

/** The page. What is chosen stands in its address. */
export function HistoryPage() {
  const chosen = new URLSearchParams(route.value.hash);
  const { ratings, isNobody, refusal } = useRatings();
  const games = useGames(chosen.toString());
  useEffect(() => {
    document.title = `${t('history.title')} – ${t('drawing.title')}`;
  }, [language.value]);
  if (refusal) return html`<${RefusedPage} refusal=${refusal} />`;
  const isEmpty = isNobody || (games.isWhole && !games.list.length && !chosen.toString());
  /** @param {Record<string, string>} wish */
  const choose = (wish) => {
    const next = new URLSearchParams({ ...Object.fromEntries(chosen), ...wish });
    for (const [name, value] of [...next]) if (!value) next.delete(name);
    setHash(next.toString());
  };
  return html`
    <${PageHeader} />
    <main class="history" data-page="history" aria-busy=${!isEmpty && !games.isWhole}>
      <header class="history-head"><h1>${t('history.title')}</h1><p>${t('history.about')}</p></header>
      ${
        isEmpty
          ? html`<${Empty} />`
          : html`
        ${ratings && html`<${Ratings} ratings=${ratings} />`}
        <section class="history-games" aria-labelledby="games">
          <h2 id="games">${t('history.games')}</h2>
          <${Filters} chosen=${chosen} opponents=${ratings?.opponents ?? []} onChoose=${choose} />
          ${games.headToHead && html`<${Against} found=${games.headToHead} />`}
          <${GameList} games=${games} onOpponent=${(/** @type {string} */ opponent) => choose({ opponent })}
            onAll=${() => setHash('')} />
        </section>`
      }
    </main>`;
}

/** What to do where nothing is there yet. */
function Empty() {
  return html`<section class="history-empty" data-empty="true">
    <h2>${t('history.empty')}</h2>
    <p>${t('history.empty_about')}</p>
    <p class="actions"><${Link} class="button primary" data-action="home" href="/">${t('shell.to_home')}<//></p>
  </section>`;
}
