/** The sign of the talk in the bar at the top: how much is new, what was said just now, and the panel. */
import { html, useEffect, useMemo, useRef, useSignal } from '../lib.js';
import { t, wantWords } from '../words.js';
import { Hearing, isHidden } from './hearing.js';
import { TalkPanel } from './panel.js';
import { saidWords } from './said.js';

/** @typedef {import('../types.js').Connection} Connection */

/** How long what was said just now is shown, in milliseconds. */
const SHOWN = 8000;
const BUBBLE = 'M2.5 3.5h11v7.5h-6l-3 2.8V11h-2zM5.2 6.2h5.6M5.2 8.4h3.6';

/** The sign, when its words and its style are there. */
export async function load() {
  const link = /** @type {HTMLLinkElement|null} */ (document.querySelector('link[href="/css/talk.css"]'));
  if (link) link.disabled = false;
  await wantWords('company');
  return TalkSign;
}

/**
 * @param {{id: string, connection: Connection}} properties
 */
export function TalkSign({ id, connection }) {
  const hearing = useMemo(() => new Hearing(id, connection), []);
  const isOpen = useSignal(false);
  const button = useRef(/** @type {HTMLButtonElement|null} */ (null));
  useEffect(() => () => hearing.close(), []);
  const close = () => {
    isOpen.value = false;
    button.current?.focus();
  };
  const unread = isOpen.value ? 0 : hearing.unread.value;
  const label = unread ? t('company.talk_new', { count: unread }) : t('company.talk');
  return html`<button type="button" class="icon-button talk-sign" data-action="talk" ref=${button}
      aria-label=${label} title=${label} aria-expanded=${isOpen.value} data-hidden=${isHidden.value}
      onClick=${() => {
        isOpen.value = !isOpen.peek();
      }}>
      <svg viewBox="0 0 16 16" class="icon" aria-hidden="true"><path d=${BUBBLE} /></svg>
      ${
        unread > 0 &&
        html`<span class="talk-count" data-unread=${unread} aria-hidden="true">${Math.min(unread, 99)}</span>`
      }
    </button>
    <${Latest} hearing=${hearing} isOpen=${isOpen.value}
      onOpen=${() => {
        isOpen.value = true;
      }} />
    ${isOpen.value && html`<${TalkPanel} hearing=${hearing} onClose=${close} />`}`;
}

/**
 * What somebody said just now: said to those who listen, and shown for a while to those who look.
 * @param {{hearing: Hearing, isOpen: boolean, onOpen: () => void}} properties
 */
function Latest({ hearing, isOpen, onOpen }) {
  const isShown = useSignal(false);
  const remark = isHidden.value ? null : hearing.latest.value;
  useEffect(() => {
    if (!remark) return undefined;
    isShown.value = true;
    const timer = setTimeout(() => {
      isShown.value = false;
    }, SHOWN);
    return () => clearTimeout(timer);
  }, [remark]);
  const { who, words } = remark ? saidWords(remark, hearing.connection) : { who: '', words: '' };
  return html`<span class="unseen" role="status" aria-live="polite"
      data-said-aloud>${remark ? `${who}: ${words}` : ''}</span>
    ${
      remark &&
      isShown.value &&
      !isOpen &&
      html`<button type="button" class="talk-latest" data-latest tabindex="-1" aria-hidden="true" onClick=${onOpen}>
        <b><bdi>${who}</bdi></b> <bdi>${words}</bdi></button>`
    }`;
}
