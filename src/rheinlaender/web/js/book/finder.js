/** The search field of the rule book with what it finds, for pointer and keyboard. */

import { html, useEffect, useRef, useState } from '../lib.js';
import { go } from '../router.js';
import { t } from '../words.js';
import { addressOf, book, pageWith, SUMMARY } from '../clauses/book.js';
import { search } from './search.js';

/** @typedef {import('./search.js').Finding} Finding */

const LIST = 'rules-found';

/** The search field. */
export function Finder() {
  const [query, setQuery] = useState('');
  const [place, setPlace] = useState(0);
  const [isOpen, setOpen] = useState(false);
  const input = useRef(/** @type {HTMLInputElement|null} */ (null));
  useEffect(() => focusBySlash(input), []);
  const found = book.value && query.trim() ? search(book.value, query, t('rules.small_words')) : [];
  const isShown = isOpen && query.trim() !== '';

  /** @param {Finding} finding */
  const open = (finding) => {
    setOpen(false);
    input.current?.blur();
    go(addressOfFinding(finding));
  };
  /** @param {KeyboardEvent} event */
  const press = (event) => {
    if (event.key === 'ArrowDown') setPlace(Math.min(found.length - 1, place + 1));
    else if (event.key === 'ArrowUp') setPlace(Math.max(0, place - 1));
    else if (event.key === 'Enter' && found[place]) open(found[place]);
    else if (event.key === 'Escape' && query) {
      setQuery('');
      setOpen(false);
    } else return;
    event.preventDefault();
  };
  return html`<search class="finder" onFocusOut=${(/** @type {FocusEvent} */ event) => {
    if (!(/** @type {HTMLElement} */ (event.currentTarget).contains(/** @type {Node|null} */ (event.relatedTarget))))
      setOpen(false);
  }}>
    <input type="search" ref=${input} data-search placeholder=${t('rules.search')} aria-label=${t('rules.search')}
      value=${query}
      role="combobox" aria-expanded=${isShown} aria-controls=${LIST} aria-autocomplete="list" autocomplete="off"
      spellcheck=${false}
      aria-activedescendant=${isShown && found[place] ? `${LIST}-${place}` : undefined} onKeyDown=${press}
      onFocus=${() => setOpen(true)}
      onInput=${(/** @type {any} */ event) => {
        setQuery(event.target.value);
        setPlace(0);
        setOpen(true);
      }} />
    <kbd class="finder-key" aria-hidden="true">/</kbd>
    <p class="unseen" role="status">${isShown ? foundWords(found.length) : ''}</p>
    <div id=${LIST} class="found" role="listbox" aria-label=${t('rules.search')} hidden=${!isShown}>
      ${found.map(
        (
          finding,
          number,
        ) => html`<${Found} key=${`${finding.anchor} ${finding.title}`} finding=${finding} id=${`${LIST}-${number}`}
        isChosen=${number === place} onOpen=${() => open(finding)} onPoint=${() => setPlace(number)} />`,
      )}
      ${
        found.length === 0 &&
        html`<p class="found-nothing" role="option" aria-disabled="true"
        aria-selected="false">${t('rules.nothing_found')}</p>`
      }
    </div>
  </search>`;
}

/** @param {{finding: Finding, id: string, isChosen: boolean, onOpen: () => void, onPoint: () => void}} properties */
function Found({ finding, id, isChosen, onOpen, onPoint }) {
  const row = useRef(/** @type {HTMLDivElement|null} */ (null));
  useEffect(() => {
    if (isChosen) row.current?.scrollIntoView({ block: 'nearest' });
  }, [isChosen]);
  return html`<div class="found-row" role="option" id=${id} ref=${row} aria-selected=${isChosen}
    data-found=${finding.anchor} onMouseMove=${onPoint}
    onMouseDown=${(/** @type {Event} */ event) => event.preventDefault()} onClick=${onOpen}>
    <b>${finding.number && html`<span class="found-number">${finding.number}</span> `}${finding.title}</b>
    <span class="found-text">${finding.before}<mark>${finding.match}</mark>${finding.after}</span>
  </div>`;
}

/** @param {number} count */
function foundWords(count) {
  return count ? t('rules.found', { count }) : t('rules.nothing_found');
}

/** @param {Finding} finding */
function addressOfFinding({ anchor }) {
  const page = book.value && pageWith(book.value, anchor);
  return page?.name === SUMMARY ? addressOf(page) : `/rules#${anchor}`;
}

/**
 * The key / leads to the search field from everywhere but another field of text.
 * @param {{current: HTMLInputElement|null}} input
 */
function focusBySlash(input) {
  /** @param {KeyboardEvent} event */
  const press = (event) => {
    const isTyping = event.target instanceof Element && event.target.closest('input, textarea, select');
    if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    input.current?.focus();
  };
  document.addEventListener('keydown', press);
  return () => document.removeEventListener('keydown', press);
}
