/** Ending by agreement: proposed, agreed to or declined; and a game that was ended so. */
import { Dialog } from '../dialog.js';
import { html, useEffect, useSignal } from '../lib.js';
import { notify } from '../notice.js';
import { Link, go } from '../router.js';
import { follow } from '../secrets.js';
import { listed, refusalWords, t, wantWords } from '../words.js';

/** @typedef {import('../types.js').Company & {id: string}} Scene */
/** @typedef {import('../protocol.js').TableBody} Table */

/** The banner, when its words are there. */
export async function load() {
  await wantWords('company');
  return EndingBanner;
}

/** The button in the settings, when its words are there. */
export async function loadPropose() {
  await wantWords('company');
  return Propose;
}

/** What it asks, when its words are there. */
export async function loadDialog() {
  await wantWords('company');
  return EndDialog;
}

/**
 * The seats that want to end the game, unless that was too long ago.
 * @param {Table} table
 * @param {number} now
 */
export function votesAt({ end_votes: votes, end_until: until }, now) {
  return until && Date.parse(until) > now ? votes : '';
}

/**
 * @param {Scene} scene
 * @param {boolean} isAgreed
 */
function vote(scene, isAgreed) {
  scene.connection
    .command('vote', { what: 'end', is_agreed: isAgreed })
    .catch((error) => notify(refusalWords(error.refusal, scene.names.peek()), 'bad'));
}

/**
 * Whether there is something to propose, and what it is called: whoever is alone need not ask anybody.
 * @param {Scene} scene
 */
function proposal({ table, own }) {
  const { deciders, stage } = table.value ?? {};
  if (!table.value || !deciders || stage !== 'playing' || votesAt(table.value, Date.now())) return null;
  const isAlone = [...deciders].every((seat) => own.value.includes(seat));
  return { isAlone, label: t(isAlone ? 'company.end_now' : 'company.end_propose') };
}

/**
 * A button in the settings, which asks before anything is done.
 * @param {{scene: Scene}} properties
 */
export function Propose({ scene }) {
  const proposed = proposal(scene);
  if (!proposed) return null;
  return html`<button type="button" class="button" data-action="propose-end" onClick=${() => {
    scene.overlay.value = 'end';
  }}>${proposed.label}</button>`;
}

/**
 * Asks whether one really wants to end the game, as long as nobody has proposed it.
 * @param {{scene: Scene, onClose: () => void}} properties
 */
function EndDialog({ scene, onClose }) {
  const proposed = proposal(scene);
  useEffect(() => {
    if (!proposed) onClose();
  }, [proposed === null]);
  if (!proposed) return null;
  const { isAlone, label } = proposed;
  return html`<${Dialog} name="propose-end" title=${label} onClose=${onClose}>
    <p>${t(isAlone ? 'company.end_now_about' : 'company.end_about')}</p>
    <p class="actions end">
      <button type="button" class="button quiet" onClick=${onClose}>${t('home.cancel')}</button>
      <button type="button" class="button primary" data-action="propose-end-sure" onClick=${() => {
        onClose();
        vote(scene, true);
      }}>${label}</button>
    </p>
  <//>`;
}

/**
 * What is proposed, or that the game was ended.
 * @param {{scene: Scene}} properties
 */
export function EndingBanner({ scene }) {
  const table = scene.table.value;
  const now = useNow(table?.end_until ?? null);
  if (!table) return null;
  if (table.ended) return html`<${Ended} scene=${scene} table=${table} />`;
  const votes = votesAt(table, now);
  if (!votes || table.stage !== 'playing' || !scene.own.value) return null;
  const own = [...scene.own.value].filter((seat) => table.deciders.includes(seat));
  const hasAgreed = own.every((seat) => votes.includes(seat));
  if (own.length === 0) return null;
  return html`<p class="banner is-strong" data-banner="end-proposed"><span>${proposedWords(scene, table, votes)}</span>
    ${
      !hasAgreed &&
      html`<button type="button" class="button primary" data-action="agree-end"
      onClick=${() => vote(scene, true)}>${t('company.end_agree')}</button>`
    }
    <button type="button" class="button quiet" data-action="decline-end" onClick=${() => vote(scene, false)}>${t(
      hasAgreed ? 'company.end_withdraw' : 'company.end_decline',
    )}</button></p>`;
}

/**
 * @param {Scene} scene
 * @param {Table} table
 * @param {string} votes
 */
function proposedWords({ names }, table, votes) {
  const missing = [...table.deciders].filter((seat) => !votes.includes(seat)).join('');
  const values = { names: listed(votes, names.value), missing: listed(missing, names.value), count: votes.length };
  return t('company.end_proposed', values);
}

/** @param {{scene: Scene, table: Table}} properties */
function Ended({ scene, table }) {
  return html`<p class="banner is-strong" data-banner="ended"><span>${t('company.ended')}</span>
    ${
      scene.own.value !== '' &&
      !table.rematch &&
      html`<button type="button" class="button primary" data-action="rematch"
      onClick=${() => rematch(scene)}>${t('table.rematch')}</button>`
    }
    <${Link} class="button quiet" data-action="replay" href=${`/replay/${scene.id}`}>${t('table.replay')}<//></p>`;
}

/** @param {Scene} scene */
async function rematch(scene) {
  try {
    const { table } = await scene.connection.command('rematch');
    follow(scene.id, table);
    go(`/table/${table}`);
  } catch (error) {
    notify(refusalWords(/** @type {any} */ (error).refusal, scene.names.peek()), 'bad');
  }
}

/**
 * The time, anew when a proposal lapses.
 * @param {string|null} until
 */
function useNow(until) {
  const now = useSignal(Date.now());
  useEffect(() => {
    const rest = until ? Date.parse(until) - Date.now() : -1;
    if (rest < 0 || rest > 2 ** 31) return undefined;
    const timer = setTimeout(() => {
      now.value = Date.now();
    }, rest + 500);
    return () => clearTimeout(timer);
  }, [until]);
  return Math.max(now.value, 0);
}
