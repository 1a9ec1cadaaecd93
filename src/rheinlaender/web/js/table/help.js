/** Help at the table: a turn in a few lines, what each symbol means, how the game ends, and all keys. */
import { Dialog } from '../dialog.js';
import { html } from '../lib.js';
import { t } from '../words.js';
import { Legend } from './legend.js';

/** @returns {[string[], string][]} */
function keys() {
  return [
    [['1', '…', '5'], t('table.key.card')],
    [['G'], t('table.key.grid')],
    [['←', '→', '↑', '↓'], t('table.key.arrows')],
    [['Enter'], t('table.key.enter')],
    [['B'], t('table.key.bastion')],
    [['E'], t('table.key.end')],
    [['Esc'], t('table.key.take_back')],
    [['[', ']'], t('table.key.steps')],
    [['H'], t('table.key.hint')],
    [['W'], t('table.key.why')],
    [['L', 'S'], t('table.key.log')],
    [['+', '−', '0'], t('table.key.zoom')],
    [['?'], t('table.key.help')],
  ];
}

/**
 * The help, as a dialog.
 * @param {{scene: import('./scene.js').Scene, onClose: () => void}} properties
 */
export function Help({ scene, onClose }) {
  return html`<${Dialog} name="help" title=${t('table.help')} onClose=${onClose} wide>
    <p>${t('table.help_aim')} <a href="/rules" target="_blank" rel="noopener">${t('table.help_rules')}</a></p>
    <h3>${t('table.help_turn')}</h3>
    <ol class="help-turn">
      <li>${t('table.help_card')}</li><li>${t('table.help_field')}</li>
        <li>${t('table.help_bastion')}</li><li>${t('table.help_end')}</li>
    </ol>
    <h3>${t('table.legend')}</h3>
    <${Legend} scene=${scene} />
    <p>${t('table.help_account')}</p>
    <h3>${t('table.keys')}</h3>
    <dl class="help-keys">${keys().map(
      ([names, words]) => html`<div key=${words}>
      <dt>${names.map((name) => html`<kbd key=${name}>${name}</kbd>`)}</dt><dd>${words}</dd></div>`,
    )}</dl>
  <//>`;
}
