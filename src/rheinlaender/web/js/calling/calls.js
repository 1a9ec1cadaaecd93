/** Calls from a table whose page is open but not looked at: by a tone, and by a notification of the system. */
import { effect, untracked } from '../lib.js';
import { calls, sound } from '../settings.js';
import { language, t } from '../words.js';
import { isNight } from './night.js';
import { sing, unlock } from './tones.js';

/** @typedef {import('../protocol.js').Frame} Frame */
/** @typedef {'turn'|'nudged'|'over'|'rematch'} Kind */

/** How often it is looked whether somebody is awake for whom a call waits, in milliseconds. */
const WAKE_EVERY = 30_000;

/**
 * Calls whoever looks elsewhere; who sleeps when they wake, if there is something to hear then.
 * @param {import('../types.js').Connection} connection
 * @param {string} table
 * @param {string|null} secret
 * @returns {() => void} stops it
 */
export function callAway(connection, table, secret) {
  let before = connection.frame.peek();
  let held = /** @type {Kind|null} */ (null);
  /** @param {Kind} kind @param {Frame} frame */
  const callUnlessNight = (kind, frame) => {
    held = isNight(frame.table.night, new Date()) ? kind : null;
    if (!held) call(kind, table, frame);
  };
  const timer = setInterval(() => {
    const kind = held && before && document.hidden ? stillOf(held, before) : null;
    if (kind && before) callUnlessNight(kind, before);
    else held = null;
  }, WAKE_EVERY);
  const stopWaiting = unlock();
  const stopLooking = effect(() => {
    const frame = connection.frame.value;
    const kind = before && frame ? callOf(before, frame) : null;
    before = frame;
    if (kind && frame && document.hidden) untracked(() => callUnlessNight(kind, frame));
  });
  if (secret && calls.peek().push && !calls.peek().muted.includes(table)) {
    import('./push.js').then(({ subscribeAt }) => subscribeAt(table, secret)).catch(() => undefined);
  }
  return () => {
    clearInterval(timer);
    stopWaiting();
    stopLooking();
  };
}

/**
 * What has happened between two frames that one should hear of.
 * @param {Frame} before
 * @param {Frame} frame
 * @returns {Kind|null}
 */
export function callOf(before, frame) {
  const { rematch, stage, you } = frame.table;
  if (!you.seats || frame.seq <= before.seq) return null;
  if (rematch !== before.table.rematch) return 'rematch';
  if (stage === 'over' && before.table.stage !== 'over') return 'over';
  if (frame.entry.kind === 'nudged') return you.seats.includes(frame.entry.seat) ? 'nudged' : null;
  return isToMove(frame) && frame.view?.turn !== before.view?.turn ? 'turn' : null;
}

/**
 * What is still to be heard later of something that happened: a turn only as long as it lasts.
 * @param {Kind} kind
 * @param {Frame} frame
 * @returns {Kind|null}
 */
export function stillOf(kind, frame) {
  if (kind === 'over' || kind === 'rematch') return kind;
  return isToMove(frame) ? 'turn' : null;
}

/** @param {Frame} frame */
function isToMove({ table, view }) {
  return view !== null && !view.is_over && table.you.seats.includes(view.to_move) && !(view.to_move in table.away);
}

/**
 * @param {Kind} kind
 * @param {string} table
 * @param {Frame} frame
 */
function call(kind, table, frame) {
  if (calls.peek().muted.includes(table)) return;
  if (sound.peek()) sing('turn');
  if (calls.peek().notify) void show(kind, frame.table);
}

/**
 * Let the service worker show a notification: it knows what to do when that is touched.
 * @param {Kind} kind
 * @param {import('../protocol.js').TableBody} table
 */
async function show(kind, { id, rematch, seats }) {
  const worker = (await navigator.serviceWorker.ready).active;
  const people = seats.filter((seat) => seat.kind === 'person' && seat.name).map((seat) => seat.name);
  worker?.postMessage({
    kind,
    table: kind === 'rematch' ? rematch : id,
    title: t(`call.${kind}`),
    body: people.join(', '),
    language: language.peek(),
  });
}
