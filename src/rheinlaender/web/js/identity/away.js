/** The tables that were taken from the list of one's tables, each of which can be put back. */

import { ask } from '../api.js';
import { html, useEffect, useState } from '../lib.js';
import { Link } from '../router.js';
import { ago, listed, namesOf, t } from '../words.js';
import { awayTables, putBack } from './sync.js';
import { attempt } from './trying.js';

/** @typedef {import('../protocol.js').TableStatus} TableStatus */

/** So many are shown, the newest first. */
const MOST_SHOWN = 100;

/** The list; nothing where no table was put away. */
export function AwayTables() {
  const shown = awayTables.value.slice(0, MOST_SHOWN);
  const statuses = useStatusesOf(shown);
  if (!shown.length) return null;
  return html`<section aria-labelledby="away">
    <h2 id="away">${t('identity.away')}</h2>
    <ul class="identity-list">${shown.map((away) => {
      const status = statuses[away.table];
      if (!status?.exists) return null;
      const names = listed(status.seats.map(({ seat }) => seat).join(''), namesOf(status.seats));
      return html`<li key=${away.table} data-away=${away.table}>
        <span><${Link} href=${`/table/${away.table}`}>${names}<//>
          ${status.changed && html`<time class="small soft" datetime=${status.changed}>${ago(status.changed)}</time>`}
        </span>
        <button type="button" class="button" data-action="put-back" aria-label=${`${t('identity.put_back')}: ${names}`}
          onClick=${() => attempt(() => putBack(away))}>${t('identity.put_back')}</button></li>`;
    })}</ul>
  </section>`;
}

/**
 * How tables stand, as far as it was heard.
 * @param {import('../protocol.js').OwnTable[]} shown
 * @returns {Record<string, TableStatus>}
 */
function useStatusesOf(shown) {
  const [found, setFound] = useState(/** @type {Record<string, TableStatus>} */ ({}));
  useEffect(() => {
    if (!shown.length) return;
    const body = { tables: shown.map(({ table, secrets }) => ({ table, secret: secrets[0] ?? null })) };
    void attempt(async () => {
      const { tables } = await ask('POST', '/api/tables/status', { body });
      setFound(Object.fromEntries(tables.map((/** @type {TableStatus} */ status) => [status.table, status])));
    });
  }, [shown.map(({ table }) => table).join(' ')]);
  return found;
}
