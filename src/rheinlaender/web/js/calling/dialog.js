/** How one wants to be called: by a tone, by notifications, also without a page; at a table, or everywhere. */
import { Dialog } from '../dialog.js';
import { html, useEffect, useState } from '../lib.js';
import { notify } from '../notice.js';
import { secretsOf } from '../secrets.js';
import { calls, sound } from '../settings.js';
import { t, wantWords } from '../words.js';
import { MailWish } from './mail.js';
import { hasPush, subscribeAt, subscribeEverywhere, unsubscribeAt, unsubscribeEverywhere, ways } from './push.js';

/**
 * A button that opens the choices; with a table also those for it.
 * @param {{table?: string}} properties
 */
export function Calls({ table }) {
  const [isOpen, setOpen] = useState(false);
  return html`<button type="button" class="button" data-action="calls"
      onClick=${() => setOpen(true)}>${t('settings.calls')}</button>
    ${isOpen && html`<${CallsDialog} table=${table} onClose=${() => setOpen(false)} />`}`;
}

/**
 * The choices.
 * @param {{table?: string, onClose: () => void}} properties
 */
export function CallsDialog({ table, onClose }) {
  const [offered, setOffered] = useState(/** @type {import('../protocol.js').Ways|null} */ (null));
  useEffect(() => void ways().then(setOffered, () => undefined), []);
  const [hasWords, setWords] = useState(false);
  useEffect(() => void wantWords('calls').then(() => setWords(true), onClose), []);
  if (!hasWords) return null;
  const canNotify = 'Notification' in globalThis && 'serviceWorker' in navigator;
  return html`<${Dialog} name="calls" title=${t('settings.calls')} onClose=${onClose}>
    <p class="soft">${t('calls.about')}</p>
    <div><${Wish} name="sound" label=${t('calls.sound')} isOn=${sound.value}
      onChange=${(/** @type {boolean} */ isOn) => {
        sound.value = isOn;
      }} />
    <${Wish} name="notify" label=${t('calls.notify')} isOn=${calls.value.notify} isOff=${!canNotify}
      onChange=${wishNotify} />
    ${!canNotify && html`<p class="small soft" data-note="insecure">${t('calls.insecure')}</p>`}
    ${
      offered?.push &&
      hasPush() &&
      html`<${Wish} name="push" label=${t('calls.push')} isOn=${calls.value.notify && calls.value.push}
      isOff=${!calls.value.notify} onChange=${wishPush} />`
    }</div>
    ${table && html`<${AtTable} table=${table} />`}
    ${table && offered?.mail && html`<${MailWish} table=${table} />`}
  <//>`;
}

/** @param {{table: string}} properties */
function AtTable({ table }) {
  const isOn = !calls.value.muted.includes(table);
  return html`<${Wish} name="here" label=${t('calls.here')} isOn=${isOn}
    onChange=${(/** @type {boolean} */ wish) => wishHere(table, wish)} />`;
}

/**
 * @param {{name: string, label: string, isOn: boolean, isOff?: boolean, onChange: (isOn: boolean) => void}} properties
 */
function Wish({ name, label, isOn, isOff, onChange }) {
  return html`<label class="check"><input type="checkbox" data-pick=${`calls-${name}`} checked=${isOn}
    disabled=${isOff} onChange=${(/** @type {any} */ event) => onChange(event.currentTarget.checked)} />
    <span>${label}</span></label>`;
}

/** @param {boolean} wish */
async function wishNotify(wish) {
  const isAllowed = wish && (await Notification.requestPermission()) === 'granted';
  if (wish && !isAllowed) notify(t('calls.denied'), 'bad');
  calls.value = { ...calls.peek(), notify: isAllowed };
  if (!isAllowed && calls.peek().push) await wishPush(false);
}

/** @param {boolean} wish */
async function wishPush(wish) {
  calls.value = { ...calls.peek(), push: wish };
  await (wish ? subscribeEverywhere() : unsubscribeEverywhere()).catch(() => {
    calls.value = { ...calls.peek(), push: false };
    if (wish) notify(t('calls.failed'), 'bad');
  });
}

/**
 * @param {string} table
 * @param {boolean} wish
 */
async function wishHere(table, wish) {
  const others = calls.peek().muted.filter((one) => one !== table);
  calls.value = { ...calls.peek(), muted: wish ? others : [...others, table] };
  if (!calls.peek().push) return;
  const change = wish ? subscribeAt : unsubscribeAt;
  await Promise.all(secretsOf(table).map((secret) => change(table, secret))).catch(() => {
    notify(t('calls.failed'), 'bad');
  });
}
