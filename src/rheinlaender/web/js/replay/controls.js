/** Step, seek, play. */

import { html } from '../lib.js';
import { t } from '../words.js';
import { SPEEDS } from './player.js';

/** @typedef {import('./player.js').Player} Player */

/** The bar under the board. @param {{player: Player}} props */
export function Controls({ player }) {
  const { place, last, isPlaying } = player;
  return html`<div class="replay-controls" role="group" aria-label=${t('replay.controls')}>
    <div class="replay-steps">
      <${Step} name="first" label=${t('replay.first')} isOff=${place.value === 0} onClick=${() => player.step(-last)}
        path="M4 3v10M13 3L6 8l7 5z" />
      <${Step} name="back" label=${t('replay.back')} isOff=${place.value === 0} onClick=${() => player.step(-1)}
        path="M11 3L4 8l7 5z" />
      <${Step} name="play" label=${isPlaying.value ? t('replay.pause') : t('replay.play')} isMain
        onClick=${player.toggle}
        path=${isPlaying.value ? 'M5 3v10M11 3v10' : 'M5 3l8 5-8 5z'} />
      <${Step} name="forward" label=${t('replay.forward')} isOff=${place.value === last} onClick=${() => player.step(1)}
        path="M5 3l7 5-7 5z" />
      <${Step} name="last" label=${t('replay.last')} isOff=${place.value === last} onClick=${() => player.step(last)}
        path="M12 3v10M3 3l7 5-7 5z" />
    </div>
    <input class="replay-slider" type="range" min="0" max=${last} value=${place.value} data-field="turn"
      aria-label=${t('replay.turn_label')} aria-valuetext=${placeWords(player)}
      onInput=${(/** @type {any} */ event) => player.step(Number(event.currentTarget.value) - place.peek())} />
    <output class="replay-place lining" data-place=${place.value}>${placeWords(player)}</output>
    <label class="replay-speed"><span class="unseen">${t('replay.speed')}</span>
      <select data-pick="speed" value=${player.speed.value} onChange=${(/** @type {any} */ event) => {
        player.speed.value = event.currentTarget.value;
      }}>
        ${Object.keys(SPEEDS).map((speed) => html`<option key=${speed} value=${speed}>${speedWords(speed)}</option>`)}
      </select>
    </label>
  </div>`;
}

/**
 * @param {{name: string, label: string, path: string, onClick: () => void, isOff?: boolean, isMain?: boolean}} props
 */
function Step({ name, label, path, onClick, isOff = false, isMain = false }) {
  return html`<button type="button" class=${isMain ? 'icon-button main' : 'icon-button'} data-action=${`replay-${name}`}
    aria-label=${label} title=${label}
    aria-disabled=${isOff} onClick=${isOff ? undefined : onClick}>
    <svg viewBox="0 0 16 16" class="icon" aria-hidden="true"><path d=${path} fill="currentColor" /></svg>
  </button>`;
}

/** @param {Player} player */
function placeWords({ place, last, turn, before }) {
  return place.value === 0 ? t('replay.opening') : t('replay.place', { turn, turns: before + last });
}

/** @param {string} speed */
function speedWords(speed) {
  return {
    slow: t('settings.animation_slow'),
    normal: t('settings.animation_normal'),
    fast: t('settings.animation_fast'),
  }[speed];
}
