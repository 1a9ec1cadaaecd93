/** Seats that come by a secret link: judged before anything is kept; what works is never replaced unasked. */

import { Refused, ask } from '../api.js';
import { Choice, Dialog } from '../dialog.js';
import { html, useEffect, useState } from '../lib.js';
import { RefusedPage, WaitingPage } from '../lost.js';
import { notify } from '../notice.js';
import { claim, cleanAddress, misled, play, secretsOf } from '../secrets.js';
import { listed, namesOf, t } from '../words.js';

/** @typedef {import('../secrets.js').Claim} Claim */
/** @typedef {import('../protocol.js').RefusalBody} Refusal */

/**
 * A link is looked at; if the server cannot say what it opens, it can be tried again.
 * @param {{claimed: Claim, secret: string|null}} properties the link, and the secret in use
 */
export function Judging({ claimed, secret }) {
  const [refusal, setRefusal] = useState(/** @type {Refusal|null} */ (null));
  const look = () => {
    setRefusal(null);
    judge(claimed, secret).catch((error) => setRefusal(refusalOf(error)));
  };
  useEffect(look, [claimed]);
  return refusal ? html`<${RefusedPage} refusal=${refusal} again=${look} />` : html`<${WaitingPage} />`;
}

/** @param {unknown} error */
function refusalOf(error) {
  if (error instanceof Refused) return error.refusal;
  throw error;
}

/**
 * Decide about a link, or let the person decide where this browser sits at the table already.
 * @param {Claim} claimed
 * @param {string|null} secret
 */
async function judge(claimed, secret) {
  const other = claimed.secret && (await nameAt(claimed.table, claimed.secret));
  const own = other && secret && secret !== claimed.secret && (await nameAt(claimed.table, secret));
  if (claim.peek() !== claimed) return;
  cleanAddress();
  if (own) claim.value = { ...claimed, names: { own, other } };
  else settle(claimed, other);
}

/**
 * @param {Claim} claimed
 * @param {string|null} name who the link makes of this browser, if it opens a seat
 */
function settle({ table, secret }, name) {
  const isNew = secret && !secretsOf(table).includes(secret);
  misled.value = name ? null : table;
  if (name && secret) play(table, secret);
  if (name && isNew) notify(t('table.seat_found', { name }));
  claim.value = null;
}

/**
 * Who the holder of a secret is at a table; null for nobody.
 * @param {string} table
 * @param {string} secret
 * @returns {Promise<string|null>}
 */
async function nameAt(table, secret) {
  const frame = await ask('GET', `/api/tables/${table}`, { secret }).catch(nothingToSee);
  if (!frame) return null;
  const { you, seats } = frame.table;
  return listed(you.seats, namesOf(seats)) || (you.is_owner ? t('table.as_owner') : null);
}

/**
 * Where nobody may watch, a secret that shows nothing holds nothing.
 * @param {unknown} error
 */
function nothingToSee(error) {
  if (error instanceof Refused && error.refusal.code === 'watchers_off') return null;
  throw error;
}

/** Whether another's link takes over in this browser; whoever closes the question stays who they are. */
export function TakeOver() {
  const claimed = claim.value;
  if (!claimed?.names) return null;
  const { own, other } = claimed.names;
  const stay = () => {
    claim.value = null;
  };
  return html`<${Dialog} name="take-over" title=${t('table.take_over')} onClose=${stay}>
    <p>${t('table.take_over_about', { own, other })}</p>
    <p class="soft">${t('table.take_over_kept')}</p>
    <p class="actions end">
      <button type="button" class="button" data-action="take-over"
        onClick=${() => settle(claimed, other)}>${t('table.play_as', { name: other })}</button>
      <button type="button" class="button primary" data-action="stay" autofocus
        onClick=${stay}>${t('table.stay', { name: own })}</button>
    </p>
  <//>`;
}

/**
 * Which of the seats that this browser holds at a table is played; nothing where there is only one.
 * @param {{table: string}} properties
 */
export function OwnSeats({ table }) {
  const secrets = [...secretsOf(table)].sort();
  const [names, setNames] = useState(/** @type {(string|null)[]} */ ([]));
  useEffect(() => {
    Promise.all(secrets.map((secret) => nameAt(table, secret))).then(setNames, () => {});
  }, [secrets.join(' ')]);
  const options = secrets.map((_, place) => ({ value: place, label: names[place] ?? '' })).filter(({ label }) => label);
  if (options.length < 2) return null;
  return html`<${Choice} name="own-seats" label=${t('table.own_seats')} value=${secrets.indexOf(secretsOf(table)[0])}
    options=${options} onChange=${(/** @type {number} */ place) => play(table, secrets[place])} />`;
}
