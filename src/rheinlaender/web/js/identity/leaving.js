/** What the server knows of somebody: saved as a file, or deleted. */

import { ask } from '../api.js';
import { Dialog } from '../dialog.js';
import { saveFile } from '../file.js';
import { html, useState } from '../lib.js';
import { notify } from '../notice.js';
import { t } from '../words.js';
import { deleteOneself, identity } from './sync.js';
import { attempt } from './trying.js';

/** Saving and deleting; nothing where there is nobody. */
export function Leaving() {
  const [isAsking, setAsking] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const own = identity.value;
  if (!own) return null;
  /** @param {() => Promise<void>} work */
  const busily = async (work) => {
    setBusy(true);
    await attempt(work).finally(() => setBusy(false));
  };
  const leave = async () => {
    await deleteOneself();
    setAsking(false);
    notify(t('identity.deleted'));
  };
  return html`<section aria-labelledby="known">
    <h2 id="known">${t('identity.known')}</h2>
    <p>${t('identity.export_about')}</p>
    <p class="actions"><button type="button" class="button" data-action="export" disabled=${isBusy}
      onClick=${() => busily(() => saveExport(own.key))}>${t('identity.export')}</button></p>
    <p>${t('identity.delete_about')}</p>
    <p class="actions"><button type="button" class="button" data-action="delete"
      onClick=${() => setAsking(true)}>${t('identity.delete')}</button></p>
    ${
      isAsking &&
      html`<${Dialog} name="delete" title=${t('identity.delete_sure')} onClose=${() => setAsking(false)}>
      <p>${t('identity.delete_about')}</p>
      <p class="actions end">
        <button type="button" class="button" data-action="delete-sure" disabled=${isBusy}
          onClick=${() => busily(leave)}>${t('identity.delete_yes')}</button>
        <button type="button" class="button primary" autofocus
          onClick=${() => setAsking(false)}>${t('identity.stay')}</button>
      </p>
    <//>`
    }
  </section>`;
}

/** @param {string} key */
async function saveExport(key) {
  const found = await ask('GET', '/api/identity/export', { secret: key });
  saveFile(JSON.stringify(found, null, 2), 'rheinlaender.json', 'application/json');
}
