/** The final account of a lesson whose game is over: it lies over the board, and can be put aside. */

import { AccountPicture } from '../game/account.js';
import { html, useState } from '../lib.js';
import { t } from '../words.js';

/** @typedef {import('./step.js').Step} Step */

/**
 * The final account, where the game is over.
 * @param {{step: Step, names: import('../types.js').Names}} properties
 */
export function Result({ step, names }) {
  const [isShown, setShown] = useState(true);
  const view = step.view.value;
  if (!view.result || !step.answer.value) return null;
  const turn = html`<button type="button" class="button quiet" data-action=${isShown ? 'view-board' : 'view-account'}
    onClick=${() => setShown(!isShown)}>${t(isShown ? 'table.view_board' : 'table.view_account')}</button>`;
  if (!isShown) return html`<p class="lesson-aside">${turn}</p>`;
  return html`<section class="account lesson-account" data-account aria-labelledby="account-title">
    <${AccountPicture} view=${view} result=${view.result} names=${names} own=${step.step.seat} />
    <p class="lesson-turn">${turn}</p>
  </section>`;
}
