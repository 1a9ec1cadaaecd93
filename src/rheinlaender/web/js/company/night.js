/** The hours in which one sleeps: at a table over days no time passes then. */
import { html } from '../lib.js';
import { notify } from '../notice.js';
import { keep, readKept } from '../settings.js';
import { language, refusalWords, t, wantWords } from '../words.js';

/** @typedef {import('../types.js').Company} Scene */

const USUAL = { begins: 22, ends: 8 };
/** What one has chosen at another table is offered at the next. */
const KEPT = 'night';
const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
const LONGEST = 12;

/** The hours, when their words are there. */
export async function load() {
  await wantWords('company');
  return NightHours;
}

/**
 * Whether the own clock stands still at night, and from when to when.
 * @param {{scene: Scene}} properties
 */
export function NightHours({ scene }) {
  const table = scene.table.value;
  if (!table?.clock || table.pace !== 'days' || table.stage === 'over' || !table.you.seats) return null;
  const night = table.night;
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  /** @param {object|null} wish */
  const set = (wish) => {
    if (wish) keep(KEPT, wish);
    return scene.connection
      .command('set_night', { night: wish })
      .catch((error) => notify(refusalWords(error.refusal, scene.names.peek()), 'bad'));
  };
  return html`<fieldset class="plain night" data-night>
    <label class="check"><input type="checkbox" data-pick="night" checked=${night !== null}
      onChange=${(/** @type {any} */ event) => set(event.currentTarget.checked ? usual(zone) : null)} />
      <span>${t('table.night')}</span></label>
    ${
      night &&
      html`<div class="night-hours">
      <${Hour} name="night-begins" label=${t('table.night_from')} value=${night.begins} hours=${HOURS}
        onChange=${(/** @type {number} */ begins) => set({ ...night, begins, ends: within(begins, night.ends) })} />
      <${Hour} name="night-ends" label=${t('table.night_to')} value=${night.ends}
        hours=${HOURS.slice(1, LONGEST + 1).map((hour) => (night.begins + hour) % 24)}
        onChange=${(/** @type {number} */ ends) => set({ ...night, ends })} />
    </div>
    <p class="small soft">${t('table.night_zone', { zone: night.zone })}</p>`
    }
  </fieldset>`;
}

/**
 * The night that is offered first.
 * @param {string} zone
 */
function usual(zone) {
  return { ...USUAL, ...readKept(KEPT, {}), zone };
}

/**
 * The end of a night that begins at an hour: as it was, if the night is not too long then.
 * @param {number} begins
 * @param {number} ends
 */
function within(begins, ends) {
  const hours = (ends - begins + 24) % 24;
  return hours > 0 && hours <= LONGEST ? ends : (begins + LONGEST) % 24;
}

/**
 * @param {{name: string, label: string, value: number, hours: number[], onChange: (hour: number) => void}} properties
 */
function Hour({ name, label, value, hours, onChange }) {
  return html`<label class="field"><span>${label}</span>
    <select data-pick=${name} value=${value}
      onChange=${(/** @type {any} */ event) => onChange(Number(event.currentTarget.value))}>
      ${hours.map((hour) => html`<option key=${hour} value=${hour}>${hourWords(hour)}</option>`)}
    </select></label>`;
}

/** @param {number} hour */
function hourWords(hour) {
  return new Date(2000, 0, 1, hour).toLocaleTimeString(language.value, { hour: 'numeric', minute: '2-digit' });
}
