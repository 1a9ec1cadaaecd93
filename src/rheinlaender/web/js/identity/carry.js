/** Taking one's name along: by link, by QR code, by twelve words. They are shown when they are asked for. */

import { ask } from '../api.js';
import { html, useEffect, useState } from '../lib.js';
import { ReachWords, identityLink, useInvitation } from '../links.js';
import { LinkLine, QrCode, copy } from '../qr.js';
import { t } from '../words.js';
import { PasskeyWay } from './opening.js';
import { identity, makeIdentity, sync } from './sync.js';

/** What makes another device the same person. */
export function Carry() {
  useInvitation();
  return html`<section class="identity-carry" aria-labelledby="carry">
    <h2 id="carry">${t('identity.carry')}</h2>
    ${identity.value ? html`<${Ways} own=${identity.value.key} />` : html`<${Nobody} />`}
  </section>`;
}

/** A browser that has no key yet. */
function Nobody() {
  const make = () => {
    makeIdentity();
    sync().catch(() => {});
  };
  return html`<p>${t('identity.none')}</p>
    <p class="actions"><button type="button" class="button" data-action="make-identity"
      onClick=${make}>${t('identity.make')}</button></p>`;
}

/** @param {{own: string}} props the key */
function Ways({ own }) {
  const [isLinkShown, showLink] = useState(false);
  const [areWordsShown, showWords] = useState(false);
  return html`<p>${t('identity.carry_about')}</p>
    <p class="warning"><b>${t('home.share_seat_warning')}</b> ${t('identity.keep_about')}</p>
    <div class="identity-ways">
      <div>
        <button type="button" class="button" data-action="show-link" aria-expanded=${isLinkShown}
          onClick=${() => showLink(!isLinkShown)}>${t('identity.show_link')}</button>
        ${isLinkShown && html`<${LinkAndCode} link=${identityLink(own)} />`}
      </div>
      <div>
        <button type="button" class="button" data-action="show-words" aria-expanded=${areWordsShown}
          onClick=${() => showWords(!areWordsShown)}>${t('identity.show_words')}</button>
        ${areWordsShown && html`<${Words} own=${own} />`}
      </div>
      <${PasskeyWay} />
    </div>`;
}

/** @param {{link: string}} props */
function LinkAndCode({ link }) {
  return html`<div class="identity-way">
    <${QrCode} link=${link} label=${t('identity.qr')} />
    <${LinkLine} link=${link} title=${t('drawing.title')} label=${t('identity.link')} name="identity-link"
      canShare=${false} />
    <${ReachWords} />
  </div>`;
}

/**
 * The twelve words, in their order.
 * @param {{own: string}} props the key
 */
function Words({ own }) {
  const [phrase, setPhrase] = useState('');
  useEffect(() => {
    ask('GET', '/api/identity/phrase', { secret: own }).then(
      (found) => setPhrase(found.phrase),
      () => {},
    );
  }, [own]);
  if (!phrase) return null;
  return html`<div class="identity-way">
    <p class="soft">${t('identity.words_about')}</p>
    <ol class="identity-words" data-phrase=${phrase} translate="no" lang="en"
      aria-label=${t('identity.words')}>
      ${phrase.split(' ').map((word, place) => html`<li key=${place}>${word}</li>`)}
    </ol>
    <button type="button" class="button" data-action="copy-words"
      onClick=${() => copy(phrase)}>${t('identity.copy_words')}</button>
  </div>`;
}
