/** The side panel: seats, what is planned, and log. In a narrow window it is a sheet that slides up. */
import { late } from '../late.js';
import { html } from '../lib.js';
import { t, wantWords } from '../words.js';
import { Log } from './log.js';
import { Seats } from './seats.js';
import { Counsel } from './tray.js';

/** @typedef {import('./scene.js').Scene} Scene */

const Began = late(async () => (await Promise.all([import('../onward/began.js'), wantWords('after')]))[0].Began);
const Outlook = late(async () => (await import('./outlook.js')).Outlook);

/**
 * Seats, deck and log.
 * @param {{scene: Scene}} properties
 */
export function Side({ scene }) {
  const isSheet = scene.isNarrow.value;
  const isOpen = !isSheet || scene.sheet.value !== null;
  const close = () => {
    scene.sheet.value = null;
  };
  return html`
    ${isSheet && isOpen && html`<div class="sheet-veil" onClick=${close}></div>`}
    <aside class="side" data-open=${isOpen} data-sheet=${scene.sheet.value}
      inert=${!isOpen || undefined} aria-label=${t('table.side')}>
      ${
        isSheet &&
        html`<button type="button" class="sheet-grip" data-action="close-sheet"
        aria-label=${t('shell.close')} onClick=${close}></button>`
      }
      ${(!isSheet || scene.sheet.value === 'seats') && html`<${Seats} scene=${scene} />`}
      <${Deck} scene=${scene} />
      ${scene.table.value?.beginning && html`<${Began} beginning=${scene.table.value.beginning} />`}
      ${!isSheet && html`<${Counsel} scene=${scene} />`}
      ${(!isSheet || scene.sheet.value === 'log') && html`<${Log} scene=${scene} />`}
    </aside>`;
}

/** @param {{scene: Scene}} properties */
function Deck({ scene }) {
  const view = scene.view.value;
  if (!view) return null;
  const played = view.discard[view.discard.length - 1];
  return html`<p class="deck"><span>${t('table.turn_number', { turn: view.turn + (view.is_over ? 0 : 1) })}</span>
    <span>${t('table.deck', { count: view.deck_size })}</span>
    <${Watchers} count=${scene.connection.watchers.value} />
    ${played !== undefined && html`<span>${t('table.discard', { card: played })}</span>`}
    <span class="bank" data-bank title=${t('table.bank')}><span class="coin-face" aria-hidden="true"></span></span></p>
    <div class="outlook-place"><${Outlook} scene=${scene} /></div>`;
}

/**
 * How many look on; nothing where nobody does.
 * @param {{count: number}} properties
 */
function Watchers({ count }) {
  return count > 0 && html`<span data-watchers=${count}>${t('table.watchers', { count })}</span>`;
}
