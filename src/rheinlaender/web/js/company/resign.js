/** Leaving a game: a computer player plays to the end, or all agree that there is no more to it. */
import { Dialog } from '../dialog.js';
import { late } from '../late.js';
import { html, useSignal } from '../lib.js';
import { notify } from '../notice.js';
import { refusalWords, t } from '../words.js';

/** @typedef {import('../types.js').Company} Scene */

const Propose = late(async () => (await import('./ending.js')).loadPropose());

/**
 * A button in the settings, which asks before anything is done.
 * @param {{scene: Scene}} properties
 */
export function Resign({ scene }) {
  const isAsking = useSignal(false);
  const { stage, away = {}, deputy } = scene.table.value ?? {};
  const isPlaying = [...scene.own.value].some((seat) => !(seat in away));
  if (stage !== 'playing' || !isPlaying) return null;
  /** @param {boolean} isAsked */
  const ask = (isAsked) => () => {
    isAsking.value = isAsked;
  };
  const resign = () => {
    isAsking.value = false;
    scene.connection.command('resign').catch((error) => notify(refusalWords(error.refusal, scene.names.peek()), 'bad'));
  };
  return html`<button type="button" class="button" data-action="resign"
      onClick=${ask(true)}>${t('table.resign')}</button>
    ${
      isAsking.value &&
      html`<${Dialog} name="resign" title=${t('table.resign')} onClose=${ask(false)}>
      <p>${t('table.resign_sure', { level: t(`level.${deputy}`) })}</p>
      <p class="actions end">
        <button type="button" class="button quiet" onClick=${ask(false)}>${t('home.cancel')}</button>
        <button type="button" class="button primary" data-action="resign-sure"
          onClick=${resign}>${t('table.resign')}</button>
      </p>
    <//>`
    }
    <${Propose} scene=${scene} />`;
}
