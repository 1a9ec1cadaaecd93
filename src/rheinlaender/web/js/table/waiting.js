/** The waiting room: who sits where, the invitation, and the start. */

import { html, useEffect, useState } from '../lib.js';
import { Refused } from '../api.js';
import { askForBots, botAbout, botName, levelOptions } from '../bots.js';
import { late } from '../late.js';
import { PageHeader } from '../menu.js';
import { notify } from '../notice.js';
import { Shield } from '../board/pieces.js';
import { isForgetful, misled, newSecret, remember, secretOf } from '../secrets.js';
import { namesOf, refusalWords, t } from '../words.js';
import { LONGEST_NAME, TABLE_SIZES, giveString, myName, nameToUse, setMyName } from '../open.js';
import { route, setHash } from '../router.js';
import { Agreed } from './agreed.js';
import { OwnSeats } from './claim.js';
import { Invitation } from './invite.js';
import { Check, ReadyBar, headWords } from './ready.js';
import { SeatChoice, TakeBack, wishOf } from './takeback.js';

const Calls = late(async () => (await import('../calling/dialog.js')).Calls);
const Talk = late(async () => (await import('../talk/sign.js')).load());

/** @typedef {import('../types.js').Connection} Connection */
/** @typedef {import('../protocol.js').TableBody} Table */
/** @typedef {import('../protocol.js').OwnTableSeat} TableSeat */
/** @typedef {(name: string, parts?: object) => Promise<any>} Send */

/**
 * The room, shown until the table starts.
 * @param {{connection: Connection, id: string}} props
 */
export function WaitingRoom({ connection, id }) {
  const table = connection.frame.value?.table;
  const [isBusy, setBusy] = useState(false);
  useEffect(() => void askForBots().catch(() => {}), []);
  const isLacking = lacksString(table);
  useEffect(() => {
    if (isLacking) giveString(id, secretOf(id));
  }, [isLacking]);
  if (!table) return null;
  /** @type {Send} */
  const send = async (name, parts) => {
    setBusy(true);
    try {
      return await connection.command(name, parts);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      notify(refusalWords(error.refusal, namesOf(table.seats)), 'bad');
      return null;
    } finally {
      setBusy(false);
    }
  };
  const open = table.seats.filter((seat) => seat.kind === 'open').length;
  return html`
    <${PageHeader}><${LineState} line=${connection.line.value} /><${Talk} id=${id} connection=${connection} /><//>
    <main class="waiting" data-page="waiting">
      <div class="waiting-head">
        <h1>${t('home.waiting_title')}</h1>
        <p aria-live="polite">${headWords(table)}</p>
      </div>
      <div class="waiting-table">
        <section class="waiting-seats" aria-labelledby="at-the-table">
          <h2 id="at-the-table">${t('home.at_the_table')}</h2>
          <ol>${table.seats.map(
            (seat) => html`<${SeatLine} key=${seat.seat} seat=${seat} table=${table}
            isHere=${connection.presence.value[seat.seat]} send=${send} isBusy=${isBusy} />`,
          )}</ol>
          <${LinkWords} id=${id} table=${table} />
          <${OwnSeats} table=${id} />
          ${!table.you.seats && html`<${Newcomer} table=${table} id=${id} send=${send} isBusy=${isBusy} />`}
          <${ReadyBar} table=${table} send=${send} isBusy=${isBusy} />
          ${table.you.seats && html`<p class="actions"><${Calls} table=${id} /></p>`}
          ${open > 0 && html`<${Start} send=${send} isBusy=${isBusy} open=${open} table=${table} />`}
        </section>
        <${Agreed} table=${table} />
      </div>
      <${Invitation} id=${id} table=${table} watchers=${connection.watchers.value} send=${send} />
    </main>`;
}

/** @param {{line: string}} props */
function LineState({ line }) {
  return html`<span class="line-state small soft" role="status"
    data-line=${line}>${line === 'waiting' ? t('shell.line_waiting') : ''}</span>`;
}

/**
 * One seat; the owner may give it to a computer player or free it again.
 * @param {{seat: TableSeat, table: Table, isHere: boolean|undefined, send: Send, isBusy: boolean}} props
 */
function SeatLine({ seat, table, isHere, send, isBusy }) {
  const names = namesOf(table.seats);
  const isChangeable = table.you.is_owner && seat.kind !== 'person';
  return html`<li class="waiting-seat" data-seat=${seat.seat} data-kind=${seat.kind} data-yours=${seat.is_yours}>
    <${Shield} seat=${seat.seat} size="3rem" />
    <div class="waiting-seat-who">
      <b class="waiting-name">${seat.kind === 'open' ? t('home.free_seat') : names[seat.seat]}</b>
      <span class="small soft">${seatWords(seat, isHere)}</span>
    </div>
    <${Check} table=${table} seat=${seat} />
    ${
      isChangeable &&
      html`<${SeatChoice} name=${`change-${seat.seat}`} isBusy=${isBusy}
      label=${t('home.change_seat', { letter: seat.seat.toUpperCase() })} value=${seat.level ?? 'open'}
      onChange=${(/** @type {string} */ value) => send('change_seat', { seat: seat.seat, to: wishOf(value) })} />`
    }
    ${
      table.you.is_owner &&
      seat.kind === 'person' &&
      !seat.is_yours &&
      html`<${TakeBack} seat=${seat} name=${names[seat.seat] ?? ''} send=${send} isBusy=${isBusy} />`
    }
    ${
      seat.is_yours &&
      html`<button class="button quiet" type="button" data-action="leave" disabled=${isBusy}
      onClick=${() => send('leave', { seat: seat.seat })}>${t('home.leave')}</button>`
    }
  </li>`;
}

/**
 * @param {TableSeat} seat
 * @param {boolean|undefined} isHere
 */
function seatWords(seat, isHere) {
  if (seat.kind === 'open') return t('home.seat_waits');
  if (seat.kind === 'bot') return `${botName(seat.level)}: ${botAbout(seat.level ?? '')}`;
  if (seat.is_yours) return t('home.seat_yours');
  return isHere ? t('home.seat_present') : t('home.seat_absent');
}

/**
 * What became of the link that somebody came by, and of a seat that this browser cannot keep.
 * @param {{id: string, table: Table}} props
 */
function LinkWords({ id, table }) {
  const hasSeat = table.you.seats !== '';
  return html`
    ${
      misled.value === id &&
      html`<p class="warning" role="status"
      data-warning="link">${t(hasSeat ? 'table.wrong_link_kept' : 'table.wrong_link')}</p>`
    }
    ${hasSeat && isForgetful.value && html`<p class="warning" data-warning="forgetful">${t('table.forgetful')}</p>`}`;
}

/**
 * For whoever has no seat: take one, unless the owner took it back or they came to watch.
 * @param {{table: Table, id: string, send: Send, isBusy: boolean}} props
 */
function Newcomer(props) {
  if (props.table.you.is_unseated) {
    return html`<p class="warning" role="status" data-warning="unseated">${t('refusal.unseated')}</p>`;
  }
  if (route.value.hash !== 'watch') return html`<${SitDown} ...${props} />`;
  return html`<p class="came-to-watch" data-warning="watch"><span>${t('home.came_to_watch')}</span>
    <button type="button" class="button quiet" data-action="rather-sit"
      onClick=${() => setHash('')}>${t('home.rather_sit')}</button></p>`;
}

/**
 * Whether a seat of one's own has not given anything for the deal.
 * @param {Table|undefined} table
 */
function lacksString(table) {
  const seats = /** @type {import('../protocol.js').SeatLetter[]} */ ([...(table?.you.seats ?? '')]);
  return Boolean(table?.deal && seats.some((seat) => !table.deal?.strings[seat]));
}

/**
 * Take a free seat under a name.
 * @param {{table: Table, id: string, send: Send, isBusy: boolean}} props
 */
function SitDown({ table, id, send, isBusy }) {
  const free = table.seats.filter((seat) => seat.kind === 'open');
  const [wish, setWish] = useState('');
  if (!free.length) return null;
  const seat = free.some((one) => one.seat === wish) ? wish : free[0].seat;
  /** @param {Event} event */
  const sit = async (event) => {
    event.preventDefault();
    const secret = secretOf(id) ?? newSecret();
    const player = nameToUse(table.seats.map((one) => one.name));
    if (await send('sit', { secret, player, seat, string: newSecret() })) remember(id, secret);
  };
  return html`<form class="sit-down" onSubmit=${sit}>
    <label class="field"><span>${t('home.name')}</span>
      <input type="text" data-field="name" autocomplete="nickname" maxlength=${LONGEST_NAME}
        placeholder=${t('home.guest')} value=${myName.value}
        onInput=${(/** @type {any} */ event) => setMyName(event.currentTarget.value)} /></label>
    <fieldset class="choice"><legend>${t('home.which_shield')}</legend>
      <div class="choice-row shields">${free.map(
        (one) => html`<label key=${one.seat}>
        <input type="radio" name="seat" value=${one.seat} checked=${one.seat === seat}
          onChange=${() => setWish(one.seat)}
          aria-label=${t('shell.seat', { letter: one.seat.toUpperCase() })} />
        <span><${Shield} seat=${one.seat} size="1.9em" /></span></label>`,
      )}</div>
    </fieldset>
    <button class="button primary" data-action="sit" disabled=${isBusy}>${t('home.sit')}</button>
  </form>`;
}

/**
 * For the owner: do not wait any longer. Free seats go to computer players, or are left out where enough people stay.
 * @param {{send: Send, isBusy: boolean, open: number, table: Table}} props
 */
function Start({ send, isBusy, open, table }) {
  const [level, setLevel] = useState('knight');
  if (!table.you.is_owner) return null;
  const canShrink = table.seats.length - open >= TABLE_SIZES[0];
  const fill = level || !canShrink ? level || 'knight' : null;
  return html`<div class="start">
    <p class="small soft">${t('home.start_about', { count: open })}</p>
    <div class="actions">
      <select data-pick="fill-level" aria-label=${t('home.level')} value=${level}
        onChange=${(/** @type {any} */ event) => setLevel(event.currentTarget.value)}>
        ${levelOptions()}
        ${canShrink && html`<option value="">${t('home.start_fewer', { count: table.seats.length - open })}</option>`}
      </select>
      <button class="button" type="button" data-action="start" disabled=${isBusy}
        onClick=${() => send('start', { level: fill })}>${t(fill ? 'home.start' : 'home.start_now')}</button>
    </div>
  </div>`;
}
