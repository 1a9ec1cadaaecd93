/** Passkeys on the page of one's name: made, listed, taken away, and used to get a name back. */

import { html, useState } from '../lib.js';
import { notify } from '../notice.js';
import { language, t } from '../words.js';
import { PasskeyTooOld, addPasskey, canHavePasskeys, openByPasskey, removePasskey } from './passkey.js';
import { passkeys } from './sync.js';
import { attempt } from './trying.js';

/**
 * Do something with a passkey, and say why nothing came of it.
 * @param {() => Promise<boolean>} work
 */
function withPasskey(work) {
  return attempt(async () => {
    try {
      if (!(await work())) notify(t('identity.passkey_given_up'));
    } catch (error) {
      if (!(error instanceof PasskeyTooOld)) throw error;
      notify(t('identity.passkey_too_old'), 'bad');
    }
  });
}

/** A third way beside the link and the words, where there are passkeys. */
export function PasskeyWay() {
  const [isBusy, setBusy] = useState(false);
  if (!canHavePasskeys()) return null;
  const add = async () => {
    setBusy(true);
    await withPasskey(addPasskey);
    setBusy(false);
  };
  return html`<div>
    <button type="button" class="button" data-action="add-passkey" disabled=${isBusy}
      onClick=${add}>${t('identity.passkey_add')}</button>
    <p class="soft">${t('identity.passkey_about')}</p>
    ${passkeys.value.length > 0 && html`<${OwnPasskeys} />`}
  </div>`;
}

/** Those that open this name, each of which can be taken away. */
function OwnPasskeys() {
  const day = new Intl.DateTimeFormat(language.value, { dateStyle: 'long' });
  return html`<ul class="identity-list" aria-label=${t('identity.passkeys')}>
    ${passkeys.value.map(({ passkey, at }) => {
      const since = t('identity.passkey_since', { day: day.format(new Date(at)) });
      return html`<li key=${passkey} data-passkey=${passkey}><span>${since}</span>
        <button type="button" class="button" data-action="remove-passkey"
          aria-label=${`${t('identity.passkey_remove')}: ${since}`}
          onClick=${() => attempt(() => removePasskey(passkey))}>${t('identity.passkey_remove')}</button></li>`;
    })}
  </ul>`;
}

/**
 * Getting one's name back without words.
 * @param {{onFound: (key: string) => Promise<void>}} props
 */
export function ByPasskey({ onFound }) {
  if (!canHavePasskeys()) return null;
  return html`<p class="actions"><button type="button" class="button" data-action="by-passkey"
    onClick=${() => withPasskey(() => openByPasskey(onFound))}>${t('identity.passkey_open')}</button></p>`;
}
