/** Links to tables: where they begin, so that others can follow them. */

import { ask } from './api.js';
import { html, signal, useEffect } from './lib.js';
import { t } from './words.js';

/** @typedef {import('./protocol.js').Invitation} Invitation */

/** How others can be let in, as an operator types it. */
const COMMANDS = ['make play HOST=0.0.0.0', 'rheinlaender serve --host 0.0.0.0'];

/** What the server says about links; until it is known they begin like the page. */
const invitation = signal(/** @type {Invitation|null} */ (null));

/** Ask once where links should lead; where that is not answered, they begin like the page. */
export function useInvitation() {
  useEffect(() => {
    if (!invitation.peek()) {
      ask('GET', '/api/invitation').then(
        (found) => {
          invitation.value = found;
        },
        () => {},
      );
    }
  }, []);
}

function beginning() {
  return invitation.value?.address ?? location.origin;
}

/**
 * The link that moves the seats of a secret to another device.
 * @param {string} table
 * @param {string} secret
 */
export function seatLink(table, secret) {
  return `${beginning()}/table/${table}#secret=${secret}`;
}

/**
 * The link that invites to a table.
 * @param {string} table
 */
export function inviteLink(table) {
  return `${beginning()}/table/${table}`;
}

/**
 * The link that makes another device the same person.
 * @param {string} key
 */
export function identityLink(key) {
  return `${beginning()}/me#key=${key}`;
}

/**
 * The link for those who want to watch.
 * @param {string} table
 */
export function watchLink(table) {
  return `${inviteLink(table)}#watch`;
}

/**
 * The link that shows a turn of a replay.
 * @param {string} table
 * @param {number} turn
 */
export function replayLink(table, turn) {
  return `${beginning()}/replay/${table}#${turn}`;
}

/** Says so where nobody but this machine can follow a link, and what to do. */
export function ReachWords() {
  if (invitation.value?.reach !== 'machine') return null;
  return html`<div class="warning" data-warning="reach">
    <p>${t('home.reach_machine')}</p>
    <ul>${COMMANDS.map((command) => html`<li key=${command}><code>${command}</code></li>`)}</ul>
  </div>`;
}
