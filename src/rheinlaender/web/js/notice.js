/** Short notices that pass by themselves: "link copied". They are read out too. */

import { html, signal } from './lib.js';

const SHOWN_FOR = 4000;

/** @type {import('./lib.js').Signal<{number: number, text: string, kind: 'good'|'bad'}[]>} */
const notices = signal([]);
let next = 0;

/**
 * Show a notice.
 * @param {string} text
 * @param {'good'|'bad'} [kind]
 */
export function notify(text, kind = 'good') {
  const number = next++;
  notices.value = [...notices.value, { number, text, kind }];
  setTimeout(() => {
    notices.value = notices.value.filter((notice) => notice.number !== number);
  }, SHOWN_FOR);
}

/** The place where notices appear. */
export function Notices() {
  return html`<div class="notices" role="status" aria-live="polite">
    ${notices.value.map(
      ({ number, text, kind }) => html`<p key=${number} class="notice"
      data-kind=${kind}>${text}</p>`,
    )}
  </div>`;
}
