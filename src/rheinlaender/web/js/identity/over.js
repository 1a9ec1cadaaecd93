/** Being somebody in this browser by their words or their link; nobody is replaced unasked. */

import { ask } from '../api.js';
import { Dialog } from '../dialog.js';
import { html, signal, useEffect, useState } from '../lib.js';
import { notify } from '../notice.js';
import { route, setHash } from '../router.js';
import { myTables } from '../secrets.js';
import { t } from '../words.js';
import { ByPasskey } from './opening.js';
import { become, identity } from './sync.js';
import { attempt } from './trying.js';

/** @typedef {import('../protocol.js').IdentityBody} IdentityBody */

/** Who this browser is to become, if the person wants it. @type {import('../lib.js').Signal<{key: string,
 *   known: IdentityBody}|null>} */
const offered = signal(null);

/**
 * Look whose key this is, and ask.
 * @param {string} key
 */
async function offer(key) {
  if (key === identity.peek()?.key) {
    notify(t('identity.same'));
    return;
  }
  offered.value = { key, known: await ask('GET', '/api/identity', { secret: key }) };
}

/** Typing the twelve words. */
export function GetBack() {
  const [isBusy, setBusy] = useState(false);
  /** @param {any} event */
  const send = async (event) => {
    event.preventDefault();
    const phrase = new FormData(event.currentTarget).get('phrase');
    setBusy(true);
    await attempt(async () => offer((await ask('POST', '/api/identity/key', { body: { phrase } })).key));
    setBusy(false);
  };
  return html`<section aria-labelledby="get-back">
    <h2 id="get-back">${t('identity.get_back')}</h2>
    <p>${t('identity.get_back_about')}</p>
    <form class="identity-phrase" onSubmit=${send}>
      <label class="field"><span>${t('identity.words')}</span>
        <textarea name="phrase" data-field="phrase" rows="3" maxlength="300" required autocomplete="off"
          autocapitalize="none" spellcheck=${false}></textarea></label>
      <button class="button" data-action="get-back" disabled=${isBusy}>${t('identity.get_back_now')}</button>
    </form>
    <${ByPasskey} onFound=${offer} />
  </section>`;
}

/** The question whether this browser becomes somebody else; whoever closes it stays who they are. */
export function TakeOver() {
  const { hash } = route.value;
  useEffect(() => {
    const key = /^key=([A-Za-z0-9_-]{21}[AQgw])$/.exec(hash)?.[1];
    if (!hash.startsWith('key=')) return;
    setHash('');
    if (key) void attempt(() => offer(key));
    else notify(t('identity.wrong_link'), 'bad');
  }, [hash]);
  return offered.value && html`<${Question} key=${offered.value.key} offer=${offered.value} />`;
}

/** @param {{offer: {key: string, known: IdentityBody}}} props */
function Question({ offer: { key, known } }) {
  const [isBringing, setBringing] = useState(false);
  const name = known.name || t('identity.nameless');
  const seats = myTables()
    .peek()
    .filter((one) => one.secret).length;
  const stay = () => {
    offered.value = null;
  };
  const go = () => {
    stay();
    void attempt(async () => {
      await become(key, known, isBringing);
      notify(t('identity.taken_over', { name }));
    });
  };
  return html`<${Dialog} name="be-somebody" title=${t('identity.take_over', { name })} onClose=${stay}>
    <p>${t('identity.take_over_about', { name, count: known.tables.length })}</p>
    <p class="warning">${t('identity.take_over_warning')}</p>
    ${identity.value && html`<p>${t('identity.take_over_lost')}</p>`}
    ${
      seats > 0 &&
      html`<label class="check"><input type="checkbox" data-field="bring" checked=${isBringing}
      onChange=${(/** @type {any} */ event) => setBringing(event.currentTarget.checked)} />
      <span>${t('identity.bring', { count: seats })}</span></label>`
    }
    <p class="actions end">
      <button type="button" class="button" data-action="be-somebody"
        onClick=${go}>${t('identity.take_over_yes', { name })}</button>
      <button type="button" class="button primary" data-action="stay" autofocus
        onClick=${stay}>${t('identity.stay')}</button>
    </p>
  <//>`;
}
