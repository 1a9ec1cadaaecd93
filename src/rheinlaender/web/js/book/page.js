/** The rule book: contents and search at the side, one chapter to read, every figure alive. */

import { html, useEffect, useLayoutEffect, useRef, useSignal } from '../lib.js';
import { askForPlaces, askForSheet, places } from '../board/places.js';
import { LostPage, RefusedPage, WaitingPage } from '../lost.js';
import { PageHeader } from '../menu.js';
import { Shield } from '../board/pieces.js';
import { Link, go, route } from '../router.js';
import { t } from '../words.js';
import { SUMMARY, book, failure, fetchBook, pageWith, useBook } from '../clauses/book.js';
import { Chapter, Neighbours, Text } from './chapter.js';
import { Contents } from './contents.js';
import { colours } from './statements.js';
import { Finder } from './finder.js';
import { usePrinting } from './nearness.js';

/** @typedef {import('../clauses/book.js').Book} Book */
/** @typedef {import('../clauses/book.js').Page} Page */

const WIDE = '(min-width: 62rem)';
const READING_LINE = 140;

/** @param {{id: string|null}} properties */
export function BookPage({ id }) {
  useBook();
  usePrinting();
  useEffect(() => {
    askForPlaces();
    askForSheet();
  }, []);
  const shown = book.value;
  if (!shown)
    return failure.value
      ? html`<${RefusedPage} refusal=${failure.value} again=${fetchBook} />`
      : html`<${WaitingPage} />`;
  const anchor = decodeURIComponent(route.value.hash);
  const page = id === null ? pageWith(shown, anchor) : shown.pages.find(({ name }) => name === SUMMARY && name === id);
  if (!page) return html`<${LostPage} />`;
  return html`<${Shown} book=${shown} page=${page} anchor=${anchor} />`;
}

/** @param {{book: Book, page: Page, anchor: string}} properties */
function Shown({ book: shown, page, anchor }) {
  const isWide = useWide();
  const here = useReading(page);
  const isSummary = page.name === SUMMARY;
  useTarget(page, anchor);
  useEffect(() => {
    document.title = `${page.number ?? ''} ${page.sections[0].title} – ${t('drawing.title')}`.trim();
  }, [page]);
  return html`<div class="rules" data-page="rules" data-summary=${isSummary}>
    <${PageHeader}><${Link} class="rules-name" href="/rules">${t('rules.book')}<//><//>
    <div class="rules-body">
      <aside class="rules-side" aria-label=${t('rules.contents')}>
        <${Finder} />
        <${Contents} book=${shown} page=${page} here=${here.value} isWide=${isWide.value} />
      </aside>
      <main class="rules-main" onClick=${followLinks}>
        ${isSummary && html`<${PrintButton} />`}
        ${isSummary ? html`<${Summary} page=${page} />` : html`<${Chapter} page=${page} target=${anchor} />`}
        ${page === shown.pages[0] && html`<${SeatColours} />`}
        ${!isSummary && html`<${PrintButton} />`}
        <${Neighbours} book=${shown} page=${page} />
      </main>
    </div>
  </div>`;
}

/**
 * The rules on one page.
 * @param {{page: Page}} properties
 */
function Summary({ page }) {
  return html`<article class="chapter summary" data-chapter=${SUMMARY} lang=${page.language}>${page.sections.map(
    (section) => html`
    <section key=${section.anchor} id=${section.anchor}>
      ${section.level === 1 ? html`<h1>${section.title}</h1>` : html`<h2>${section.title}</h2>`}
      <${Text} text=${section.html} />
    </section>`,
  )}</article>`;
}

/** Which colour each letter of the texts has in the pictures. */
function SeatColours() {
  return html`<section class="seat-colours"><h2>${t('rules.seats')}</h2>
    <ul>${Object.entries(colours()).map(
      ([seat, colour]) => html`<li key=${seat}><${Shield} seat=${seat} size="2em" />
      <span class="seat-letter" data-seat=${seat}>${seat}</span> ${colour}</li>`,
    )}</ul></section>`;
}

/**
 * Links of the text are followed within the page.
 * @param {MouseEvent} event
 */
function followLinks(event) {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  const href = link?.getAttribute('href');
  if (
    !href?.startsWith('/rules') ||
    event.defaultPrevented ||
    event.button !== 0 ||
    event.metaKey ||
    event.ctrlKey ||
    event.shiftKey ||
    event.altKey
  )
    return;
  event.preventDefault();
  go(href);
}

/** Whether the contents have a column of their own. */
function useWide() {
  const isWide = useSignal(matchMedia(WIDE).matches);
  useEffect(() => {
    const media = matchMedia(WIDE);
    const follow = () => {
      isWide.value = media.matches;
    };
    media.addEventListener('change', follow);
    return () => media.removeEventListener('change', follow);
  }, []);
  return isWide;
}

/**
 * Bring the section that the address names into view, once the figures have their places.
 * @param {Page} page
 * @param {string} anchor
 */
function useTarget(page, anchor) {
  const before = useRef('');
  const isMeasured = places.value !== null;
  const { hash } = route.value;
  useLayoutEffect(() => {
    const wish = `${page.name} ${hash}`;
    const isChapter = page.sections[0].anchor === anchor;
    if (anchor && !isChapter) document.getElementById(anchor)?.scrollIntoView({ block: 'start' });
    else if (before.current && before.current !== wish) scrollTo(0, 0);
    before.current = wish;
  }, [page.name, route.value, isMeasured]);
}

/**
 * The section that is being read.
 * @param {Page} page
 */
function useReading(page) {
  const here = useSignal(/** @type {string|null} */ (null));
  useEffect(() => {
    const look = () => {
      const passed = page.sections.filter(
        ({ anchor }) => (document.getElementById(anchor)?.getBoundingClientRect().top ?? Infinity) < READING_LINE,
      );
      here.value = passed[passed.length - 1]?.anchor ?? null;
    };
    look();
    addEventListener('scroll', look, { passive: true });
    return () => removeEventListener('scroll', look);
  }, [page]);
  return here;
}

/** Prints what is shown. */
function PrintButton() {
  return html`<button type="button" class="button quiet print" data-action="print" onClick=${() => print()}>
    <svg viewBox="0 0 16 16" class="icon"
      aria-hidden="true"><path d="M4.5 6V2.5h7V6M4.5 11.5h-2V6h11v5.5h-2M4.5 9.5h7v4h-7z" /></svg>${t('rules.print')}
  </button>`;
}
