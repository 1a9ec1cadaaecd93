/** Your tables: those where it is your turn first. */

import { html, computed, signal, useEffect, useState } from '../lib.js';
import { ask } from '../api.js';
import { Cross, Dialog } from '../dialog.js';
import { late } from '../late.js';
import { Shield } from '../board/pieces.js';
import { Link } from '../router.js';
import { forget, myTables } from '../secrets.js';
import { keep, readKept } from '../settings.js';
import { lengthWords } from '../options.js';
import { ago, listed, namesOf, t } from '../words.js';

/** @typedef {import('../protocol.js').TableStatus} TableStatus */

const CallsDialog = late(async () => (await import('../calling/dialog.js')).CallsDialog);

const ASK_EVERY = 15_000;
/** How many tables the server tells about at once. */
const MOST_ASKED = 100;

/** What was heard last, so that a page that is opened again shows the tables at once.
 * @type {import('../lib.js').Signal<Record<string, TableStatus>>} */
const statuses = signal(readKept('statuses', {}));

/** How urgent a table is: your turn, being played, waiting, over. */
const RANK = { playing: 1, waiting: 2, over: 3 };

const shown = computed(() =>
  myTables()
    .value.map(({ table }) => statuses.value[table])
    .filter((status) => status?.exists)
    .sort((one, other) => rank(one) - rank(other) || (other.changed ?? '').localeCompare(one.changed ?? '')),
);

const urgent = computed(() => shown.value.filter((status) => status.your_turn));
const others = computed(() => shown.value.filter((status) => !status.your_turn));

/** At how many tables it is your turn. */
export const turnsToTake = computed(() => urgent.value.length);

/** @param {TableStatus} status */
function rank(status) {
  return status.your_turn ? 0 : RANK[status.stage];
}

/** Ask how the tables stand. */
async function askStatuses() {
  const kept = myTables().value;
  if (!kept.length || (document.visibilityState === 'hidden' && turnsToTake.value)) return;
  const asked = kept.map(({ table, secret }) => ({ table, secret }));
  /** @type {TableStatus[]} */
  const found = [];
  while (asked.length) {
    const body = { tables: asked.splice(0, MOST_ASKED) };
    found.push(...(await ask('POST', '/api/tables/status', { body })).tables);
  }
  statuses.value = Object.fromEntries(found.map((status) => [status.table, status]));
  keep('statuses', statuses.value);
}

/**
 * Take a table from the list, here and on the other devices of the same person.
 * @param {string} table
 */
function putAway(table) {
  forget(table);
  import('../identity/sync.js').then((identity) => identity.putAway(table)).catch(() => {});
}

/** Keep the list fresh while the page is shown. */
export function useStatuses() {
  useEffect(() => {
    const again = () => {
      askStatuses().catch(() => {});
    };
    again();
    const timer = setInterval(again, ASK_EVERY);
    document.addEventListener('visibilitychange', again);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', again);
    };
  }, [myTables().value.length]);
}

/** The tables where it is your turn; nothing where there is none. */
export function YourTurn() {
  return html`<${TableList} name="your-turn" title=${t('home.your_turn')} list=${urgent.value} />`;
}

/** All other tables, and how one is called to all; nothing where there is none. */
export function MyTables() {
  const [isCalled, setCalled] = useState(false);
  return html`<${TableList} name="my-tables" title=${t('home.my_tables')} list=${others.value} />
    ${
      shown.value.length > 0 &&
      html`<p class="actions end"><${Link} class="button quiet" data-action="history"
      href="/history">${t('home.history')}<//> <button type="button" class="button quiet" data-action="calls"
      onClick=${() => setCalled(true)}>${t('settings.calls')}</button></p>`
    }
    ${isCalled && html`<${CallsDialog} onClose=${() => setCalled(false)} />`}
    ${doubted.value && html`<${Doubt} table=${doubted.value} />`}`;
}

/** The table that perhaps is to be forgotten; the question stays while tables move from list to list. */
const doubted = signal(/** @type {string|null} */ (null));

/** @param {string|null} table */
function askFirst(table) {
  doubted.value = table;
}

/** @param {{table: string}} props */
function Doubt({ table }) {
  const close = () => askFirst(null);
  return html`<${Dialog} name="forget" title=${t('home.forget')} onClose=${close}>
    <p>${t('home.forget_sure')}</p>
    <p class="actions end">
      <button type="button" class="button quiet" onClick=${close}>${t('home.cancel')}</button>
      <button type="button" class="button primary" data-action="forget-sure"
        onClick=${() => {
          close();
          putAway(table);
        }}>${t('home.forget')}</button>
    </p>
  <//>`;
}

/** @param {{name: string, title: string, list: TableStatus[]}} props */
function TableList({ name, title, list }) {
  if (!list.length) return null;
  return html`<section class="my-tables" data-list=${name} aria-labelledby=${name}>
    <h2 id=${name}>${title}</h2>
    <ul>${list.map((status) => html`<${TableLine} key=${status.table} status=${status} />`)}</ul>
  </section>`;
}

/** @param {{status: TableStatus}} props */
function TableLine({ status }) {
  const names = namesOf(status.seats);
  const isHarmless = status.stage === 'over' || !status.held;
  return html`<li class="table-line" data-table=${status.table} data-stage=${status.stage}
    data-your-turn=${status.your_turn}>
    <${Link} class="table-line-link" href=${`/table/${status.table}`}>
      <span class="table-line-state">${stateWords(status, names)}</span>
      <span class="table-line-seats">
        ${status.seats.map(
          (seat) => html`<span key=${seat.seat} class="seat-chip" data-kind=${seat.kind}
          data-turn=${status.stage === 'playing' && seat.seat === status.to_move}>
          <${Shield} seat=${seat.seat} size="1.25em" />${seat.kind === 'open' ? t('home.free') : names[seat.seat]}
            </span>`,
        )}
      </span>
      <span class="table-line-when soft">
        ${status.stage !== 'waiting' && html`<span>${t('home.turn', { turn: turnOf(status) })}</span>`}
        ${status.pace === 'days' && html`<span>${t('home.pace_days')}</span>`}
        ${
          status.your_turn &&
          typeof status.left === 'number' &&
          html`<span>${t('home.time_left', { time: lengthWords(Math.floor(status.left / 1000)) })}</span>`
        }
        ${status.changed && html`<time datetime=${status.changed}>${ago(status.changed)}</time>`}
      </span>
    <//>
    <button class="icon-button" type="button" data-action="forget" aria-label=${t('home.forget')}
      title=${t('home.forget')}
      onClick=${() => (isHarmless ? putAway : askFirst)(status.table)}><${Cross} /></button>
  </li>`;
}

/**
 * The number of the turn that is being played, or of the last one; as the table shows it.
 * @param {TableStatus} status
 */
function turnOf({ turn, stage }) {
  return stage === 'over' ? turn : turn + 1;
}

/**
 * @param {TableStatus} status
 * @param {import('../types.js').Names} names
 */
function stateWords(status, names) {
  if (status.your_turn) return t('home.play_on');
  if (status.stage === 'waiting') return t('home.waiting');
  if (status.stage === 'playing') return t('home.their_turn', { name: names[status.to_move ?? 'a'] ?? '' });
  const winners = listed(status.winners, names);
  return winners ? t('home.won_by', { winners }) : t('home.over');
}
