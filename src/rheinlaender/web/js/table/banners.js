/** What everybody at the table should know: a broken line, watching, a stand-in, the end that comes near. */
import { late } from '../late.js';
import { html, useSignal } from '../lib.js';
import { Link } from '../router.js';
import { follow, isForgetful, misled } from '../secrets.js';
import { t } from '../words.js';
import { standInOf } from './seats.js';

/** @typedef {import('./scene.js').Scene} Scene */

const Patience = late(async () => (await import('../company/patience.js')).load());

const Ending = late(async () => (await import('../company/ending.js')).load());

/**
 * The banners above the board.
 * @param {{scene: Scene}} properties
 */
export function Banners({ scene }) {
  const view = scene.newest.value;
  const table = scene.table.value;
  return html`<div class="banners" role="status">
    <${Line} scene=${scene} />
    <${Misled} scene=${scene} />
    ${
      isForgetful.value &&
      scene.own.value !== '' &&
      html`<p class="banner is-strong" data-banner="forgetful">${t('table.forgetful')}</p>`
    }
    ${
      scene.own.value === '' &&
      view &&
      !view.is_over &&
      html`<p class="banner" data-banner="watching">${watchingWords(scene.id, table?.you.is_unseated)}</p>`
    }
    ${
      view?.is_ending &&
      !view.is_over &&
      html`<p class="banner is-strong"
      data-banner="ending">${t('table.ending')}</p>`
    }
    <${StandIn} scene=${scene} />
    ${hasOthers(table) && html`<${Patience} scene=${scene} />`}
    ${(table?.ended || table?.end_votes) && html`<${Ending} scene=${scene} />`}
    ${
      table?.rematch &&
      html`<p class="banner is-strong" data-banner="rematch">${t('table.rematch_open')} <${Link}
      href=${`/table/${table.rematch}`}
        onClick=${() => follow(scene.id, table.rematch ?? '')}>${t('table.rematch_go')}<//></p>`
    }
  </div>`;
}

/**
 * Whether one sits with others, or by a clock.
 * @param {import('../protocol.js').TableBody|null} table
 */
function hasOthers(table) {
  const isAway = table && Object.keys(table.away).length > 0;
  return table?.clock || isAway || table?.seats.some((seat) => seat.kind === 'person' && !seat.is_yours);
}

/**
 * Whoever came by a link for a seat is told that it leads to none.
 * @param {string} id
 * @param {boolean} [isUnseated]
 */
function watchingWords(id, isUnseated) {
  if (isUnseated) return t('refusal.unseated');
  return t(misled.value === id ? 'table.wrong_link' : 'table.watching');
}

/**
 * Whoever has a seat and came by a link that opens none is told that nothing was lost.
 * @param {{scene: Scene}} properties
 */
function Misled({ scene }) {
  if (misled.value !== scene.id || scene.own.value === '') return null;
  return html`<p class="banner is-strong" data-banner="misled"><span>${t('table.wrong_link_kept')}</span>
    <button type="button" class="button quiet" data-action="close-misled"
      onClick=${() => {
        misled.value = null;
      }}>${t('shell.close')}</button></p>`;
}

/** @param {{scene: Scene}} properties */
function Line({ scene }) {
  const line = scene.connection.line.value;
  if (line === 'live') return null;
  const words = {
    connecting: t('table.line.connecting'),
    waiting: t('table.line.waiting'),
    gone: t('table.line.gone'),
  }[line];
  return html`<p class="banner" data-banner="line" data-line=${line}>
    <span class="line-sign" aria-hidden="true"></span>${words}</p>`;
}

/** @param {{scene: Scene}} properties */
function StandIn({ scene }) {
  const seen = useSignal(/** @type {number|undefined} */ (undefined));
  const { seats = [], away = {} } = scene.table.value ?? {};
  const mine = seats.filter((seat) => seat.is_yours && !(seat.seat in away));
  const level = mine.map((seat) => standInOf(scene, seat)).find(Boolean);
  const turn = scene.newest.value?.turn;
  if (!level || scene.newest.value?.is_over || seen.value === turn) return null;
  return html`<p class="banner is-strong" data-banner="stand-in">
    <span>${t('table.seat_back', { level: t(`level.${level}`) })}</span>
    <button type="button" class="button quiet" data-action="close-banner"
      onClick=${() => {
        seen.value = turn;
      }}>${t('shell.close')}</button>
  </p>`;
}
