/** For the owner of a table that waits: whom a seat is for, and taking it back from whoever sits there. */

import { html, useState } from '../lib.js';
import { botOptions } from '../bots.js';
import { Dialog } from '../dialog.js';
import { t } from '../words.js';

/** @typedef {import('../protocol.js').OwnTableSeat} TableSeat */
/** @typedef {import('./waiting.js').Send} Send */

/**
 * A friend by link, or a computer player.
 * @param {{name: string, label: string, value: string, isBusy: boolean, onChange: (value: string) => unknown}} props
 */
export function SeatChoice({ name, label, value, isBusy, onChange }) {
  return html`<select class="waiting-change" data-pick=${name} disabled=${isBusy} aria-label=${label} value=${value}
      onChange=${(/** @type {any} */ event) => onChange(event.currentTarget.value)}>
    <option value="open">${t('home.seat_friend')}</option>
    ${botOptions()}
  </select>`;
}

/** @param {string} value */
export function wishOf(value) {
  return value === 'open' ? { kind: 'open' } : { kind: 'bot', level: value };
}

/**
 * A button that takes a seat back, after a question.
 * @param {{seat: TableSeat, name: string, send: Send, isBusy: boolean}} props
 */
export function TakeBack({ seat, name, send, isBusy }) {
  const [isAsking, setAsking] = useState(false);
  const [to, setTo] = useState('open');
  const close = () => setAsking(false);
  const takeBack = async () => {
    close();
    await send('unseat', { seat: seat.seat, to: wishOf(to) });
  };
  return html`<button class="button quiet" type="button" data-action="take-back" disabled=${isBusy}
      aria-label=${`${t('home.take_back')}: ${name}`}
      onClick=${() => setAsking(true)}>${t('home.take_back')}</button>
    ${
      isAsking &&
      html`<${Dialog} name="take-back" title=${t('home.take_back_from', { name })} onClose=${close}>
      <p>${t('home.take_back_about', { name })}</p>
      <label class="field"><span>${t('home.take_back_then')}</span>
        <${SeatChoice} name="take-back-to" label=${t('home.take_back_then')} value=${to} isBusy=${isBusy}
          onChange=${setTo} /></label>
      <p class="actions end">
        <button type="button" class="button quiet" onClick=${close}>${t('home.cancel')}</button>
        <button type="button" class="button primary" data-action="take-back-sure"
          onClick=${takeBack}>${t('home.take_back')}</button>
      </p>
    <//>`
    }`;
}
