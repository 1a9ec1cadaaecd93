/** What happened in a turn: which events are worth telling, their pictures and their fields. */
import { Piece, Shield } from '../board/pieces.js';
import { html } from '../lib.js';
import { eventWords } from '../words.js';

/** @typedef {import('../protocol.js').EventBody} GameEvent */
/** @typedef {import('../types.js').Names} Names */
/** @typedef {import('../protocol.js').EntryBody} Entry */
/** @typedef {import('../protocol.js').TurnEntry} TurnEntry */

/** Events that others tell better, or that everybody knows. */
const UNTOLD = new Set(['card_played', 'card_drawn', 'duchy_founded', 'duchy_grew', 'game_ended']);
/** Events that a caption at the board leaves to the log. */
const MINOR = new Set(['duchy_merged', 'deck_shuffled', 'bishop_lost']);

/** @type {Record<string, string>} */
const PICTURES = {
  bastion_placed: 'bastion',
  garrison_placed: 'castle',
  garrison_replaced: 'castle',
  castle_left_empty: 'castle',
  bishop_installed: 'bishop',
  bishop_lost: 'bishop',
  archbishop_named: 'archbishop',
  archbishop_lost: 'archbishop',
};

/**
 * An entry that tells of a turn, or null.
 * @param {Entry|null|undefined} entry
 */
export function turnOf(entry) {
  return entry?.kind === 'turn' ? entry : null;
}

/**
 * The events worth telling, in order.
 * @param {GameEvent[]|undefined} events
 */
export function toldEvents(events) {
  return (events ?? []).filter((event) => !UNTOLD.has(event.name));
}

/**
 * The events of a caption at the board; what takes something from one's own seats is always among them.
 * @param {GameEvent[]|undefined} events
 * @param {string} [own]
 */
export function mainEvents(events, own = '') {
  return toldEvents(events).filter((event) => !MINOR.has(event.name) || isLoss(event, own));
}

/** Events that take something from a seat, and which of their parts is that seat. */
const LOSSES = /** @type {Record<string, string>} */ ({
  duke_deposed: 'seat',
  bishop_lost: 'seat',
  archbishop_lost: 'seat',
  garrison_replaced: 'other',
  knight_converted: 'other',
});

/**
 * Whether an event takes something from one's own seats.
 * @param {GameEvent} event
 * @param {string} own
 */
export function isLoss(event, own) {
  const part = LOSSES[event.name];
  return part !== undefined && own !== '' && own.includes(event[part]);
}

/**
 * The name of the piece that stands for an event.
 * @param {GameEvent} event
 */
export function pictureOf(event) {
  if (event.name in PICTURES) return PICTURES[event.name];
  if (event.name === 'duke_deposed' || event.name === 'duke_withdrawn') return 'coin';
  if (event.name === 'duke_installed') return `duke-${event.seat}`;
  return event.seat ? `shield-${event.seat}` : 'none';
}

/**
 * The fields that an entry's turn touched.
 * @param {TurnEntry|null|undefined} entry
 * @returns {string[]}
 */
export function fieldsOf(entry) {
  const placed = (entry?.events ?? []).filter(
    (event) => event.name.startsWith('knight_') || event.name === 'bastion_placed',
  );
  return placed.map((event) => event.field);
}

/**
 * A turn as one text.
 * @param {TurnEntry} entry
 * @param {Names} names
 */
export function turnWords(entry, names) {
  return toldEvents(entry.events)
    .map((event) => eventWords(event, names))
    .join(' ');
}

/**
 * The picture of an event; payments show their coins.
 * @param {{event: import('../protocol.js').EventBody}} properties
 */
export function EventPicture({ event }) {
  const picture = pictureOf(event);
  if (picture === 'none') return html`<span class="event-picture" aria-hidden="true"></span>`;
  if (picture !== 'coin') return html`<span class="event-picture"><${Piece} name=${picture} size="1.5em" /></span>`;
  return html`<span class="event-picture"><${Shield} seat=${event.seat} size="1.3em" />
    <b class="coin" aria-hidden="true">+${event.coins}</b></span>`;
}
