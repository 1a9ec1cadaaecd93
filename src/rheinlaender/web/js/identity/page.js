/** The page of one's own name: what it is, on other devices, got back, and deleted. */

import { html, useEffect } from '../lib.js';
import { PageHeader } from '../menu.js';
import { LONGEST_NAME, myName, setMyName } from '../open.js';
import { Link } from '../router.js';
import { isForgetful } from '../secrets.js';
import { language, t } from '../words.js';
import { AwayTables } from './away.js';
import { Carry } from './carry.js';
import { GetBack, TakeOver } from './over.js';
import { Leaving } from './leaving.js';
import { sync, tableCount } from './sync.js';

/** How long a name rests before it is told to the server, in milliseconds. */
const REST = 800;

/** The page. */
export function IdentityPage() {
  useEffect(() => void sync().catch(() => {}), []);
  useEffect(() => {
    document.title = `${t('identity.title')} – ${t('drawing.title')}`;
  }, [language.value]);
  return html`
    <${PageHeader} />
    <main class="identity" data-page="identity">
      <header class="identity-head">
        <h1>${t('identity.title')}</h1>
        <p>${t('identity.about')}</p>
      </header>
      ${isForgetful.value && html`<p class="warning" data-warning="forgetful">${t('identity.forgetful')}</p>`}
      <${OwnName} />
      <${AwayTables} />
      <${Carry} />
      <${GetBack} />
      <${Leaving} />
    </main>
    <${TakeOver} />`;
}

/** The name that one sits down with, which is told to the other devices when it has rested for a while. */
function OwnName() {
  const name = myName.value;
  useEffect(() => {
    const timer = setTimeout(() => void sync().catch(() => {}), REST);
    return () => clearTimeout(timer);
  }, [name]);
  return html`<section aria-labelledby="own-name">
    <h2 id="own-name">${t('home.you_play_as')}</h2>
    <label class="field"><span>${t('home.name')}</span>
      <input type="text" data-field="name" autocomplete="nickname" maxlength=${LONGEST_NAME}
        placeholder=${t('home.guest')} value=${name}
        onInput=${(/** @type {any} */ event) => setMyName(event.currentTarget.value)} /></label>
    <p class="soft" data-told="tables">${t('identity.tables', { count: tableCount.value ?? 0 })}
      ${' '}<${Link} href="/history" data-action="history">${t('home.history')}<//></p>
  </section>`;
}
