/** Web Push: the browser's push service calls this device also when no page is open. */
import { Refused, ask } from '../api.js';
import { base64url, myTables, secretsOf } from '../secrets.js';
import { calls } from '../settings.js';
import { language } from '../words.js';

/** Whether this browser has a push service. */
export function hasPush() {
  return 'serviceWorker' in navigator && 'PushManager' in globalThis;
}

/** By which ways this server calls people. @returns {Promise<import('../protocol.js').Ways>} */
export function ways() {
  return ask('GET', '/api/calls');
}

/** Be called at all tables of this browser where one has not said otherwise. */
export async function subscribeEverywhere() {
  const subscription = await ownSubscription();
  for (const { table } of myTables().peek()) {
    if (calls.peek().muted.includes(table)) continue;
    for (const secret of secretsOf(table)) await tell(table, secret, subscription);
  }
}

/**
 * Be called at a table.
 * @param {string} table
 * @param {string} secret
 */
export async function subscribeAt(table, secret) {
  await tell(table, secret, await ownSubscription());
}

/** Be called no more, at no table: what the browser's push service does not know any more, no server can reach. */
export async function unsubscribeEverywhere() {
  const found = await (await navigator.serviceWorker.ready).pushManager.getSubscription();
  await found?.unsubscribe();
}

/**
 * Be called no more at a table.
 * @param {string} table
 * @param {string} secret
 */
export async function unsubscribeAt(table, secret) {
  const found = await (await navigator.serviceWorker.ready).pushManager.getSubscription();
  if (found) await ask('POST', `/api/tables/${table}/calls/stop`, { body: { endpoint: found.endpoint }, secret });
}

/** The subscription of this browser, made where there is none, or where it was made for another key. */
async function ownSubscription() {
  const { pushManager } = await navigator.serviceWorker.ready;
  const { push: key } = await ways();
  const found = await pushManager.getSubscription();
  if (found && keyOf(found) === key) return found;
  await found?.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
}

/** @param {PushSubscription} subscription */
function keyOf({ options }) {
  return base64url(new Uint8Array(options.applicationServerKey ?? new ArrayBuffer(0)));
}

/**
 * @param {string} table
 * @param {string} secret
 * @param {PushSubscription} subscription
 */
async function tell(table, secret, subscription) {
  const { endpoint, keys } = subscription.toJSON();
  const body = { endpoint, p256dh: keys?.p256dh, auth: keys?.auth, language: language.peek() };
  await ask('POST', `/api/tables/${table}/calls`, { body, secret }).catch((error) => {
    if (!(error instanceof Refused) || error.status === 0) throw error; // A table that is no more calls nobody.
  });
}
