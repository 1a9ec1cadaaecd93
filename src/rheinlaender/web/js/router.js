/** Pages and their addresses. */

import { html, signal } from './lib.js';

/**
 * @typedef {'home'|'table'|'replay'|'review'|'verify'|'rules'|'learn'|'puzzles'|'me'|'today'|'compare'|'lobby'
 *   |'history'|'unknown'} Page
 */
/** @typedef {{name: Page, id: string|null, hash: string}} Route */

/** @type {[RegExp, Route['name']][]} */
const ROUTES = [
  [/^\/$/, 'home'],
  [/^\/table\/([A-Za-z0-9_-]+)\/?$/, 'table'],
  [/^\/replay\/([A-Za-z0-9_-]+)\/?$/, 'replay'],
  [/^\/replay\/?$/, 'replay'],
  [/^\/review(?:\/([A-Za-z0-9_-]+))?\/?$/, 'review'],
  [/^\/verify(?:\/([A-Za-z0-9_-]+))?\/?$/, 'verify'],
  [/^\/rules(?:\/([^/]+))?\/?$/, 'rules'],
  [/^\/learn(?:\/([a-z]{1,20}))?\/?$/, 'learn'],
  [/^\/puzzles(?:\/([A-Za-z0-9_-]+))?\/?$/, 'puzzles'],
  [/^\/me\/?$/, 'me'],
  [/^\/today(?:\/([0-9-]{10}))?\/?$/, 'today'],
  [/^\/today\/([0-9-]{10})\/compare\/?$/, 'compare'],
  [/^\/lobby\/?$/, 'lobby'],
  [/^\/history(?:\/(statistics))?\/?$/, 'history'],
];

/** The page that is shown. @type {import('./lib.js').Signal<Route>} */
export const route = signal(read());

/** @returns {Route} */
function read() {
  const { pathname = '/', hash = '' } = globalThis.location ?? {};
  for (const [pattern, name] of ROUTES) {
    const found = pattern.exec(pathname);
    if (found) return { name, id: found[1] ?? null, hash: hash.slice(1) };
  }
  return { name: 'unknown', id: null, hash: '' };
}

/**
 * Go to another page.
 * @param {string} path
 */
export function go(path) {
  history.pushState(null, '', path);
  route.value = read();
  scrollTo(0, 0);
}

/**
 * Change the part after `#` without a new entry in the browser's history.
 * @param {string} hash
 */
export function setHash(hash) {
  history.replaceState(history.state, '', `${location.pathname}${hash ? `#${hash}` : ''}`);
  route.value = read();
}

/** Follow the browser's back and forward buttons and edited addresses. */
export function followAddress() {
  const follow = () => {
    route.value = read();
  };
  addEventListener('popstate', follow);
  addEventListener('hashchange', follow);
}

/**
 * A link to a page of this site; opened in place, unless the person wants a new window.
 * @param {{href: string, children?: import('./lib.js').Children, onClick?: () => void} & Record<string, any>} props
 */
export function Link({ href, children, onClick, ...others }) {
  /** @param {MouseEvent} event */
  const follow = (event) => {
    onClick?.();
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    go(href);
  };
  return html`<a href=${href} onClick=${follow} ...${others}>${children}</a>`;
}
