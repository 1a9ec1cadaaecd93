/** The replay: a game to step through, from a table or from a file. */

import { html, effect, useEffect, useLayoutEffect, useMemo, useState } from '../lib.js';
import { late } from '../late.js';
import { Refused, UNREACHABLE, ask } from '../api.js';
import { Board } from '../board/board.js';
import { keepTurning, places } from '../board/places.js';
import { Dialog } from '../dialog.js';
import { RefusedPage, WaitingPage } from '../lost.js';
import { PageHeader } from '../menu.js';
import { motion } from '../settings.js';
import { Link, route, setHash } from '../router.js';
import { secretOf } from '../secrets.js';
import { turnOf } from '../game/happenings.js';
import { siteNames } from '../game/told.js';
import { AccountPicture } from '../game/account.js';
import { OtherRecord, Upload, opened } from '../upload.js';
import { language, listed, namesOf, t, wantWords } from '../words.js';
import { Controls } from './controls.js';
import { openPlayer, pressKey } from './player.js';
import { SaveMenu } from './saving.js';
import { Caption, Hand, Standing, Turns } from './turns.js';

/** @typedef {import('../protocol.js').Replay} Replay */
/** @typedef {import('../protocol.js').RefusalBody} Refusal */
/** @typedef {import('./player.js').Player} Player */

const Course = late(async () => (await import('./course.js')).Course);
const Began = late(async () => (await Promise.all([import('../onward/began.js'), wantWords('after')]))[0].Began);
const PlayOn = late(async () => (await Promise.all([import('../onward/play_on.js'), wantWords('after')]))[0].PlayOn);

const WATCHER = '-';
const EVERYTHING = '*';

/** @param {{id: string|null}} props */
export function ReplayPage({ id }) {
  return id ? html`<${TableReplay} id=${id} />` : html`<${FileReplay} />`;
}

/** A record from a file. */
function FileReplay() {
  useEffect(() => {
    document.title = `${t('home.replay')} – ${t('drawing.title')}`;
  }, [language.value]);
  if (!opened.value)
    return html`<${PageHeader} />
      <${Upload} title=${t('replay.upload_title')} about=${t('replay.upload_about')} />`;
  const { replay, text, name } = opened.value;
  const source = { table: null, text, name, seat: EVERYTHING, secret: null };
  return html`<${Viewer} replay=${replay} source=${source} head=${html`<${OtherRecord} />`} />`;
}

/** The game of a table, up to now or to its end. @param {{id: string}} props */
function TableReplay({ id }) {
  const secret = secretOf(id);
  const [wish, setWish] = useState(/** @type {string|null} */ (null));
  const [found, setFound] = useState(/** @type {{seat: string, replay: Replay}|null} */ (null));
  const [refusal, setRefusal] = useState(/** @type {Refusal|null} */ (null));
  const [tries, setTries] = useState(0);
  useEffect(() => {
    let isWanted = true;
    setRefusal(null);
    load(id, wish, secret).then(
      (loaded) => {
        if (isWanted) setFound(loaded);
      },
      (error) => {
        if (isWanted) setRefusal(error instanceof Refused ? error.refusal : UNREACHABLE);
      },
    );
    return () => {
      isWanted = false;
    };
  }, [id, wish, tries]);
  if (refusal) return html`<${RefusedPage} refusal=${refusal} again=${() => setTries(tries + 1)} />`;
  if (!found) return html`<${WaitingPage} />`;
  const { seat, replay } = found;
  const source = { table: id, text: null, name: `rheinlaender-${id}.rhg`, seat, secret };
  return html`<${Viewer} replay=${replay} source=${source}
    head=${html`<${SeatChoice} replay=${replay} seat=${seat} onChange=${setWish} />`} />`;
}

/**
 * Load a replay; without a wish it is seen as fully as it may be.
 * @param {string} id
 * @param {string|null} seat
 * @param {string|null} secret
 * @returns {Promise<{seat: string, replay: Replay}>}
 */
async function load(id, seat, secret) {
  const wish = seat ?? (await fullest(id, secret));
  const replay = await ask('GET', `/api/tables/${id}/replay?seat=${encodeURIComponent(wish)}`, { secret });
  return { seat: wish, replay };
}

/**
 * @param {string} id
 * @param {string|null} secret
 */
async function fullest(id, secret) {
  const { table } = await ask('GET', `/api/tables/${id}`, { secret });
  if (isOpen(table)) return EVERYTHING;
  return table.you.seats[0] ?? WATCHER;
}

/**
 * Whether nothing is hidden any more.
 * @param {import('../protocol.js').TableBody} table
 */
function isOpen({ stage, ended }) {
  return stage === 'over' && !ended;
}

/**
 * From where the game is seen.
 * @param {{replay: Replay, seat: string, onChange: (seat: string) => void}} props
 */
function SeatChoice({ replay, seat, onChange }) {
  const { table } = replay;
  const names = namesOf(table.seats);
  const allowed = isOpen(table) ? table.seats : table.seats.filter((one) => table.you.seats.includes(one.seat));
  return html`<label class="seat-choice"><span class="small soft">${t('replay.seen_from')}</span>
    <select data-pick="seen-from" value=${seat}
      onChange=${(/** @type {any} */ event) => onChange(event.currentTarget.value)}>
      ${isOpen(table) && html`<option value=${EVERYTHING}>${t('replay.everything')}</option>`}
      <option value=${WATCHER}>${t('replay.watcher')}</option>
      ${allowed.map((one) => html`<option key=${one.seat} value=${one.seat}>${names[one.seat]}</option>`)}
    </select>
  </label>`;
}

/**
 * @param {{replay: Replay, source: import('./saving.js').Source, head: import('../lib.js').Children}} props
 */
function Viewer({ replay, source, head }) {
  const player = useMemo(() => openPlayer(replay, firstPlace(replay)), [replay]);
  const players = namesOf(replay.table.seats);
  const names = { ...players, sites: siteNames(places.value) };
  useLayoutEffect(keepTurning, []);
  useEffect(() => listen(player), [player]);
  useEffect(() => {
    document.title = `${Object.values(players).join(', ')} – ${t('home.replay')}`;
  }, [replay, language.value]);
  const { view } = player.frame.value;
  if (!view) return null;
  return html`<div class="replay" data-page="replay">
    <${PageHeader}>${head}<//>
    <main class="replay-main">
      <h1 class="unseen">${t('home.replay')}</h1>
      <div class="replay-board"><${Board} view=${view} names=${names} animate=${motion()}
        marks=${{ last: new Set(view.last?.fields ?? []) }} /></div>
      <${Controls} player=${player} />
      <${Caption} player=${player} names=${names} />
      <aside class="replay-side">
        <${Standing} view=${view} names=${names} />
        <${Course} player=${player} />
        <${Hand} view=${view} names=${names} />
        <${Ending} player=${player} names=${names} table=${source.table} />
        <${Turns} player=${player} names=${names} />
        <${Onward} player=${player} table=${replay.table} source=${source} names=${names} />
        <${SaveMenu} player=${player} source=${source} />
      </aside>
    </main>
  </div>`;
}

/**
 * Where the game comes from, and the way to play on from the turn that is shown, unless the game still goes on.
 * @param {{player: Player, table: import('../protocol.js').TableBody, source: import('./saving.js').Source,
 *   names: import('../types.js').Names}} props
 */
function Onward({ player, table, source, names }) {
  const { view } = player.frame.value;
  const mayPlayOn = view && !view.is_over && (!source.table || table.stage === 'over');
  return html`<div class="onward">
    ${table.beginning && html`<${Began} beginning=${table.beginning} />`}
    ${
      mayPlayOn &&
      html`<${PlayOn} source=${source} names=${names} own=${table.you.seats}
      place=${{ turn: player.turn, seats: table.seats.map(({ seat }) => seat), toMove: view.to_move }} />`
    }</div>`;
}

/**
 * Where a replay begins: at the turn of the link, else at the opening; a running game at its newest turn.
 * @param {Replay} replay
 */
function firstPlace(replay) {
  const linked = /^\d+$/.exec(route.peek().hash)?.[0];
  if (linked) return Number(linked) - (replay.frames[0]?.view?.turn ?? 0);
  return replay.table.stage === 'playing' ? replay.frames.length - 1 : 0;
}

/**
 * Follow keys and the address, and write the turn into the address.
 * @param {Player} player
 */
function listen(player) {
  /** @param {KeyboardEvent} event */
  const press = (event) => pressKey(event, player);
  const follow = () => {
    if (/^#\d+$/.test(location.hash)) player.goTo(Number(location.hash.slice(1)) - player.before);
  };
  addEventListener('keydown', press);
  addEventListener('hashchange', follow);
  const stop = effect(() => setHash(String(player.turn)));
  return () => {
    removeEventListener('keydown', press);
    removeEventListener('hashchange', follow);
    stop();
    player.close();
  };
}

/**
 * At the end of a finished game: the final account, and the way to its review.
 * @param {{player: Player, names: import('../types.js').Names, table: string|null}} props
 */
function Ending({ player, names, table }) {
  const [isShown, setShown] = useState(false);
  const { view } = player.frame.value;
  if (!view?.result) return null;
  return html`<p class="replay-ending"><b>${winnerWords(view.result.winners, names)}</b>
    <button type="button" class="button" data-action="account"
      onClick=${() => setShown(true)}>${t('replay.account')}</button>
    <${Link} class="button primary" data-action="review"
      href=${table ? `/review/${table}` : '/review'}>${t('table.review')}<//></p>
    ${
      isShown &&
      html`<${Dialog} name="account" wide title=${t('replay.account')} onClose=${() => setShown(false)}>
      <div class="account" data-account><${AccountPicture} view=${view} result=${view.result} names=${names}
        turns=${player.replay.frames.flatMap(({ entry }) => turnOf(entry) ?? [])} /></div>
        <//>`
    }`;
}

/**
 * @param {string} winners
 * @param {import('../types.js').Names} names
 */
function winnerWords(winners, names) {
  return t('home.won_by', { winners: listed(winners, names) });
}
