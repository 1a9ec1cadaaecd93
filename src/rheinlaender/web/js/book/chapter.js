/** A page of the rule book: its sections with their texts and figures. */

import { html, useMemo } from '../lib.js';
import { Link } from '../router.js';
import { t } from '../words.js';
import { addressOf } from '../clauses/book.js';
import { Figure } from './figure.js';

/** @typedef {import('../clauses/book.js').Book} Book */
/** @typedef {import('../clauses/book.js').Page} Page */
/** @typedef {import('../clauses/book.js').Section} Section */

const PLACE_OF_BLOCK = /<div data-block="\d+"><\/div>\s*/;

/**
 * A page; `target` is the section that the address names.
 * @param {{page: Page, target: string}} properties
 */
export function Chapter({ page, target }) {
  const firsts = useMemo(() => countBlocks(page), [page]);
  return html`<article class="chapter" data-chapter=${page.name} lang=${page.language}>
    ${page.sections.map(
      (section, number) => html`<${Part} key=${`${page.language} ${section.anchor}`}
      section=${section} first=${firsts[number]} isExplained=${page.number === null}
      isTarget=${section.anchor === target} />`,
    )}
  </article>`;
}

/**
 * How many figures stand before each section.
 * @param {Page} page
 */
function countBlocks(page) {
  const counts = page.sections.map(({ blocks }) => blocks.length);
  return counts.map((_, place) => counts.slice(0, place).reduce((sum, count) => sum + count, 0));
}

/** @param {{section: Section, first: number, isExplained: boolean, isTarget: boolean}} properties */
function Part({ section, first, isExplained, isTarget }) {
  const texts = useMemo(() => section.html.split(PLACE_OF_BLOCK), [section]);
  return html`<section class="part" id=${section.anchor} data-level=${section.level} data-ruling=${section.is_ruling}
    data-target=${isTarget} aria-labelledby="${section.anchor}-title">
    <${Heading} section=${section} />
    ${texts.map(
      (text, number) => html`
      ${text && html`<${Text} key=${`text ${number}`} text=${text} />`}
      ${
        section.blocks[number] &&
        html`<${Figure} key=${`figure ${number}`} block=${section.blocks[number]}
        title=${figureTitle(section, first + number + 1)} number=${first + number + 1} isExplained=${isExplained} />`
      }`,
    )}
  </section>`;
}

/**
 * What a figure is called: by its section, or in the chapter of figures by its own name.
 * @param {Section} section
 * @param {number} number
 */
function figureTitle({ anchor, title }, number) {
  return anchor.startsWith('figure-') ? title : t('rules.example_of', { number, title });
}

/** @param {{section: Section}} properties */
function Heading({ section: { anchor, number, level, title } }) {
  const inside = html`${number && html`<a class="clause" href="/rules#${anchor}">${number}</a> `}<span>${title}</span>`;
  const id = `${anchor}-title`;
  if (level === 1) return html`<h1 id=${id}>${inside}</h1>`;
  return level === 2 ? html`<h2 id=${id}>${inside}</h2>` : html`<h3 id=${id}>${inside}</h3>`;
}

/**
 * Text of ours that was made into HTML by the server.
 * @param {{text: string}} properties
 */
export function Text({ text }) {
  return html`<div class="text" dangerouslySetInnerHTML=${{ __html: text }}></div>`;
}

/**
 * The ways to the page before and the page after.
 * @param {{book: Book, page: Page}} properties
 */
export function Neighbours({ book, page }) {
  const place = book.pages.indexOf(page);
  const [before, after] = [book.pages[place - 1], book.pages[place + 1]];
  return html`<nav class="neighbours" aria-label=${t('rules.book')}>
    ${
      before
        ? html`<${Link} rel="prev"
      href=${addressOf(before)}><small>${t('rules.previous')}</small><b>${titleOf(before)}</b><//>`
        : html`<span>
      </span>`
    }
    ${
      after &&
      html`<${Link} rel="next"
      href=${addressOf(after)}><small>${t('rules.next')}</small><b>${titleOf(after)}</b><//>`
    }
  </nav>`;
}

/** @param {Page} page */
function titleOf({ number, sections }) {
  return `${number ? `${number} ` : ''}${sections[0].title}`;
}
