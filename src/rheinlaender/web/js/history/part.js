/** A part of the statistics: a picture, and the same as a table for whoever does not see it. */

import { html, useId } from '../lib.js';

/** @typedef {import('../lib.js').Children} Children */

/**
 * @param {{name: string, title: string, about?: string, heads: string[], rows: (string|number)[][],
 *   children?: Children}} properties
 */
export function Part({ name, title, about, heads, rows, children }) {
  const heading = useId();
  return html`<section class="statistics-part" data-part=${name} aria-labelledby=${heading}>
    <h2 id=${heading}>${title}</h2>
    ${about && html`<p class="small soft">${about}</p>`}
    ${children}
    <div class="unseen"><table>
      <caption>${title}</caption>
      <thead><tr>${heads.map((head) => html`<th key=${head} scope="col">${head}</th>`)}</tr></thead>
      <tbody>${rows.map(
        ([first, ...others], place) => html`<tr key=${place}><th scope="row">${first}</th>
          ${others.map((cell, column) => html`<td key=${column}>${cell}</td>`)}</tr>`,
      )}</tbody>
    </table></div>
  </section>`;
}
