/** Puzzles: all of them, or one that is solved. */

import { html } from '../lib.js';
import { Puzzles } from './contents.js';
import { PuzzlePage } from './solve.js';

/** @param {{id: string|null}} properties */
export function PuzzlesPage({ id }) {
  return id === null ? html`<${Puzzles} />` : html`<${PuzzlePage} id=${id} />`;
}
