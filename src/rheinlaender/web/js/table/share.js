/** Taking a seat along to another device. */

import { html } from '../lib.js';
import { Dialog } from '../dialog.js';
import { ReachWords, seatLink, useInvitation, watchLink } from '../links.js';
import { t } from '../words.js';
import { LinkLine, QrCode } from '../qr.js';

/**
 * The secret link of one's seat, to open on another device of one's own.
 * @param {{table: string, secret: string, hasWatchers?: boolean, onClose: () => void}} props
 */
export function ShareSeat({ table, secret, hasWatchers, onClose }) {
  useInvitation();
  const link = seatLink(table, secret);
  return html`<${Dialog} name="share-seat" title=${t('home.share_seat')} onClose=${onClose}>
    <p>${t('home.share_seat_about')}</p>
    <${QrCode} link=${link} label=${t('home.share_seat_qr')} />
    <${LinkLine} link=${link} title=${t('drawing.title')} label=${t('home.share_seat_link')} name="seat-link"
      canShare=${false} />
    <${ReachWords} />
    <p class="warning"><b>${t('home.share_seat_warning')}</b> ${t('home.share_seat_warning_about')}</p>
    ${
      hasWatchers &&
      html`<h3>${t('home.watching')}</h3><${LinkLine} link=${watchLink(table)} title=${t('drawing.title')}
      label=${t('home.watch_link')} name="watch-link" isLesser />`
    }
  <//>`;
}
