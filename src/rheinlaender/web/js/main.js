/** The beginning: choose the language, then show the page that the address names. */

import { effect, html, render, useEffect, useState } from './lib.js';
import { followAddress, route } from './router.js';
import { myTables, takeSecretFromLink } from './secrets.js';
import { readKept } from './settings.js';
import { loadLanguage, preferredLanguage, wantWords } from './words.js';
import { askForPlaces, askForSheet, askForSymbols, places, sheet, turnBoard } from './board/places.js';
import { Notices } from './notice.js';
import { LostPage, WaitingPage } from './lost.js';

/** @type {Record<string, () => Promise<(props: {id: string|null}) => any>>} */
const PAGES = {
  home: async () => (await import('./home/page.js')).HomePage,
  table: async () => /** @type {any} */ ((await import('./table/page.js')).TablePage),
  replay: async () => (await import('./replay/page.js')).ReplayPage,
  review: async () => (await Promise.all([import('./review/page.js'), wantWords('after')]))[0].ReviewPage,
  verify: async () => (await Promise.all([import('./verify/page.js'), wantWords('after')]))[0].VerifyPage,
  rules: async () => (await import('./book/page.js')).BookPage,
  learn: async () => (await Promise.all([import('./learn/page.js'), wantWords('lessons')]))[0].LearnPage,
  puzzles: async () => (await Promise.all([import('./puzzles/page.js'), wantWords('puzzles')]))[0].PuzzlesPage,
  me: async () => (await Promise.all([import('./identity/page.js'), wantWords('identity')]))[0].IdentityPage,
  today: async () => (await Promise.all([import('./today/page.js'), wantWords('today')]))[0].TodayPage,
  compare: async () =>
    (await Promise.all([import('./compare/page.js'), wantWords('today'), wantWords('compare')]))[0].ComparePage,
  lobby: async () => (await Promise.all([import('./lobby/page.js'), wantWords('lobby')]))[0].LobbyPage,
  history: async () => (await Promise.all([import('./history/page.js'), wantWords('history')]))[0].HistoryPage,
};

/** Style sheets that one page needs and the others do not; index.html links them without fetching them. */
const STYLES = /** @type {Record<string, string[]>} */ ({
  replay: ['replay', 'upload'],
  review: ['review', 'upload'],
  verify: ['upload', 'verify'],
  rules: ['book'],
  learn: ['learn'],
  puzzles: ['learn'],
  me: ['identity'],
  today: ['today'],
  compare: ['today', 'replay', 'compare'],
  lobby: ['lobby'],
  history: ['history'],
});
const worn = /** @type {Record<string, Promise<unknown>>} */ ({});

/**
 * Puts on the style sheets of a page; done when they are there, or cannot be had.
 * @param {string} page
 */
function wear(page) {
  return Promise.all((STYLES[page] ?? []).map(putOn));
}

/** @param {string} name */
function putOn(name) {
  const link = /** @type {HTMLLinkElement|null} */ (document.querySelector(`link[href="/css/${name}.css"]`));
  if (!link) return Promise.resolve();
  worn[name] ??= new Promise((resolve) => {
    link.onload = link.onerror = resolve;
    link.disabled = false;
  });
  return worn[name];
}

/** The page that is fetched while another is looked at, and how long after it is drawn, in milliseconds. */
const NEXT = /** @type {Record<string, string>} */ ({ home: 'table' });
const NEXT_AFTER = 1500;

/** The page that the address names. */
function App() {
  const { name, id } = route.value;
  const [shown, setShown] = useState(/** @type {{name: string, Page: any}|null} */ (null));
  useEffect(() => {
    let isWanted = true;
    const load = PAGES[name] ?? (async () => LostPage);
    Promise.all([load(), wear(name)]).then(
      ([Page]) => {
        if (isWanted) setShown({ name, Page });
      },
      () => {
        if (isWanted) setShown({ name, Page: LostPage });
      },
    );
    return () => {
      isWanted = false;
    };
  }, [name]);
  const isDrawn = shown?.name === name && places.value !== null && sheet.value !== null;
  useEffect(() => {
    if (!isDrawn) return undefined;
    const timer = setTimeout(() => void PAGES[NEXT[name]]?.().catch(() => {}), NEXT_AFTER);
    return () => clearTimeout(timer);
  }, [name, isDrawn]);
  return html`
    ${shown?.name === name ? html`<${shown.Page} key=${`${name} ${id ?? ''}`} id=${id} />` : html`<${WaitingPage} />`}
    <${Notices} />`;
}

/** Load the words; while the server does not answer, say so and try again. */
async function findWords() {
  const wish = preferredLanguage();
  const apology = /** @type {HTMLElement} */ (document.getElementById('unreachable'));
  for (let pause = 500; !(await isLoaded(wish)); pause = Math.min(pause * 2, 8000)) {
    apology.hidden = false;
    await new Promise((resolve) => {
      setTimeout(resolve, pause);
    });
  }
  apology.hidden = true;
}

/** @param {string} wish */
function isLoaded(wish) {
  return loadLanguage(wish).then(
    () => true,
    () => false,
  );
}

/** Pages whose board is turned where a window stands. */
const TURNING = ['table', 'replay', 'review', 'compare'];

/** What the first page needs is fetched while the words are on their way. */
function fetchAhead() {
  if (TURNING.includes(route.peek().name)) turnBoard();
  askForSymbols();
  askForPlaces();
  askForSheet();
  void wear(route.peek().name);
  PAGES[route.peek().name]?.().catch(() => {});
}

/** How long a page has to itself before seats are brought together, and how often the home page looks again. */
const SYNC_AFTER = 1500;
const SYNC_EVERY = 15_000;

/** Bring the seats of this browser and those of its identity together soon; what fails is tried again later. */
function syncSoon() {
  if (!myTables().value.length && !readKept('identity', null)) return;
  setTimeout(() => {
    import('./identity/sync.js').then((identity) => identity.sync()).catch(() => {});
  }, SYNC_AFTER);
}

/** Seats are brought together when a page is opened, when they change, and where their list is shown. */
function keepSeatsTogether() {
  effect(syncSoon);
  setInterval(() => {
    if (route.peek().name === 'home' && document.visibilityState === 'visible') syncSoon();
  }, SYNC_EVERY);
}

takeSecretFromLink();
fetchAhead();
addEventListener('hashchange', takeSecretFromLink);
followAddress();
keepSeatsTogether();
await findWords();
render(html`<${App} />`, /** @type {HTMLElement} */ (document.getElementById('page')));
void navigator.serviceWorker?.register('/worker.js', { updateViaCache: 'none' }).catch(() => {});
