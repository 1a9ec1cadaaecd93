/** What the owner of a table can change while it is played. */
import { Choice } from '../dialog.js';
import { html } from '../lib.js';
import { notify } from '../notice.js';
import { refusalWords, t } from '../words.js';

/** @typedef {import('./scene.js').Scene} Scene */

/**
 * Whether hints may be asked for at this table.
 * @param {{scene: Scene}} properties
 */
export function OwnerSettings({ scene }) {
  const table = scene.table.value;
  if (!table?.you.is_owner || table.stage === 'over') return null;
  /** @param {boolean} hints */
  const change = (hints) => {
    scene.connection
      .command('change_hints', { hints })
      .catch((error) => notify(refusalWords(error.refusal, scene.names.peek()), 'bad'));
  };
  return html`<${Choice} name="hints" label=${t('home.hints')} value=${table.hints} onChange=${change}
    options=${[{ value: true, label: t('home.value.yes') }, { value: false, label: t('home.value.no') }]} />`;
}
