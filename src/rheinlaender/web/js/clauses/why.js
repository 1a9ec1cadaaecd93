/** "Why?": a question that the rule book answers, over the page. */

import { late } from '../late.js';
import { html, signal, useEffect } from '../lib.js';
import { t } from '../words.js';

const Answer = late(async () => (await import('./answer.js')).Answer);

/** What is asked about, and where the question stands in the window. */
export const asked = signal(/** @type {{about: string[], text?: () => any, at: DOMRect}|null} */ (null));

/** Whether an answer lies over the page. */
export function isAnswering() {
  return asked.peek() !== null;
}

/**
 * A small button that asks why. `about` are names of events, or of subjects that the book answers; `text` is what the
 * question stands beside.
 * @param {{about: string|string[], text?: () => any}} properties
 */
export function Why({ about, text }) {
  const names = Array.isArray(about) ? about : [about];
  /** @param {any} event */
  const open = (event) => {
    event.stopPropagation();
    asked.value = { about: names, text, at: event.currentTarget.getBoundingClientRect() };
  };
  return html`<button type="button" class="why" data-why=${names.join(' ')} aria-haspopup="dialog"
    aria-label=${t('why.ask')}
    title=${t('why.ask')} onClick=${open}><span aria-hidden="true">?</span></button>`;
}

/** The place of the answer; whoever leaves the page has no question left. */
export function WhyAnswer() {
  useEffect(
    () => () => {
      asked.value = null;
    },
    [],
  );
  return asked.value && html`<${Answer} />`;
}
