/** The scene: everything that one device shows of a table, as signals that the parts of the page share. */
import { UNREACHABLE, ask } from '../api.js';
import { askForPlaces, places } from '../board/places.js';
import { mainEvents } from '../game/happenings.js';
import { siteNames } from '../game/told.js';
import { duchyAt } from '../game/views.js';
import { computed, effect, signal } from '../lib.js';
import { folding } from '../settings.js';
import { eventWords, namesOf } from '../words.js';
import { Story } from './story.js';
import { Turn } from './turn.js';

/** @typedef {import('../protocol.js').ViewBody} View */
/** @typedef {import('../protocol.js').Frame} Frame */
/** @typedef {import('../protocol.js').SeatLetter} Seat */

export class Scene {
  /** the seat whose hand is open, where people share the device */
  uncovered = signal(/** @type {Seat|null} */ (null));
  hint = signal(/** @type {(import('../protocol.js').Hint & {turn: number})|null} */ (null));
  /** the seat whose duchies are looked at */
  seat = signal(/** @type {Seat|null} */ (null));
  /** what is under the pointer */
  pointed = signal(/** @type {import('../board/pointing.js').Thing|null} */ (null));
  /** the duchy whose card stays until it is closed */
  pinned = signal(/** @type {string|null} */ (null));
  /** the field of the keyboard's cursor, while the grid has the focus */
  cursor = signal(/** @type {string|null} */ (null));
  /** fields that a line of the log tells of */
  recalled = signal(/** @type {string[]} */ ([]));
  /** what lies over the table, or nothing */
  overlay = signal(/** @type {'help'|'share'|'calls'|'resign'|'end'|null} */ (null));
  /** what the narrow sheet shows */
  sheet = signal(/** @type {'seats'|'log'|null} */ (null));
  /** whether the window is too narrow for the side panel */
  isNarrow = signal(false);
  /** whether the window is too low to show a preview as a whole beside the board */
  isLow = signal(false);
  isFolded = computed(() => (folding.value === 'auto' ? this.isLow.value : folding.value === 'folded'));
  /** whether the final account covers the board */
  isAccount = signal(true);
  /** the words for the screen reader */
  spoken = signal('');
  places = places;

  table = computed(() => this.connection.frame.value?.table ?? null);
  newest = computed(() => this.connection.frame.value?.view ?? null);
  names = computed(() => ({ ...namesOf(this.table.value?.seats ?? []), sites: siteNames(places.value) }));
  own = computed(() => this.table.value?.you.seats ?? '');
  isShared = computed(() => this.own.value.length > 1);
  isCovered = computed(() => this.isShared.value && this.uncovered.value !== (this.newest.value?.seat ?? null));
  isMine = computed(() => this.table.value?.stage === 'playing' && isToMove(this.newest.value, this.own.value));
  /** whether one is called to move: the story has been told */
  isCalled = computed(() => this.isMine.value && !this.story.isTelling.value);
  #acting = computed(() => (this.isMine.value && !this.isCovered.value ? this.newest.value : null));
  isPlanning = computed(() => this.#acting.value !== null && !this.story.isPast.value && !this.story.isTelling.value);
  view = computed(() => {
    if (this.isPlanning.value && this.turn.preview.value) return this.turn.preview.value.view;
    return this.story.shown.value?.view ?? this.newest.value;
  });

  /**
   * Opens the scene of a table.
   * @param {string} id
   * @param {string|null} secret
   * @param {import('../types.js').Connection} connection
   */
  constructor(id, secret, connection) {
    this.id = id;
    this.secret = secret;
    this.connection = connection;
    this.story = new Story(connection, ({ entry }) =>
      mainEvents(entry.events, this.own.peek()).map((event) => eventWords(event, this.names.peek())),
    );
    this.turn = new Turn({ id, secret, view: this.#acting, command: connection.command });
    this.coverAgain = effect(() => {
      if (this.newest.value?.seat !== this.uncovered.peek()) this.uncovered.value = null;
    });
    this.forgive = effect(() => {
      if (connection.line.value === 'live') this.turn.forgive(UNREACHABLE.code);
    });
    askForPlaces();
    loadHistory(this);
  }

  close() {
    this.story.close();
    this.turn.close();
    this.coverAgain();
    this.forgive();
  }
}

/**
 * Whether one of the own seats is to move.
 * @param {View|null} view
 * @param {string} own
 */
function isToMove(view, own) {
  return view !== null && !view.is_over && own.includes(view.to_move) && view.seat === view.to_move;
}

/**
 * Learns the turns that were played before this device came to the table.
 * @param {Scene} scene
 */
function loadHistory(scene) {
  const stop = effect(() => {
    const table = scene.table.value;
    if (!table || table.stage === 'waiting') return;
    queueMicrotask(() => stop());
    const seat = scene.own.peek().length === 1 ? scene.own.peek() : '-';
    ask('GET', `/api/tables/${scene.id}/replay?seat=${seat}`, { secret: scene.secret }).then(
      (replay) => {
        scene.story.learn(replay.frames);
        scene.story.tellOpening();
      },
      () => undefined,
    );
  });
}

/**
 * How far down the board a field lies, from 0 to 1.
 * @param {Scene} scene
 * @param {string|null|undefined} field
 */
export function depthOf({ places }, field) {
  const at = places.value?.fields[field ?? '']?.piece;
  return at && places.value ? at[1] / places.value.height : 0.5;
}

/**
 * The duchy whose card stays, or else the one at the keyboard's cursor, or else under the pointer.
 * @param {Scene} scene
 */
export function pointedDuchy({ view, cursor, pointed, pinned }) {
  if (pinned.value) return duchyAt(view.value, pinned.value);
  if (cursor.value) return duchyAt(view.value, cursor.value);
  return view.value?.duchies.find((duchy) => duchy.name === pointed.value?.duchy) ?? null;
}
