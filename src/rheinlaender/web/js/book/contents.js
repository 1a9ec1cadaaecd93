/** The table of contents: all chapters, and the sections of the one that is open. */

import { html } from '../lib.js';
import { Link } from '../router.js';
import { t } from '../words.js';
import { addressOf } from '../clauses/book.js';

/** @typedef {import('../clauses/book.js').Book} Book */
/** @typedef {import('../clauses/book.js').Page} Page */

/**
 * The contents; on a narrow page they can be folded.
 * @param {{book: Book, page: Page, here: string|null, isWide: boolean}} properties
 */
export function Contents({ book, page, here, isWide }) {
  /** @param {MouseEvent} event */
  const fold = (event) => {
    if (event.target instanceof Element && event.target.closest('a'))
      /** @type {HTMLDetailsElement} */ (event.currentTarget).open = isWide;
  };
  return html`<nav class="contents" aria-label=${t('rules.contents')}>
    <details key=${String(isWide)} open=${isWide} onClick=${fold}>
      <summary>${t('rules.contents')}</summary>
      <ol>${book.pages.map(
        (each) => html`<li key=${each.name}>
        <${Link} href=${addressOf(each)} aria-current=${each === page ? 'page' : undefined} data-chapter=${each.name}>
          <span class="contents-number">${each.number ?? ''}</span>${each.sections[0].title}
        <//>
        ${each === page && html`<${Sections} page=${each} here=${here} />`}
      </li>`,
      )}</ol>
    </details>
  </nav>`;
}

/** @param {{page: Page, here: string|null}} properties */
function Sections({ page, here }) {
  const below = page.sections.slice(1);
  return (
    below.length > 0 &&
    html`<ol>${below.map(
      (section) => html`<li key=${section.anchor} data-level=${section.level}>
    <${Link} href="/rules#${section.anchor}" aria-current=${section.anchor === here ? 'location' : undefined}>
      ${section.number && html`<span class="contents-number">${section.number}</span>`}${section.title}
    <//>
  </li>`,
    )}</ol>`
  );
}
