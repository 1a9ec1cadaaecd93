/** Links as pictures and on the clipboard. */

import { ask } from './api.js';
import { html, useEffect, useState } from './lib.js';
import { notify } from './notice.js';
import { t } from './words.js';

/**
 * A QR code of a link, dark on light in every theme because cameras need it.
 * @param {{link: string, label: string}} props
 */
export function QrCode({ link, label }) {
  const [code, setCode] = useState(/** @type {import('./protocol.js').QrCode|null} */ (null));
  useEffect(() => {
    let isWanted = true;
    const draw = (/** @type {import('./protocol.js').QrCode|null} */ found) => {
      if (isWanted) setCode(found);
    };
    ask('POST', '/api/qr', { body: { link } }).then(draw, () => draw(null));
    return () => {
      isWanted = false;
    };
  }, [link]);
  return html`<svg class="qr" viewBox="0 0 ${code?.size ?? 1} ${code?.size ?? 1}" role="img" aria-label=${label}
    shape-rendering="crispEdges">
    <rect width="100%" height="100%" fill="#fffaf0" />${code && html`<path d=${code.path} fill="#22170c" />`}
  </svg>`;
}

/**
 * A link to read, with buttons that copy it and, where the device can, share it.
 * @param {{link: string, title: string, label: string, name: string, canShare?: boolean, isLesser?: boolean}} props
 */
export function LinkLine({ link, title, label, name, canShare = true, isLesser = false }) {
  return html`<div class="link-line">
    <input type="text" readonly data-field=${name} aria-label=${label} value=${link}
      onFocus=${(/** @type {any} */ event) => event.currentTarget.select()} />
    <button class=${isLesser ? 'button' : 'button primary'} type="button" data-action=${`copy-${name}`}
      onClick=${() => copy(link)}>${t('home.copy')}</button>
    ${
      canShare &&
      'share' in navigator &&
      html`<button class="button" type="button" data-action=${`share-${name}`}
      onClick=${() => navigator.share({ title, url: link }).catch(() => {})}>${t('home.share')}</button>`
    }
  </div>`;
}

/**
 * Copy a text and say so.
 * @param {string} text
 */
export async function copy(text) {
  const isCopied = navigator.clipboard ? await copyNow(text) : copySelected(text);
  notify(t(isCopied ? 'home.copied' : 'home.not_copied'), isCopied ? 'good' : 'bad');
}

/** @param {string} text */
function copyNow(text) {
  return navigator.clipboard.writeText(text).then(
    () => true,
    () => false,
  );
}

/**
 * Copy the old way: browsers have a clipboard only where the page came encrypted, which it does not in a home network.
 * @param {string} text
 */
function copySelected(text) {
  const focused = /** @type {HTMLElement|null} */ (document.activeElement);
  const field = Object.assign(document.createElement('textarea'), { value: text, className: 'unseen' });
  (document.querySelector('dialog[open]') ?? document.body).append(field);
  field.select();
  const isCopied = document.execCommand('copy');
  field.remove();
  focused?.focus();
  return isCopied;
}
