/** What the owner of a table can change while it is played. */
import { Choice } from '../dialog.js';
import { html } from '../lib.js';
import { notify } from '../notice.js';
import { refusalWords, t } from '../words.js';

/** @typedef {import('../types.js').Company} Scene */
/** @typedef {(name: string, parts: Record<string, any>) => unknown} Send */

/**
 * Whether hints may be asked for at this table, and whether others may watch.
 * @param {{scene: Scene}} properties
 */
export function OwnerSettings({ scene }) {
  const table = scene.table.value;
  if (!table?.you.is_owner || table.stage === 'over') return null;
  /** @type {Send} */
  const send = (name, parts) =>
    scene.connection
      .command(name, parts)
      .catch((error) => notify(refusalWords(error.refusal, scene.names.peek()), 'bad'));
  return html`<${YesOrNo} name="hints" label=${t('home.hints')} value=${table.hints}
      onChange=${(/** @type {boolean} */ hints) => send('change_hints', { hints })} />
    <${WatchersChoice} table=${table} send=${send} />`;
}

/**
 * Whether others may watch.
 * @param {{table: import('../protocol.js').TableBody, send: Send}} properties
 */
export function WatchersChoice({ table, send }) {
  return html`<${YesOrNo} name="watchers" label=${t('home.watchers')} value=${table.watchers}
    onChange=${(/** @type {boolean} */ watchers) => send('change_watchers', { watchers })} />`;
}

/** @param {{name: string, label: string, value: boolean, onChange: (value: boolean) => unknown}} properties */
function YesOrNo({ name, label, value, onChange }) {
  return html`<${Choice} name=${name} label=${label} value=${value} onChange=${onChange}
    options=${[{ value: true, label: t('home.value.yes') }, { value: false, label: t('home.value.no') }]} />`;
}
