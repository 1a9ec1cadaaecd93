/** Links as pictures and on the clipboard. */

import { html, useMemo, useState, useEffect } from './lib.js';
import { notify } from './notice.js';
import { t } from './words.js';

/**
 * A QR code of a link, dark on light in every theme because cameras need it.
 * @param {{link: string, label: string}} props
 */
export function QrCode({ link, label }) {
  const [encode, setEncode] = useState(/** @type {{encode: typeof import('uqr').encode}|null} */ (null));
  useEffect(() => {
    import('../vendor/uqr.js').then((module) => setEncode({ encode: module.encode }));
  }, []);
  const drawn = useMemo(() => encode && draw(encode.encode(link, { ecc: 'M', border: 2 })), [encode, link]);
  return html`<svg class="qr" viewBox="0 0 ${drawn?.size ?? 1} ${drawn?.size ?? 1}" role="img" aria-label=${label}
    shape-rendering="crispEdges">
    <rect width="100%" height="100%" fill="#fffaf0" />${drawn && html`<path d=${drawn.path} fill="#22170c" />`}
  </svg>`;
}

/**
 * @param {{size: number, data: boolean[][]}} code
 */
function draw({ size, data }) {
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return { size, path };
}

/**
 * A link to read, with buttons that copy it and, where the device can, share it.
 * @param {{link: string, title: string, label: string, name: string, canShare?: boolean}} props
 */
export function LinkLine({ link, title, label, name, canShare = true }) {
  return html`<div class="link-line">
    <input type="text" readonly data-field=${name} aria-label=${label} value=${link}
      onFocus=${(/** @type {any} */ event) => event.currentTarget.select()} />
    <button class="button primary" type="button" data-action=${`copy-${name}`}
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
  try {
    await navigator.clipboard.writeText(text);
    notify(t('home.copied'));
  } catch {
    notify(t('home.not_copied'), 'bad');
  }
}
