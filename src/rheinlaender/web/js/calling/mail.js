/** E-mail about a table, where the server sends any: asked for, confirmed by a link, and ended. */
import { ask } from '../api.js';
import { html, useEffect, useState } from '../lib.js';
import { notify } from '../notice.js';
import { newSecret, secretOf } from '../secrets.js';
import { keep, readKept } from '../settings.js';
import { language, refusalWords, t } from '../words.js';

/** @typedef {import('../protocol.js').OwnMail} OwnMail */

/** What shows that an address was confirmed by this browser, so that no other table asks again. */
const PROOF = 'mail-proof';
/** The address that was used last. */
const ADDRESS = 'mail-address';

/** @param {{table: string}} properties */
export function MailWish({ table }) {
  const [mail, setMail] = useState(/** @type {OwnMail|null} */ (null));
  const path = `/api/tables/${table}`;
  const secret = secretOf(table);
  /** @param {Promise<{mail?: OwnMail|null}>} answer */
  const take = (answer) =>
    answer.then(
      (found) => setMail(found.mail ?? null),
      (error) => notify(refusalWords(error.refusal), 'bad'),
    );
  useEffect(() => void take(ask('GET', `${path}/calls`, { secret })), []);
  /** @param {string} address */
  const want = (address) => {
    keep(ADDRESS, address);
    const body = { address, proof: ownProof(), language: language.peek() };
    return take(ask('POST', `${path}/mail`, { body, secret }));
  };
  const stop = () => take(ask('POST', `${path}/mail/stop`, { secret }));
  return mail ? html`<${Kept} mail=${mail} stop=${stop} />` : html`<${Asked} want=${want} />`;
}

/** @param {{mail: OwnMail, stop: () => void}} properties */
function Kept({ mail, stop }) {
  const key = mail.is_confirmed ? 'calls.mail_on' : 'calls.mail_waits';
  return html`<div class="stack" data-mail=${mail.is_confirmed ? 'on' : 'waits'}>
    <p role="status">${t(key, { address: mail.address })}</p>
    <p class="actions end"><button type="button" class="button quiet" data-action="mail-off"
      onClick=${stop}>${t('calls.mail_off')}</button></p>
  </div>`;
}

/** @param {{want: (address: string) => void}} properties */
function Asked({ want }) {
  const [address, setAddress] = useState(readKept(ADDRESS, ''));
  /** @param {Event} event */
  const send = (event) => {
    event.preventDefault();
    want(address.trim());
  };
  return html`<form class="stack" data-mail="off" onSubmit=${send}>
    <label class="field"><span>${t('calls.mail')}</span>
      <input type="email" required data-field="mail" autocomplete="email" maxlength="254" value=${address}
        onInput=${(/** @type {any} */ event) => setAddress(event.currentTarget.value)} /></label>
    <p class="actions end"><button class="button" data-action="mail-on">${t('calls.mail_send')}</button></p>
  </form>`;
}

/** A secret of this browser, made when it is first needed. */
function ownProof() {
  const proof = readKept(PROOF, '') || newSecret();
  keep(PROOF, proof);
  return proof;
}
