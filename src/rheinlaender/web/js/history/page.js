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
import { Statistics } from './statistics.js';

/**
 * The page: one's games, or what can be counted of them.
 * @param {{id: string|null}} properties
 */
export function HistoryPage({ id }) {
  return id ? html`<${StatisticsPage} />` : html`<${GamesPage} />`;
}

/** What can be counted. */
function StatisticsPage() {
  useTitle();
  return html`
    <${PageHeader} />
    <main class="history" data-page="history"><${Head} part="statistics" /><${Statistics}><${Empty} /><//></main>`;
}

function useTitle() {
  useEffect(() => {
    document.title = `${t('history.title')} – ${t('drawing.title')}`;
  }, [language.value]);
}

/** @param {{part: 'games'|'statistics'}} properties */
function Head({ part }) {
  const parts = /** @type {const} */ ([
    ['games', '/history', t('history.games')],
    ['statistics', '/history/statistics', t('history.statistics')],
  ]);
  return html`<header class="history-head"><h1>${t('history.title')}</h1><p>${t('history.about')}</p>
    <nav class="history-parts" aria-label=${t('history.parts')}>${parts.map(
      ([name, href, label]) => html`<${Link} key=${name} class="button quiet" data-action=${`to-${name}`} href=${href}
        aria-current=${name === part ? 'page' : undefined}>${label}<//>`,
    )}</nav></header>`;
}

/** One's games. What is chosen stands in the address. */
function GamesPage() {
  const chosen = new URLSearchParams(route.value.hash);
  const { ratings, isNobody, refusal } = useRatings();
  const games = useGames(chosen.toString());
  useTitle();
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
      <${Head} part="games" />
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
