/** The answer to "Why?": the clauses of the rule book that say it, over the page. */

import { html, useEffect, useLayoutEffect, useRef } from '../lib.js';
import { Cross } from '../dialog.js';
import { book, fetchBook } from './book.js';
import { asked } from './why.js';
import { t } from '../words.js';

/** @typedef {import('./book.js').Section} Section */

const GAP = 8;
/** What may follow a clause's first paragraph and belongs to it. */
const ITS_OWN = 'ul, ol, table';

/** The answer. Escape, the cross and a click beside it close it. */
export function Answer() {
  const sheet = useRef(/** @type {HTMLDivElement|null} */ (null));
  const question = asked.value;
  const close = () => {
    asked.value = null;
  };
  useEffect(() => void fetchBook(), [question]);
  useLayoutEffect(() => {
    sheet.current?.showPopover();
    sheet.current?.focus();
  }, [question]);
  useLayoutEffect(() => {
    if (question && sheet.current) putNear(sheet.current, question.at);
  }, [question, book.value]);
  if (!question) return null;
  /**
   * Before it toggles, not after: whoever asks or presses a key at once finds it closed.
   * @param {any} event
   */
  const follow = (event) => {
    if (event.newState === 'closed') close();
  };
  /** @param {any} event */
  const leave = (event) => {
    if (event.target.closest('button')) sheet.current?.hidePopover();
  };
  return html`<div class="why-answer" popover="auto" role="dialog" aria-label=${t('why.ask')} tabindex="-1"
    data-answer=${question.about.join(' ')}
      ref=${sheet} onBeforeToggle=${follow}>
    <button type="button" class="icon-button" data-action="close" aria-label=${t('shell.close')}
      onClick=${() => sheet.current?.hidePopover()}><${Cross} /></button>
    ${question.text && html`<p class="why-text" onClick=${leave}>${question.text()}</p>`}
    ${
      book.value
        ? sectionsOf(question.about).map(
            (section) => html`<${Clause} key=${section.anchor}
      section=${section} />`,
          )
        : html`<p aria-busy="true">…</p>`
    }
  </div>`;
}

/** @param {{section: Section}} properties */
function Clause({ section }) {
  return html`<section data-clause=${section.number}>
    <h2><span class="clause">${section.number}</span> ${section.title}</h2>
    <div class="text" dangerouslySetInnerHTML=${{ __html: beginningOf(section.html) }}></div>
    <p><a href="/rules#${section.anchor}" target="_blank"
      rel="noopener">${t('why.read', { section: section.number })}</a></p>
  </section>`;
}

/**
 * The clauses that answer, each once.
 * @param {string[]} about
 */
function sectionsOf(about) {
  const shown = book.value;
  const wanted = new Set(about.flatMap((name) => shown?.why[name] ?? []));
  const all = (shown?.pages ?? []).flatMap(({ sections }) => sections);
  return [...wanted].flatMap((number) => all.filter((section) => section.number === number));
}

/**
 * The first paragraph of a clause with the list or table that it leads to; its links open a new window.
 * @param {string} text
 */
function beginningOf(text) {
  const sheet = document.createElement('template');
  sheet.innerHTML = text;
  const parts = [...sheet.content.children];
  const kept = parts[1]?.matches(ITS_OWN) ? parts.slice(0, 2) : parts.slice(0, 1);
  for (const link of sheet.content.querySelectorAll('a')) link.target = '_blank';
  return kept.map((part) => part.outerHTML).join('');
}

/**
 * Puts the answer below the question, or above it where there is no room.
 * @param {HTMLElement} sheet
 * @param {DOMRect} at
 */
function putNear(sheet, at) {
  const { offsetWidth: width, offsetHeight: height } = sheet;
  const left = Math.max(GAP, Math.min(at.left + at.width / 2 - width / 2, innerWidth - width - GAP));
  const below = at.bottom + GAP;
  const hasRoom = at.top >= 0 && below + height + GAP <= innerHeight;
  const top = hasRoom ? below : Math.max(GAP, at.top - height - GAP);
  sheet.style.translate = `${Math.round(left)}px ${Math.round(top)}px`;
}
