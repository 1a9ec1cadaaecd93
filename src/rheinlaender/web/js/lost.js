/** Pages for when there is nothing to show: an unknown address or table, a server that does not answer. */

import { html } from './lib.js';
import { PageHeader } from './menu.js';
import { Link } from './router.js';
import { refusalWords, t } from './words.js';

/**
 * Nothing is here.
 * @param {{title?: string, text?: string, again?: () => void}} props
 */
export function LostPage({ title = t('shell.lost'), text = t('shell.lost_about'), again }) {
  return html`
    <${PageHeader} />
    <main class="lost" data-page="lost">
      <${River} />
      <h1>${title}</h1>
      <p>${text}</p>
      <p class="actions">
        ${again && html`<button class="button" data-action="again" onClick=${again}>${t('shell.try_again')}</button>`}
        <${Link} class="button primary" data-action="home" href="/">${t('shell.to_home')}<//>
      </p>
    </main>`;
}

/**
 * A table that cannot be shown, and why.
 * @param {{refusal: import('./protocol.js').RefusalBody, again?: () => void}} props
 */
export function RefusedPage({ refusal, again }) {
  const isUnknown = refusal.code === 'no_such_table';
  return html`<${LostPage}
    title=${t(isUnknown ? 'shell.unknown_table' : 'shell.refused_title')}
    text=${isUnknown ? t('shell.unknown_table_about') : refusalWords(refusal)}
    again=${isUnknown ? undefined : again} />`;
}

/** A page that is still coming. */
export function WaitingPage() {
  return html`<main class="coming" data-page="coming" aria-busy="true"><${River} /></main>`;
}

/** A bend of the river, as a sign. */
function River() {
  return html`<svg class="bend" viewBox="0 0 240 80" aria-hidden="true">
    <path class="bend-bank" d="M4 58C38 20 66 18 94 40s54 26 78 2 44-26 64-14" />
    <path class="bend-water" d="M4 58C38 20 66 18 94 40s54 26 78 2 44-26 64-14" />
  </svg>`;
}
