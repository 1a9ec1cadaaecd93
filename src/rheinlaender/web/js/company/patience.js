/** What one can do about waiting: nudge, go on without waiting, and take one's own seat back. */
import { html, useEffect, useSignal } from '../lib.js';
import { nameOf } from '../game/views.js';
import { notify } from '../notice.js';
import { listed, refusalWords, t, wantWords } from '../words.js';

/** @typedef {import('../types.js').Company} Scene */
/** @typedef {import('../protocol.js').TableBody} Table */

/** After how many seconds of somebody's turn the others are offered to nudge; then how long they wait for that. */
const PATIENCE = { live: { nudge: 20, vote: 30 }, days: { nudge: 6 * 3600, vote: 12 * 3600 } };

/** The banner, when its words are there. */
export async function load() {
  await wantWords('company');
  return Patience;
}

/**
 * One banner at most: being played for, being nudged, or waiting for somebody.
 * @param {{scene: Scene}} properties
 */
export function Patience({ scene }) {
  const table = scene.table.value;
  const view = scene.newest.value;
  if (!table || !view || table.stage !== 'playing' || !scene.own.value) return null;
  const away = [...scene.own.value].map((seat) => reasonOf(table, seat)).find(Boolean);
  if (away) return html`<${Away} scene=${scene} table=${table} why=${away} />`;
  if (scene.own.value.includes(view.to_move)) return html`<${Nudged} scene=${scene} table=${table} />`;
  const mover = table.seats.find((seat) => seat.seat === view.to_move);
  if (mover?.kind !== 'person' || reasonOf(table, view.to_move)) return null;
  return html`<${Waiting} key=${view.turn} scene=${scene} table=${table} turn=${view.turn} mover=${view.to_move} />`;
}

/**
 * @param {Table} table
 * @param {string} seat
 */
function reasonOf(table, seat) {
  return table.away[/** @type {import('../protocol.js').SeatLetter} */ (seat)];
}

/**
 * @param {Scene} scene
 * @param {string} name
 * @param {object} [parts]
 */
function send(scene, name, parts) {
  scene.connection
    .command(name, parts)
    .catch((error) => notify(refusalWords(error.refusal, scene.names.peek()), 'bad'));
}

/** @param {{scene: Scene, table: Table, why: import('../protocol.js').Why}} properties */
function Away({ scene, table, why }) {
  const level = t(`level.${table.deputy}`);
  const words = {
    time: t('table.away_time', { level }),
    vote: t('table.away_vote', { level }),
    resigned: t('table.away_resigned', { level }),
  }[why];
  if (why === 'resigned') return html`<p class="banner" data-banner="away">${words}</p>`;
  return html`<p class="banner is-strong" data-banner="away">
    <span>${words}</span>
    <button type="button" class="button primary" data-action="come-back"
      onClick=${() => send(scene, 'come_back')}>${t('table.come_back')}</button></p>`;
}

/** @param {{scene: Scene, table: Table}} properties */
function Nudged({ scene, table }) {
  const isNight = scene.connection.clocks.value?.clocks.is_night;
  if (!table.nudged && !isNight) return null;
  const nudgers = table.nudged.replace('-', '');
  const words = nudgers
    ? t('table.nudged_you', { names: listed(nudgers, scene.names.value), count: nudgers.length })
    : t(table.nudged ? 'table.nudged_you_time' : 'table.night_own');
  return html`<p class="banner is-strong" data-banner="nudged">${words} ${votesWords(table, scene.own.value)}</p>`;
}

/** @param {{scene: Scene, table: Table, turn: number, mover: string}} properties */
function Waiting({ scene, table, turn, mover }) {
  const waited = useWaited(scene, table, turn);
  const own = scene.own.value;
  const name = nameOf(scene.names.value, mover);
  const hasNudged = [...own].some((seat) => table.nudged.includes(seat));
  if (!waited.nudge && !table.nudged) return null;
  return html`<p class="banner" data-banner="waiting-for">
    <span>${waitingWords(scene, table, name)} ${votesWords(table, mover)}</span>
    ${
      !hasNudged &&
      html`<button type="button" class="button quiet" data-action="nudge"
      onClick=${() => send(scene, 'nudge', { turn })}>${t('table.nudge')}</button>`
    }
    ${waited.vote && html`<${VoteButton} scene=${scene} table=${table} turn=${turn} />`}</p>`;
}

/** @param {{scene: Scene, table: Table, turn: number}} properties */
function VoteButton({ scene, table, turn }) {
  const isAgreed = [...scene.own.value].some((seat) => table.go_on.includes(seat));
  return html`<button type="button" class="button quiet" data-action="go-on" aria-pressed=${isAgreed}
    onClick=${() => send(scene, 'vote', { what: 'go_on', is_agreed: !isAgreed, turn })}>${t(
      isAgreed ? 'table.go_on_not' : 'table.go_on',
    )}</button>`;
}

/**
 * @param {Scene} scene
 * @param {Table} table
 * @param {string} name
 */
function waitingWords(scene, table, name) {
  if (scene.connection.clocks.value?.clocks.is_night) return t('table.night_now', { name });
  return t(table.nudged ? 'table.nudged' : 'table.waiting_for', { name });
}

/**
 * How many of those who wait want to go on.
 * @param {Table} table
 * @param {string} movers
 */
function votesWords(table, movers) {
  if (!table.go_on) return '';
  const others = table.seats.filter(({ kind, seat }) => kind === 'person' && !movers.includes(seat));
  const waiting = others.filter(({ seat }) => !reasonOf(table, seat));
  return t('table.go_on_votes', { votes: table.go_on.length, others: waiting.length });
}

/**
 * Whether one has waited long enough to nudge, and to go on without waiting.
 * @param {Scene} scene
 * @param {Table} table
 * @param {number} turn
 */
function useWaited(scene, table, turn) {
  const since = useSignal(Date.now());
  const ticks = useSignal(0);
  useEffect(() => {
    const began = scene.connection.frames.peek().find((frame) => frame.view?.turn === turn)?.entry.at;
    since.value = Math.min(Date.now(), began ? Date.parse(began) : Infinity);
    const timer = setInterval(() => {
      ticks.value += 1;
    }, 1000);
    return () => clearInterval(timer);
  }, [turn]);
  ticks.value;
  const { nudge, vote } = PATIENCE[table.pace];
  const nudged = table.nudged_at ? (Date.now() - Date.parse(table.nudged_at)) / 1000 : -1;
  return { nudge: Date.now() - since.value >= nudge * 1000, vote: nudged > vote };
}
