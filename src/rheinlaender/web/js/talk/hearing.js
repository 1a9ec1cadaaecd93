/** What is said at a table, as this browser hears it: in order, nothing twice, and from whom one wants to hear. */
import { Refused, UNREACHABLE, ask } from '../api.js';
import { computed, effect, signal } from '../lib.js';
import { newId, newSecret, secretOf } from '../secrets.js';
import { keep, readKept } from '../settings.js';

/** @typedef {import('../protocol.js').RemarkBody} Remark */
/** @typedef {import('../protocol.js').TableBody} Table */
/** @typedef {import('../types.js').Connection} Connection */
/** @typedef {Record<string, number>} Numbers a number for each room */

/** Of how many tables it is kept what was read there, and who is muted. */
const MOST_TABLES = 50;
const TRIES = 5;
const PAUSE = 1000;

/** Whether this person wants to hear no talk at all. */
export const isHidden = signal(readKept('talk.hidden', false));
effect(() => void keep('talk.hidden', isHidden.value));

/** @param {Remark} remark */
export function keyOf({ room, number }) {
  return `${room} ${number}`;
}

/**
 * By whom something was said; nobody is known by name, which can change.
 * @param {Remark} remark
 */
export function speakerOf({ seat, watcher }) {
  return seat ?? (watcher ? `watcher ${watcher}` : '');
}

/**
 * Remarks with others among them, in order; what is there twice is taken as it came last.
 * @param {Remark[]} known
 * @param {Remark[]} more
 */
export function merged(known, more) {
  const all = new Map(known.map((remark) => [keyOf(remark), remark]));
  for (const remark of more) {
    const isYours = remark.is_yours || (all.get(keyOf(remark))?.is_yours ?? false);
    all.set(keyOf(remark), { ...remark, is_yours: isYours });
  }
  return [...all.values()].sort(inOrder);
}

/**
 * @param {Remark} one
 * @param {Remark} other
 */
function inOrder(one, other) {
  if (one.room === other.room) return one.number - other.number;
  return Date.parse(one.at) - Date.parse(other.at) || (one.room < other.room ? -1 : 1);
}

/**
 * The number of the newest remark of each room.
 * @param {Remark[]} said
 * @returns {Numbers}
 */
export function newestOf(said) {
  /** @type {Numbers} */
  const newest = {};
  for (const { room, number } of said) newest[room] = Math.max(newest[room] ?? 0, number);
  return newest;
}

/** The talk of a table. */
export class Hearing {
  said = signal(/** @type {Remark[]} */ ([]));
  /** what somebody else said just now */
  latest = signal(/** @type {Remark|null} */ (null));
  isLoaded = false;
  heard = computed(() => this.said.value.filter((remark) => !this.muted.value.includes(speakerOf(remark))));
  unread = computed(() => (isHidden.value ? 0 : this.heard.value.filter((remark) => this.#isUnread(remark)).length));

  /**
   * @param {string} id
   * @param {Connection} connection
   */
  constructor(id, connection) {
    this.id = id;
    this.connection = connection;
    const kept = keptOf(id);
    this.seen = signal(/** @type {Numbers} */ (kept.seen));
    this.muted = signal(/** @type {string[]} */ (kept.muted));
    const as = computed(() => standingOf(connection));
    this.stops = [
      effect(() => {
        if (as.value) this.load();
      }),
      effect(() => {
        const remark = connection.talk.value;
        if (remark) this.#hear(remark);
      }),
      effect(() => keepOf(id, { seen: this.seen.value, muted: this.muted.value })),
    ];
  }

  close() {
    for (const stop of this.stops) stop();
  }

  /** Fetch what was said, as it stands now: some of it may have been erased. */
  async load() {
    try {
      const { said } = await ask('GET', `/api/tables/${this.id}/talk`, { secret: this.#secret() });
      const newest = newestOf(said);
      const newer = this.said.peek().filter(({ room, number }) => number > (newest[room] ?? 0));
      this.said.value = merged(said, newer);
      this.isLoaded = true;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
    }
  }

  /**
   * Say something, until the server has it; a refusal is thrown.
   * @param {{text: string}|{reaction: string, about: number|null}} parts
   */
  async say(parts) {
    const body = { id: newId(), ...parts };
    for (let tries = 1; ; tries += 1) {
      try {
        const remark = await ask('POST', `/api/tables/${this.id}/talk`, { body, secret: this.#ownSecret() });
        this.said.value = merged(this.said.peek(), [remark]);
        return;
      } catch (error) {
        const isLost = error instanceof Refused && error.refusal.code === UNREACHABLE.code;
        if (!isLost || tries === TRIES) throw error;
        await new Promise((resolve) => setTimeout(resolve, PAUSE));
      }
    }
  }

  /** All that was said is read. */
  read() {
    this.seen.value = newestOf(this.said.peek());
    this.latest.value = null;
  }

  /**
   * Hear somebody no more, or again; nobody else notices.
   * @param {string} speaker
   */
  mute(speaker) {
    const muted = this.muted.peek();
    this.muted.value = muted.includes(speaker) ? muted.filter((one) => one !== speaker) : [...muted, speaker];
  }

  /** @param {Remark} remark */
  #hear(remark) {
    const known = this.said.peek();
    const isMissing = this.isLoaded && remark.number > (newestOf(known)[remark.room] ?? 0) + 1;
    this.said.value = merged(known, [remark]);
    if (this.isLoaded && !remark.is_yours && !this.muted.peek().includes(speakerOf(remark))) this.latest.value = remark;
    if (isMissing) this.load();
  }

  /** @param {Remark} remark */
  #isUnread(remark) {
    return !remark.is_yours && remark.number > (this.seen.value[remark.room] ?? 0);
  }

  #secret() {
    const you = this.connection.frame.peek()?.table.you;
    return you?.seats || you?.is_owner || you?.is_unseated ? secretOf(this.id) : watcherSecret(this.id, false);
  }

  #ownSecret() {
    return this.#secret() ?? watcherSecret(this.id, true);
  }
}

/**
 * As what one hears a table while the line lives; empty before.
 * @param {Connection} connection
 */
function standingOf({ line, frame }) {
  const table = frame.value?.table;
  return line.value === 'live' && table ? `${table.you.seats} ${table.stage === 'over'}` : '';
}

/**
 * The secret by which a watcher is known while this window is open: it holds no seat.
 * @param {string} id
 * @param {boolean} isNeeded
 */
function watcherSecret(id, isNeeded) {
  const name = `rheinlaender.watcher.${id}`;
  try {
    const known = sessionStorage.getItem(name);
    if (known || !isNeeded) return known;
    const made = newSecret();
    sessionStorage.setItem(name, made);
    return made;
  } catch {
    return isNeeded ? newSecret() : null;
  }
}

/** @typedef {{table: string, seen: Numbers, muted: string[]}} Kept what is kept of a table, the newest first */

/**
 * @param {string} id
 * @returns {Kept}
 */
function keptOf(id) {
  const nothing = { table: id, seen: {}, muted: [] };
  return readKept('talk.tables', /** @type {Kept[]} */ ([])).find(({ table }) => table === id) ?? nothing;
}

/**
 * @param {string} id
 * @param {{seen: Numbers, muted: string[]}} parts
 */
function keepOf(id, parts) {
  const others = readKept('talk.tables', /** @type {Kept[]} */ ([])).filter(({ table }) => table !== id);
  keep('talk.tables', [{ table: id, ...parts }, ...others].slice(0, MOST_TABLES));
}
