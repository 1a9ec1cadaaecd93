/** The invitation of a table that waits, for players and for watchers. */

import { late } from '../late.js';
import { html } from '../lib.js';
import { ReachWords, inviteLink, useInvitation, watchLink } from '../links.js';
import { LinkLine, QrCode } from '../qr.js';
import { hasLobby } from '../open.js';
import { t } from '../words.js';
import { WatchersChoice } from '../company/owner.js';

const PublicChoice = late(async () => (await import('../lobby/publishing.js')).loadChoice());

/** @typedef {import('../protocol.js').TableBody} Table */

/**
 * The link for players with its code, and the one for watchers.
 * @param {{id: string, table: Table, watchers: number, send: import('../company/owner.js').Send}} props
 */
export function Invitation({ id, table, watchers, send }) {
  useInvitation();
  const link = inviteLink(id);
  return html`<section class="invitation" aria-labelledby="invitation">
    <h2 id="invitation">${t('home.invitation')}</h2>
    <p class="soft">${t(table.you.seats || table.you.is_owner ? 'home.invitation_about' : 'home.invitation_guest')}</p>
    <${LinkLine} link=${link} title=${t('drawing.title')} label=${t('home.invite_link')} name="invite-link" />
    <${ReachWords} />
    <${QrCode} link=${link} label=${t('home.invite_qr')} />
    ${hasLobby && html`<${PublicChoice} table=${table} send=${send} />`}
    <div class="watching">
      <h3>${t('home.watching')}</h3>
      <p class="small soft" data-watchers=${watchers}>${
        table.watchers ? t('table.watchers', { count: watchers }) : t('home.watching_off')
      }</p>
      ${table.you.is_owner && html`<${WatchersChoice} table=${table} send=${send} />`}
      ${
        table.watchers &&
        html`<${LinkLine} link=${watchLink(id)} title=${t('drawing.title')} label=${t('home.watch_link')}
        name="watch-link" isLesser />`
      }
    </div>
  </section>`;
}
