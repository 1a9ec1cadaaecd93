/** Where a game comes from that began at a position. */

import { html } from '../lib.js';
import { Link } from '../router.js';
import { t } from '../words.js';

/** @param {{beginning: import('../protocol.js').BeginningBody}} properties */
export function Began({ beginning: { table, turn, is_dealt: isDealt } }) {
  const since = turn ? t('what_if.began', { turn }) : t('what_if.began_deal');
  const told = `${since} ${t(isDealt ? 'what_if.began_dealt' : 'what_if.began_as_it_was')}`;
  return html`<p class="small soft" data-began=${turn}>${told}
    ${table && html` <${Link} href=${`/replay/${table}#${turn}`} data-action="former">${t('what_if.former')}<//>`}</p>`;
}
