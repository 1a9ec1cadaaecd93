/** The legend of the table: each symbol, as it is drawn everywhere, with what it means. */
import { Piece } from '../board/pieces.js';
import { html } from '../lib.js';
import { t } from '../words.js';

/** @typedef {import('./scene.js').Scene} Scene */
/** @typedef {import('../lib.js').Children} Children */

/**
 * The legend.
 * @param {{scene: Scene}} properties
 */
export function Legend({ scene }) {
  const seat = scene.own.value?.[0] || 'a';
  const bonus = Number(scene.table.value?.option_values.archbishop_bonus ?? 0);
  return html`<dl class="legend">
    <${Line} signs=${[`shield-${seat}`]} words=${t('table.legend.knight')} />
    <${Line} signs=${[`duke-${seat}`]} words=${t('table.legend.duke')} />
    <${Line} signs=${['city2', 'city3', 'city4']} words=${t('table.legend.city')} />
    <${Line} signs=${['castle']} words=${t('table.legend.castle')} />
    <${Line} signs=${['church', 'bishop']} words=${t('table.legend.church')} />
    <${Line} signs=${['archbishop']} words=${archbishopWords(bonus)} />
    <${Line} signs=${['bastion']} words=${t('table.legend.bastion')} />
    <${Line} words=${t('table.legend.coins')}><span class="coins"><span class="coin-face">?</span></span><//>
    <${Line} words=${clockWords(scene)}><span class="clock" data-seat=${seat}><span class="clock-bar"><span
      style="width:40%"></span></span></span><//>
  </dl>`;
}

/** @param {{signs?: string[], words: string, children?: Children}} properties */
function Line({ signs = [], words, children }) {
  const pieces = signs.map((name) => html`<${Piece} key=${name} name=${name} size="1.9em" />`);
  return html`<div><dt aria-hidden="true">${pieces}${children}</dt><dd>${words}</dd></div>`;
}

/** @param {number} bonus */
function archbishopWords(bonus) {
  return bonus
    ? `${t('table.legend.archbishop')} ${t('table.legend.archbishop_bonus', { count: bonus })}`
    : t('table.legend.archbishop');
}

/** @param {Scene} scene */
function clockWords(scene) {
  const isRound = scene.table.value?.option_values.end === 'round';
  return `${t('table.legend.clock')} ${t(isRound ? 'table.legend.end_round' : 'table.legend.end_turn')}`;
}
