/** How it stands: the curve of all seats, who is ahead, and how long the game will probably last. */

import { Shield } from '../board/pieces.js';
import { Dialog } from '../dialog.js';
import { Curve, highest, leadersOf, rowOf } from '../game/curve.js';
import { nameOf } from '../game/views.js';
import { html, useComputed, useSignal } from '../lib.js';
import { listed, t } from '../words.js';

/** @typedef {import('./scene.js').Scene} Scene */
/** @typedef {import('../game/curve.js').Row} Row */

/**
 * The curve and the clock in a line; it opens what stands behind them.
 * @param {{scene: Scene}} properties
 */
export function Outlook({ scene }) {
  const isOpen = useSignal(false);
  const rows = useComputed(() => rowsOf(scene));
  const view = scene.view.value;
  if (!view || rows.value.length < 2) return null;
  return html`<button type="button" class="outlook" data-action="outlook" title=${t('table.outlook.title')}
      onClick=${() => {
        isOpen.value = true;
      }}>
      <${Curve} rows=${rows.value} />
      <span><b>${aheadWords(rows.value[rows.value.length - 1], scene)}</b>
        ${!view.is_over && html`<small data-turns-left=${view.turns_left}>${leftWords(view)}</small>`}</span>
    </button>
    ${
      isOpen.value &&
      html`<${Standings} scene=${scene} rows=${rows.value} onClose=${() => {
        isOpen.value = false;
      }} />`
    }`;
}

/**
 * The standing after each turn that is known, up to what the board shows. Where people share the device, nobody's coins
 * are shown to the others.
 * @param {Scene} scene
 */
function rowsOf({ story, isShared, table, view }) {
  const isOpen = table.value?.option_values.coins === 'open';
  const shown = view.value?.turn ?? 0;
  const views = story.turns.value.flatMap(({ view: known }) => (known && known.turn <= shown ? [known] : []));
  return views.map((known) => rowOf(known, isOpen || known.is_over || !isShared.value));
}

/**
 * @param {Row} row
 * @param {Scene} scene
 */
function aheadWords(row, { names, view }) {
  const result = view.value?.result;
  if (result) return t('home.won_by', { winners: listed(result.winners, names.value) });
  const [first, ...others] = leadersOf(row);
  if (!first) return t('table.outlook.nobody');
  if (others.length > 0) {
    const seats = [first, ...others].map(({ seat }) => seat).join('');
    return t('table.outlook.level', { names: listed(seats, names.value), coins: first.coins });
  }
  const key = first.isSure ? 'table.outlook.ahead' : 'table.outlook.ahead_at_least';
  return t(key, { name: nameOf(names.value, first.seat), coins: first.coins });
}

/** @param {import('../protocol.js').ViewBody} view */
function leftWords(view) {
  return t('table.outlook.turns', { count: view.turns_left });
}

/**
 * The curve at large, turn by turn, with the clock explained.
 * @param {{scene: Scene, rows: Row[], onClose: () => void}} properties
 */
function Standings({ scene, rows, onClose }) {
  const place = useSignal(rows.length - 1);
  const row = rows[Math.min(place.value, rows.length - 1)];
  const pick = (/** @type {number} */ to) => {
    place.value = to;
  };
  return html`<${Dialog} name="outlook" title=${t('table.outlook.title')} onClose=${onClose} wide>
    <div class="outlook-curve"><${Curve} rows=${rows} place=${place.value} onPick=${pick} />
      ${rows[rows.length - 1].stands.map(
        ({ seat, coins }) => html`<span key=${seat} class="curve-end" aria-hidden="true"
        style=${`bottom:${(100 * coins) / highest(rows)}%`}><${Shield} seat=${seat} size="1.2em" /></span>`,
      )}</div>
    <input type="range" class="outlook-turn" min="0" max=${rows.length - 1} value=${place.value}
      aria-label=${t('table.outlook.curve')} aria-valuetext=${t('table.turn_number', row)}
      onInput=${(/** @type {any} */ event) => pick(Number(event.currentTarget.value))} />
    <p>${t('table.outlook.now', { turn: row.turn })}</p>
    <ol class="outlook-stands">${[...row.stands]
      .sort((one, other) => other.coins - one.coins)
      .map(
        ({ seat, coins, isSure }) => html`<li key=${seat} data-seat=${seat} data-stand=${seat}>
      <${Shield} seat=${seat} size="1.4em" /><span>${nameOf(scene.names.value, seat)}</span>
      <b>${coins}${isSure ? '' : '+'}</b></li>`,
      )}</ol>
    ${row.stands.some(({ isSure }) => !isSure) && html`<p class="soft small">${t('table.outlook.at_least')}</p>`}
    <${Clock} scene=${scene} />
  <//>`;
}

/** @param {{scene: Scene}} properties */
function Clock({ scene }) {
  const view = scene.newest.value;
  if (!view) return null;
  if (view.is_over) return html`<p>${t('event.game_ended', { turn: view.turn })}</p>`;
  const [least] = [...view.seats].sort((one, other) => one.supply - other.supply);
  const name = nameOf(scene.names.value, least.seat);
  const words = t('table.outlook.clock', { name, knights: least.supply });
  return html`<p data-clock><b>${leftWords(view)}.</b> ${words}</p>`;
}
