/** Whether a table is public: everybody finds it in the lobby. */

import { Choice } from '../dialog.js';
import { html } from '../lib.js';
import { t, wantWords } from '../words.js';

/** @typedef {import('../protocol.js').TableBody} Table */

/** The choice for a table that waits, when its words are there. */
export async function loadChoice() {
  await wantWords('lobby');
  return PublicChoice;
}

/** The same for a table that is to be opened. */
export async function loadCheck() {
  await wantWords('lobby');
  return PublicCheck;
}

/**
 * The owner lets everybody find the table, or not; others are told that everybody does.
 * @param {{table: Table, send: (name: string, parts: Record<string, any>) => unknown}} props
 */
function PublicChoice({ table, send }) {
  if (!table.you.is_owner) {
    return table.is_public && html`<p class="small soft" data-told="public">${t('lobby.is_public')}</p>`;
  }
  return html`<div class="publishing">
    <${Choice} name="public" label=${t('lobby.publish')} value=${table.is_public}
      onChange=${(/** @type {boolean} */ is_public) => send('change_public', { is_public })}
      options=${[{ value: true, label: t('home.value.yes') }, { value: false, label: t('home.value.no') }]} />
    <p class="small soft" data-told="public">${t(table.is_public ? 'lobby.is_public' : 'lobby.publish_about')}</p>
  </div>`;
}

/**
 * @param {{isPublic: boolean, onChange: (isPublic: boolean) => void}} props
 */
function PublicCheck({ isPublic, onChange }) {
  return html`<label class="check"><input type="checkbox" data-pick="public" checked=${isPublic}
      onChange=${(/** @type {any} */ event) => onChange(event.currentTarget.checked)} />
    <span>${t('lobby.publish')} <span class="small soft">${t('lobby.publish_about')}</span></span></label>`;
}
