/** Leaving a game: a computer player plays to the end, or all agree that there is no more to it. */
import { Dialog } from '../dialog.js';
import { late } from '../late.js';
import { html, useEffect } from '../lib.js';
import { notify } from '../notice.js';
import { refusalWords, t } from '../words.js';

/** @typedef {import('../types.js').Company} Scene */

const Propose = late(async () => (await import('./ending.js')).loadPropose());

/**
 * Whether one has a seat that one plays oneself.
 * @param {Scene} scene
 */
function isPlaying({ table, own }) {
  const { stage, away = {} } = table.value ?? {};
  return stage === 'playing' && [...own.value].some((seat) => !(seat in away));
}

/**
 * Buttons in the settings, each of which asks before anything is done.
 * @param {{scene: Scene}} properties
 */
export function Resign({ scene }) {
  if (!isPlaying(scene)) return null;
  return html`<button type="button" class="button" data-action="resign" onClick=${() => {
    scene.overlay.value = 'resign';
  }}>${t('table.resign')}</button>
    <${Propose} scene=${scene} />`;
}

/**
 * Asks whether one really resigns, as long as one can.
 * @param {{scene: Scene, onClose: () => void}} properties
 */
export function ResignDialog({ scene, onClose }) {
  const canResign = isPlaying(scene);
  useEffect(() => {
    if (!canResign) onClose();
  }, [canResign]);
  if (!canResign) return null;
  const resign = () => {
    onClose();
    scene.connection.command('resign').catch((error) => notify(refusalWords(error.refusal, scene.names.peek()), 'bad'));
  };
  return html`<${Dialog} name="resign" title=${t('table.resign')} onClose=${onClose}>
    <p>${t('table.resign_sure', { level: t(`level.${scene.table.value?.deputy}`) })}</p>
    <p class="actions end">
      <button type="button" class="button quiet" onClick=${onClose}>${t('home.cancel')}</button>
      <button type="button" class="button primary" data-action="resign-sure"
        onClick=${resign}>${t('table.resign')}</button>
    </p>
  <//>`;
}
