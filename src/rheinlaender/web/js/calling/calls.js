/** Calls from a table whose page is open but not looked at: by a tone, and by a notification of the system. */
import { effect, untracked } from '../lib.js';
import { calls, sound } from '../settings.js';
import { language, t } from '../words.js';
import { sing, unlock } from './tones.js';

/** @typedef {import('../protocol.js').Frame} Frame */
/** @typedef {'turn'|'nudged'|'over'|'rematch'} Kind */

/**
 * Calls whoever looks elsewhere.
 * @param {import('../types.js').Connection} connection
 * @param {string} table
 * @param {string|null} secret
 * @returns {() => void} stops it
 */
export function callAway(connection, table, secret) {
  let before = connection.frame.peek();
  const stopWaiting = unlock();
  const stopLooking = effect(() => {
    const frame = connection.frame.value;
    const kind = before && frame ? callOf(before, frame) : null;
    before = frame;
    if (kind && frame && document.hidden) untracked(() => call(kind, table, frame));
  });
  if (secret && calls.peek().push && !calls.peek().muted.includes(table)) {
    import('./push.js').then(({ subscribeAt }) => subscribeAt(table, secret)).catch(() => undefined);
  }
  return () => {
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
