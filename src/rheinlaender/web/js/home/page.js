/** The home page: one click to a table. */

import { html, useEffect, useState } from '../lib.js';
import { late } from '../late.js';
import { SettingsMenu } from '../menu.js';
import { Piece, Shield } from '../board/pieces.js';
import { hasLobby } from '../open.js';
import { Link } from '../router.js';
import { language, t } from '../words.js';
import { Plate } from './plate.js';
import { NewTable } from './new.js';
import { PlayNow } from './play.js';
import { MyTables, YourTurn, turnsToTake, useStatuses } from './tables.js';

const LobbyLink = late(async () => (await import('../lobby/link.js')).load());

/** The home page. */
export function HomePage() {
  const [way, setWay] = useState(/** @type {import('./new.js').Way|null} */ (null));
  useStatuses();
  const waiting = turnsToTake.value;
  useEffect(() => {
    document.title = waiting ? `● ${t('home.your_turn')} – ${t('drawing.title')}` : t('drawing.title');
  }, [waiting, language.value]);
  return html`<div class="home" data-page="home">
    <header class="home-head">
      <nav class="home-links">
        <${Link} data-action="rules" href="/rules">${t('rules.title')}<//>
        <${Link} href="/puzzles">${t('home.puzzles')}<//>
        <${Link} data-action="today" href="/today">${t('home.today')}<//>
        ${hasLobby && html`<${LobbyLink} />`}
      </nav>
      <${SettingsMenu} />
    </header>
    <main class="home-main">
      <${YourTurn} />
      <section class="hero">
        <div class="hero-words">
          <h1>${t('drawing.title')}</h1>
          <p class="hero-by">${t('home.by')}</p>
          <p class="hero-pitch">${t('home.pitch')}</p>
          <${PlayNow} />
          <${Link} class="button learn-link" data-action="learn" href="/learn">${t('home.learn')}<//>
        </div>
        <${Plate} />
      </section>
      <${MyTables} />
      <section class="ways" aria-label=${t('home.ways')}>
        <${Way} name="invite" pictures=${html`<${Shield} seat="a" /><${Shield} seat="c" /><${Shield} seat="d" />`}
          title=${t('home.invite')} about=${t('home.invite_about')} onClick=${() => setWay('friends')} />
        <${Way} name="pass-and-play" pictures=${html`<${Shield} seat="b" /><${Shield} seat="e" />`}
          title=${t('home.pass_and_play')} about=${t('home.pass_and_play_about')} onClick=${() => setWay('pass')} />
        <${Way} name="replay" pictures=${html`<${Piece} name="castle" /><${Piece} name="church" /><${Piece}
          name="city4" />`}
          title=${t('home.replay')} about=${t('home.replay_about')} href="/replay" />
      </section>
    </main>
    <footer class="home-foot small soft"><p>${t('home.credits')}</p></footer>
    ${way && html`<${NewTable} way=${way} onClose=${() => setWay(null)} />`}
  </div>`;
}

/**
 * A way to play.
 * @param {{name: string, pictures: import('../lib.js').Children, title: string, about: string, href?: string,
 *   onClick?: () => void}} props
 */
function Way({ name, pictures, title, about, href, onClick }) {
  const inside = html`<span class="way-pictures" aria-hidden="true">${pictures}</span>
    <span class="way-words"><b class="way-title">${title}</b><span class="soft">${about}</span></span>`;
  return href
    ? html`<${Link} class="way" data-action=${name} href=${href}>${inside}<//>`
    : html`<button type="button" class="way" data-action=${name} onClick=${onClick}>${inside}</button>`;
}
