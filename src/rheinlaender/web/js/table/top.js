/** The bar at the top of the table: home, help, sound, settings, the seat's link. */
import { late } from '../late.js';
import { html } from '../lib.js';
import { SettingsMenu } from '../menu.js';
import { Link } from '../router.js';
import { secretsOf } from '../secrets.js';
import { sound } from '../settings.js';
import { t } from '../words.js';

/** @typedef {import('./scene.js').Scene} Scene */

const OwnSeats = late(async () => (await import('./claim.js')).OwnSeats);
const Resign = late(async () => (await import('../company/resign.js')).Resign);
const NightHours = late(async () => (await import('../company/night.js')).load());
const Talk = late(async () => (await import('../talk/sign.js')).load());
const OwnerSettings = late(async () => (await import('../company/owner.js')).OwnerSettings);

const SIGNS = {
  seats: 'M8 2.5c2 0 3 1.3 3 3s-1 3-3 3-3-1.3-3-3 1-3 3-3zM2.5 14c.4-3 2.6-4 5.5-4s5.1 1 5.5 4',
  log: 'M4 2.5h8.5v11H4a1.5 1.5 0 0 1-1.5-1.5V4A1.5 1.5 0 0 1 4 2.5M5.5 6h5M5.5 9h5',
  share: 'M5.5 2.5h5a1 1 0 0 1 1 1v9a1 1 0 0 1-1 1h-5a1 1 0 0 1-1-1v-9a1 1 0 0 1 1-1zM7.3 11.5h1.4',
  help: 'M5.8 6a2.2 2.2 0 1 1 3.2 2c-.8.4-1 .9-1 1.7M8 12.2v.1',
  soundOn: 'M3 6.5h2l3-2.5v8L5 9.5H3zM10.5 6c.9 1.1.9 2.9 0 4M12.5 4.5c1.8 2 1.8 5 0 7',
  soundOff: 'M3 6.5h2l3-2.5v8L5 9.5H3zM10.5 6.5l3 3M13.5 6.5l-3 3',
};

/**
 * The bar.
 * @param {{scene: Scene}} properties
 */
export function TopBar({ scene }) {
  /** @param {'seats'|'log'} name */
  const toggle = (name) => {
    scene.sheet.value = scene.sheet.peek() === name ? null : name;
  };
  const hasOthers = secretsOf(scene.id).length > 1;
  return html`<header class="top-bar">
    <${Link} class="brand" href="/" data-action="home">${t('drawing.title')}<//>
    <span class="top-room"></span>
    ${isTalked(scene) && html`<${Talk} id=${scene.id} connection=${scene.connection} />`}
    ${
      scene.isNarrow.value &&
      html`
      <${Sign} name="seats" label=${t('table.seats')}
        isPressed=${scene.sheet.value === 'seats'} onClick=${() => toggle('seats')} />
      <${Sign} name="log" label=${t('table.log')} isPressed=${scene.sheet.value === 'log'}
        onClick=${() => toggle('log')} />`
    }
    ${
      scene.own.value !== '' &&
      scene.secret &&
      html`<${Sign} name="share"
      label=${t('table.share_seat')} onClick=${() => {
        scene.overlay.value = 'share';
      }} />`
    }
    <${Sign} name=${sound.value ? 'soundOn' : 'soundOff'} label=${t('table.sound')} isPressed=${sound.value}
      action="sound" onClick=${() => {
        sound.value = !sound.peek();
      }} />
    <${Sign} name="help" label=${t('table.help')} onClick=${() => {
      scene.overlay.value = 'help';
    }} />
    <${SettingsMenu}>${hasOthers && html`<${OwnSeats} table=${scene.id} />`}${
      scene.table.value?.clock && html`<${NightHours} scene=${scene} />`
    }<${CallsButton} scene=${scene} /><${OwnerSettings} scene=${scene} />${
      scene.own.value !== '' && html`<${Resign} scene=${scene} />`
    }<//>
  </header>`;
}

/** @param {{scene: Scene}} properties */
function CallsButton({ scene }) {
  if (scene.own.value === '') return null;
  return html`<button type="button" class="button" data-action="calls" onClick=${() => {
    scene.overlay.value = 'calls';
  }}>${t('settings.calls')}</button>`;
}

/**
 * Whether there is anybody to talk to.
 * @param {Scene} scene
 */
function isTalked({ table, connection }) {
  const { stage, you, seats = [] } = table.value ?? {};
  if (!you?.seats) return Boolean(you);
  return (
    seats.some((seat) => seat.kind === 'person' && !seat.is_yours) ||
    (stage === 'over' && connection.watchers.value > 0)
  );
}

/**
 * @param {{name: keyof typeof SIGNS, label: string, isPressed?: boolean, action?: string,
 *   onClick: () => void}} properties
 */
function Sign({ name, label, isPressed, action = name, onClick }) {
  return html`<button type="button" class="icon-button" data-action=${action}
    aria-label=${label} title=${label} aria-pressed=${isPressed} onClick=${onClick}>
    <svg viewBox="0 0 16 16" class="icon" aria-hidden="true"><path d=${SIGNS[name]} /></svg>
  </button>`;
}
