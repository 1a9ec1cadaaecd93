/** Parts of the sheet, copied into the page once and never drawn again. */

import { html, useLayoutEffect, useRef } from '../lib.js';
import { sheet } from './places.js';

/** @typedef {{current: SVGSVGElement|null}} Holder */

/**
 * Parts of the sheet as a picture of their own.
 * @param {{class: string, box: string, parts: string, align?: string, holder?: Holder}} properties
 */
export function Copied({ class: name, box, parts, align, holder }) {
  const own = useRef(/** @type {SVGSVGElement|null} */ (null));
  const svg = holder ?? own;
  useLayoutEffect(() => svg.current?.replaceChildren(...copies(parts)), [sheet.value]);
  return html`<svg class=${name} viewBox=${box} preserveAspectRatio=${align} ref=${svg} aria-hidden="true"></svg>`;
}

/** The numbers of the regions and the letters of the banks, which lie over duchies and under pieces. */
export function Numbers() {
  const group = useRef(/** @type {SVGGElement|null} */ (null));
  useLayoutEffect(() => group.current?.replaceChildren(...copies('.banks, .numbers')), [sheet.value]);
  return html`<g ref=${group}></g>`;
}

/** @param {string} parts */
function copies(parts) {
  return [...(sheet.value?.querySelectorAll(parts) ?? [])].map((part) => part.cloneNode(true));
}
