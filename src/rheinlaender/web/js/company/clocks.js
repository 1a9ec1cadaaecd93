/** The clocks of a table: what everybody has left, counted on by this browser between two words of the server. */
import { html, useEffect, useSignal } from '../lib.js';
import { language, t } from '../words.js';

/** @typedef {import('../types.js').Company} Scene */
/** @typedef {import('../types.js').HeardClocks} Heard */

const SECOND = 1000;
const HOUR = 3600 * SECOND;
const DAY = 24 * HOUR;
/** With so little left a clock that runs is marked. */
const SHORT = 30 * SECOND;

/**
 * What a seat has left in milliseconds; null without a clock.
 * @param {Heard|null} heard
 * @param {string} seat
 * @param {number} now of the clock by which it was heard
 * @returns {number|null}
 */
export function leftOf(heard, seat, now) {
  const told = heard?.clocks.left[/** @type {import('../protocol.js').SeatLetter} */ (seat)];
  if (!heard || told === undefined) return null;
  if (heard.clocks.running !== seat || heard.clocks.is_night) return told;
  return Math.max(0, told - Math.max(0, now - heard.at - heard.clocks.delay));
}

/**
 * A time as a clock shows it: minutes and seconds, with hours where there are some, or days and hours.
 * @param {number} left milliseconds
 */
export function clockWords(left) {
  if (left >= DAY) return `${narrow(Math.floor(left / DAY), 'day')} ${narrow(Math.floor((left % DAY) / HOUR), 'hour')}`;
  const seconds = Math.ceil(left / SECOND);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)];
  const last = String(seconds % 60).padStart(2, '0');
  return hours ? `${hours}:${String(minutes).padStart(2, '0')}:${last}` : `${minutes}:${last}`;
}

/**
 * @param {number} count
 * @param {'day'|'hour'} unit
 */
function narrow(count, unit) {
  return new Intl.NumberFormat(language.value, { style: 'unit', unit, unitDisplay: 'narrow' }).format(count);
}

/**
 * The clock of a seat. It is not read aloud by itself: whoever runs short of time is told once.
 * @param {{scene: Scene, seat: string}} properties
 */
export function TimeLeft({ scene, seat }) {
  const heard = scene.connection.clocks.value;
  const isHeld = scene.connection.line.value !== 'live';
  const isRunning = heard?.clocks.running === seat && !heard.clocks.is_night && !isHeld;
  const now = useTicks(isRunning, heard?.at ?? 0);
  const left = leftOf(heard, seat, now);
  if (left === null || scene.newest.value?.is_over) return null;
  const isNight = heard?.clocks.running === seat && heard.clocks.is_night;
  return html`<span class="time-left" role="timer" aria-live="off" data-time-left=${seat} data-running=${isRunning}
    data-short=${isRunning && left < SHORT} data-held=${isHeld} data-night=${isNight}
    title=${t('table.time_left', { time: clockWords(left) })}>${clockWords(left)}</span>`;
}

/**
 * The time, four times a second while a clock runs; when it stands still, the time at which it was stopped.
 * @param {boolean} isRunning
 * @param {number} heardAt
 */
function useTicks(isRunning, heardAt) {
  const now = useSignal(performance.now());
  useEffect(() => {
    if (!isRunning) return undefined;
    const tick = () => {
      now.value = performance.now();
    };
    tick();
    const timer = setInterval(tick, 250);
    return () => clearInterval(timer);
  }, [isRunning, heardAt]);
  return Math.max(now.value, heardAt);
}
