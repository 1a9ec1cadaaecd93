/** The way to the lobby: how many tables wait there for players. */

import { ask } from '../api.js';
import { html, signal, useEffect } from '../lib.js';
import { Link } from '../router.js';
import { t, wantWords } from '../words.js';

const LOOK_EVERY = 15_000;

/** How many tables wait, as it was heard last. */
const waiting = signal(0);

/** The link, when its words are there. */
export async function load() {
  await wantWords('lobby');
  return LobbyLink;
}

async function count() {
  if (document.visibilityState === 'hidden') return;
  const found = await ask('GET', '/api/lobby').catch(() => null);
  if (found) waiting.value = found.waiting;
}

/** Says how many tables are open; where that cannot be told, only where they are. */
function LobbyLink() {
  useEffect(() => {
    void count();
    const timer = setInterval(count, LOOK_EVERY);
    return () => clearInterval(timer);
  }, []);
  const words = waiting.value ? t('lobby.count', { count: waiting.value }) : t('settings.lobby');
  return html`<${Link} class="home-lobby" data-action="lobby" data-waiting=${waiting.value} href="/lobby">${words}<//>`;
}
