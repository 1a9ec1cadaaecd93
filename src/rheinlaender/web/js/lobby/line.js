/** One table of the lobby: who sits there, what is agreed, and the way to it. */

import { Refused, ask } from '../api.js';
import { Shield } from '../board/pieces.js';
import { botName } from '../bots.js';
import { html, useState } from '../lib.js';
import { notify } from '../notice.js';
import { nameToUse } from '../open.js';
import { clockLimitWords, optionName, presetName, valueWords } from '../options.js';
import { Link, go } from '../router.js';
import { newId, newSecret, remember, secretOf } from '../secrets.js';
import { LANGUAGES, ago, namesOf, refusalWords, t } from '../words.js';
import { look } from './looking.js';

/** @typedef {import('../protocol.js').LobbyTable} LobbyTable */

/** @param {{table: LobbyTable}} props */
export function LobbyLine({ table }) {
  const names = namesOf(table.seats);
  return html`<li class="lobby-line" data-table=${table.table} data-stage=${table.stage}>
    <ul class="lobby-seats">${table.seats.map(
      (seat) => html`<li key=${seat.seat} class="seat-chip" data-kind=${seat.kind}>
      <${Shield} seat=${seat.seat} size="1.5em" />
      <${Sitter} seat=${seat} name=${names[seat.seat]} />
    </li>`,
    )}</ul>
    <p class="lobby-agreed small soft">${agreedWords(table).map((words) => html`<span key=${words}>${words}</span>`)}
      <time datetime=${table.since}>${ago(table.since)}</time></p>
    <div class="lobby-ways"><${Ways} table=${table} /></div>
  </li>`;
}

/**
 * Who sits there, and how strong they are.
 * @param {{seat: import('../protocol.js').LobbySeat, name: string|undefined}} props
 */
function Sitter({ seat, name }) {
  if (seat.kind === 'open') return html`<span>${t('home.free')}</span>`;
  const strength = seat.strength ? strengthWords(seat.strength) : botName(seat.level);
  return html`<bdi>${name}</bdi> <span class="small soft" data-strength=${seat.strength}>${strength}</span>`;
}

/** @param {import('../protocol.js').Strength} strength */
export function strengthWords(strength) {
  return {
    new: t('lobby.strength.new'),
    relaxed: t('lobby.strength.relaxed'),
    practised: t('lobby.strength.practised'),
    strong: t('lobby.strength.strong'),
  }[strength];
}

/**
 * What is agreed, in a few words each.
 * @param {LobbyTable} table
 */
function agreedWords({ options, pace, clock, language, hints }) {
  const [edition, ...changes] = options.split(',');
  return [
    t('home.rules_of', { edition: presetName(edition) ?? edition }),
    ...changes.map((change) => {
      const [option, value] = change.split(':');
      return `${optionName(option) ?? option}: ${valueWords(option, value)}`;
    }),
    t(pace === 'live' ? 'home.pace_live' : 'home.pace_days'),
    clockLimitWords(clock, pace),
    ...(hints ? [] : [t('lobby.no_hints')]),
    ...(language ? [LANGUAGES[language]] : []),
  ];
}

/**
 * Back to a table of one's own; else sit down where a seat is free, and watch where that is allowed.
 * @param {{table: LobbyTable}} props
 */
function Ways({ table }) {
  const [isBusy, setBusy] = useState(false);
  if (secretOf(table.table)) {
    return html`<${Link} class="button" data-action="back" href=${`/table/${table.table}`}>${t('lobby.yours')}<//>`;
  }
  if (table.stage === 'playing') {
    return html`<${Link} class="button" data-action="watch"
      href=${`/table/${table.table}#watch`}>${t('lobby.watch')}<//>`;
  }
  const sit = () => {
    setBusy(true);
    void sitDown(table).finally(() => setBusy(false));
  };
  return html`<button type="button" class="button primary" data-action="sit" disabled=${isBusy} aria-busy=${isBusy}
    onClick=${sit}>${t('home.sit')}</button>`;
}

/**
 * Take the first free seat, by the way that everybody takes; whose name is taken chooses another one at the table.
 * @param {LobbyTable} table
 */
async function sitDown({ table, seats }) {
  const secret = newSecret();
  const sit = {
    id: newId(),
    name: 'sit',
    secret,
    player: nameToUse(seats.map(({ name }) => name)),
    string: newSecret(),
  };
  try {
    await ask('POST', `/api/tables/${table}/commands`, { body: sit });
    remember(table, secret);
    go(`/table/${table}`);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    notify(refusalWords(error.refusal), 'bad');
    if (error.refusal.code.startsWith('name_')) go(`/table/${table}`);
    else await look();
  }
}
