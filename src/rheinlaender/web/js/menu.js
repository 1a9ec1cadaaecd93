/** The head of a page and the menu of settings. */

import { html, useEffect, useRef, useState } from './lib.js';
import { Choice } from './dialog.js';
import { Link } from './router.js';
import { ANIMATIONS, THEMES, animation, sound, theme } from './settings.js';
import { LANGUAGES, language, setLanguage, t } from './words.js';
import { notify } from './notice.js';
import { hasLobby } from './open.js';

/** @typedef {import('./lib.js').Children} Children */

/**
 * The head of every page: its name, what belongs to the page, the settings.
 * @param {{children?: Children}} props
 */
export function PageHeader({ children }) {
  return html`<header class="page-head">
    <${Link} class="brand" href="/">${t('drawing.title')}<//>
    <div class="page-head-own">${children}</div>
    <${SettingsMenu} />
  </header>`;
}

/**
 * A button that opens the settings: language, theme, sound, animation, and what the page adds.
 * @param {{children?: Children}} props
 */
export function SettingsMenu({ children }) {
  const [isOpen, setOpen] = useState(false);
  const menu = useRef(/** @type {HTMLDivElement|null} */ (null));
  useEffect(() => (isOpen ? closeOutside(menu.current, () => setOpen(false)) : undefined), [isOpen]);
  return html`<div class="settings" ref=${menu}>
    <button class="settings-button" type="button" data-action="settings" aria-expanded=${isOpen} aria-haspopup="dialog"
        title=${t('settings.title')} onClick=${() => setOpen(!isOpen)}>
      <${Sliders} /><span>${language.value.toUpperCase()}</span><span class="unseen">${t('settings.title')}</span>
    </button>
    ${
      isOpen &&
      html`<div class="settings-sheet" role="dialog" aria-label=${t('settings.title')}><${Settings} />
      ${hasLobby && html`<p><${Link} data-action="lobby" href="/lobby">${t('settings.lobby')}<//></p>`}
      <p><${Link} data-action="today" href="/today">${t('home.today')}<//></p>
      ${children}</div>`
    }
  </div>`;
}

/** All settings of this browser. */
export function Settings() {
  return html`
    <${Choice} name="language" label=${t('settings.language')} value=${language.value} onChange=${speak}
      options=${Object.entries(LANGUAGES).map(([value, label]) => ({ value, label }))} />
    <${Choice} name="theme" label=${t('settings.theme')} value=${theme.value}
      onChange=${(/** @type {any} */ value) => {
        theme.value = value;
      }}
      options=${THEMES.map((value) => ({ value, label: themeWords(value) }))} />
    <${Choice} name="animation" label=${t('settings.animation')} value=${animation.value}
      onChange=${(/** @type {any} */ value) => {
        animation.value = value;
      }}
      options=${ANIMATIONS.map((value) => ({ value, label: animationWords(value) }))} />
    <${Choice} name="sound" label=${t('settings.sound')} value=${sound.value}
      onChange=${(/** @type {boolean} */ value) => {
        sound.value = value;
      }}
      options=${[{ value: false, label: t('settings.sound_off') }, { value: true, label: t('settings.sound_on') }]} />`;
}

/** @param {string} wish */
function speak(wish) {
  setLanguage(wish).catch(() => notify(t('refusal.unreachable'), 'bad'));
}

/** @param {import('./settings.js').Theme} value */
function themeWords(value) {
  return {
    auto: t('settings.theme_auto'),
    light: t('settings.theme_light'),
    dark: t('settings.theme_dark'),
    contrast: t('settings.theme_contrast'),
  }[value];
}

/** @param {import('./settings.js').Animation} value */
function animationWords(value) {
  return {
    off: t('settings.animation_off'),
    slow: t('settings.animation_slow'),
    normal: t('settings.animation_normal'),
    fast: t('settings.animation_fast'),
  }[value];
}

/**
 * Close something by Escape or by a click outside of it.
 * @param {HTMLElement|null} element
 * @param {() => void} close
 */
function closeOutside(element, close) {
  /** @param {Event} event */
  const press = (event) => {
    if (!element?.contains(/** @type {Node} */ (event.target))) close();
  };
  /** @param {KeyboardEvent} event */
  const key = (event) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    close();
    element?.querySelector('button')?.focus();
  };
  document.addEventListener('pointerdown', press);
  element?.addEventListener('keydown', key);
  return () => {
    document.removeEventListener('pointerdown', press);
    element?.removeEventListener('keydown', key);
  };
}

/** Three sliders, the sign of the settings. */
function Sliders() {
  return html`<svg viewBox="0 0 16 16" class="icon" aria-hidden="true">
    <path d="M2 4h6m4 0h2M2 8h2m4 0h6M2 12h7m4 0h1" /><circle cx="10" cy="4" r="1.8" /><circle cx="6" cy="8" r="1.8" />
      <circle cx="11" cy="12" r="1.8" />
  </svg>`;
}
