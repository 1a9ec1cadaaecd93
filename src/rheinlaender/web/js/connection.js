/**
 * The connection to a table: it comes back by itself, misses no frame, and repeats a command until it is answered.
 *
 * Frames are numbered. One that is there already is ignored; when one is missing, the line is opened again after the
 * last that is there. Commands carry an id, so that sending one again is harmless. A frame of another epoch says that
 * the server was set back to an older copy: what is there is void.
 */

import { signal } from './lib.js';
import { Refused } from './api.js';
import { newId } from './secrets.js';
import { socketLine, streamLine } from './lines.js';

/** @typedef {import('./protocol.js').Frame} Frame */
/** @typedef {import('./protocol.js').RefusalBody} Refusal */
/** @typedef {import('./types.js').Connection} Connection */
/** @typedef {import('./lines.js').Line} Line */
/** @typedef {import('./lines.js').Command} Command */
/** @typedef {import('./lines.js').Reply} Reply */
/** @typedef {{command: Command, resolve: (reply: any) => void, reject: (error: Error) => void}} Pending */

/**
 * Times in milliseconds. A line is asked for a sign every `ping`; after a `silence` it is said that there is none, and
 * after as long again, or without an `answer` to a command, it is given up.
 */
export const TIMES = { ping: 2000, silence: 4500, answer: 15_000, firstPause: 400, longestPause: 20_000 };
/** Sockets that fail this often before a word is heard are thought to be blocked. */
const SOCKET_TRIES = 2;

/**
 * Connect to a table.
 * @param {string} table
 * @param {string|null} secret
 * @param {{lines?: {socket: import('./lines.js').OpenLine, stream: import('./lines.js').OpenLine},
 *   times?: typeof TIMES}} [parts]
 * @returns {Connection}
 */
export function connect(table, secret, parts) {
  return new TableConnection(table, secret, parts).open();
}

/** @implements {Connection} */
class TableConnection {
  /** @type {import('./lib.js').Signal<Frame|null>} */
  frame = signal(null);
  /** @type {import('./lib.js').Signal<Frame[]>} */
  frames = signal([]);
  /** @type {import('./lib.js').Signal<Record<string, boolean>>} */
  presence = signal({});
  watchers = signal(0);
  /** @type {import('./lib.js').Signal<import('./types.js').HeardClocks|null>} */
  clocks = signal(null);
  /** @type {import('./lib.js').Signal<import('./protocol.js').RemarkBody|null>} */
  talk = signal(null);
  /** @type {import('./lib.js').Signal<'connecting'|'live'|'waiting'|'gone'>} */
  line = signal('connecting');
  /** @type {import('./lib.js').Signal<Refusal|null>} */
  failure = signal(null);

  /** @type {Map<string, Pending>} */
  #pending = new Map();
  /** @type {Line|null} */
  #current = null;
  #pauses = 0;
  #failedSockets = 0;
  #isBlocked = false;
  #isHeard = false;
  #hasGap = false;
  #isAnew = false;
  /** @type {ReturnType<typeof setTimeout>|undefined} */
  #pause;
  /** @type {ReturnType<typeof setInterval>|undefined} */
  #pings;
  /** @type {ReturnType<typeof setTimeout>|undefined} */
  #patience;
  /** @type {ReturnType<typeof setTimeout>|undefined} */
  #silence;
  #wake = () => this.#comeBack();
  #break = () => this.#lose(true);

  /**
   * @param {string} table
   * @param {string|null} secret
   * @param {{lines?: {socket: import('./lines.js').OpenLine, stream: import('./lines.js').OpenLine},
   *   times?: typeof TIMES}} [parts]
   */
  constructor(table, secret, { lines = { socket: socketLine, stream: streamLine }, times = TIMES } = {}) {
    this.table = table;
    this.secret = secret;
    this.lines = lines;
    this.times = times;
    this.command = this.command.bind(this);
    this.close = this.close.bind(this);
  }

  /** Open the line and keep it open. */
  open() {
    globalThis.addEventListener?.('online', this.#wake);
    globalThis.addEventListener?.('offline', this.#break);
    globalThis.document?.addEventListener('visibilitychange', this.#wake);
    this.#dial();
    return this;
  }

  /** Close for good. */
  close() {
    globalThis.removeEventListener?.('online', this.#wake);
    globalThis.removeEventListener?.('offline', this.#break);
    globalThis.document?.removeEventListener('visibilitychange', this.#wake);
    this.#hangUp();
    clearTimeout(this.#pause);
    this.#pending.clear();
    this.line.value = 'gone';
  }

  /**
   * Send a command; it is sent again after every break until it is answered. A refusal is thrown as `Refused`.
   * @param {string} name
   * @param {Record<string, any>} [parts]
   * @returns {Promise<any>}
   */
  command(name, parts = {}) {
    const command = { ...parts, id: newId(), name };
    return new Promise((resolve, reject) => {
      this.#pending.set(command.id, { command, resolve, reject });
      if (this.line.value === 'live') this.#say(command);
      else this.#comeBack();
    });
  }

  #dial() {
    clearTimeout(this.#pause);
    this.#hangUp();
    if (this.line.value !== 'waiting') this.line.value = 'connecting';
    const open = this.#isBlocked ? this.lines.stream : this.lines.socket;
    const after = this.#isAnew ? null : (this.frame.value?.seq ?? null);
    this.#isHeard = false;
    this.#current = open(this.table, this.secret, after, {
      sign: () => this.#hear(),
      frame: (frame) => this.#take(frame),
      presence: (presence) => {
        this.presence.value = presence;
      },
      watchers: (watchers) => {
        this.watchers.value = watchers;
      },
      clocks: (clocks) => {
        this.clocks.value = { clocks, at: performance.now() };
      },
      talk: (remark) => {
        this.talk.value = remark;
      },
      reply: (reply) => this.#answer(reply),
      failure: (refusal, isFinal) => this.#fail(refusal, isFinal),
      closed: () => this.#lose(this.#isHeard),
    });
    this.#expect(this.times.answer);
  }

  /** Something was heard: the line lives. */
  #hear() {
    clearTimeout(this.#patience);
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => this.#doubt(), this.times.silence);
    this.line.value = 'live';
    if (!this.#isHeard) this.#goLive();
  }

  #goLive() {
    this.#isHeard = true;
    this.failure.value = null;
    this.#failedSockets = 0;
    this.#pings = setInterval(() => this.#current?.ping(Date.now()), this.times.ping);
    for (const { command } of this.#pending.values()) this.#say(command);
  }

  #hangUp() {
    clearInterval(this.#pings);
    clearTimeout(this.#patience);
    clearTimeout(this.#silence);
    this.#current?.close();
    this.#current = null;
  }

  /** @param {Command} command */
  #say(command) {
    this.#current?.send(command);
    if (!this.#isBlocked) this.#expect(this.times.answer);
  }

  /** The line is silent: say so, and wait a little for it. */
  #doubt() {
    this.line.value = 'waiting';
    this.#expect(this.times.silence);
  }

  /**
   * Give the line up unless something is heard in time.
   * @param {number} milliseconds
   */
  #expect(milliseconds) {
    clearTimeout(this.#patience);
    this.#patience = setTimeout(() => this.#lose(this.#isHeard), milliseconds);
  }

  /** @param {Frame} frame */
  #take(frame) {
    const last = this.frame.value;
    if (last && frame.epoch !== last.epoch) this.#isAnew = true;
    if (last && !this.#isAnew && frame.seq <= last.seq) return;
    if (last && !this.#isAnew && frame.seq > last.seq + 1 && !this.#hasGap) {
      this.#hasGap = true;
      this.#dial();
      return;
    }
    this.frames.value = this.#isAnew ? [frame] : [...this.frames.value, frame];
    this.frame.value = frame;
    this.#isAnew = this.#hasGap = false;
    this.#pauses = 0;
  }

  /** @param {Reply} reply */
  #answer(reply) {
    const pending = this.#pending.get(reply.id);
    if (!pending) return;
    this.#pending.delete(reply.id);
    if (!reply.ok) {
      pending.reject(new Refused(/** @type {Refusal} */ (reply.refusal), 409));
      return;
    }
    if (pending.command.name === 'sit' && pending.command.secret !== this.secret)
      this.#beSomebody(pending.command.secret);
    pending.resolve(reply);
  }

  /**
   * Go on as the holder of another secret: everything is seen anew.
   * @param {string} secret
   */
  #beSomebody(secret) {
    this.secret = secret;
    this.#isAnew = true;
    this.#dial();
  }

  /**
   * @param {Refusal} refusal
   * @param {boolean} isFinal
   */
  #fail(refusal, isFinal) {
    this.failure.value = refusal;
    if (!isFinal) return;
    for (const { reject } of this.#pending.values()) reject(new Refused(refusal, 409));
    this.close();
  }

  /**
   * The line broke: come back after a pause that grows.
   * @param {boolean} wasHeard
   */
  #lose(wasHeard) {
    if (this.line.value === 'gone') return;
    this.#hangUp();
    if (!wasHeard) this.#tryOtherLine();
    this.line.value = 'waiting';
    const longest = Math.min(this.times.longestPause, this.times.firstPause * 2 ** this.#pauses);
    this.#pauses += 1;
    clearTimeout(this.#pause);
    this.#pause = setTimeout(() => this.#dial(), longest * (0.5 + Math.random() / 2));
  }

  /** A line that said nothing: after two sockets try the stream, after a stream try sockets again. */
  #tryOtherLine() {
    if (this.#isBlocked) this.#isBlocked = false;
    else this.#failedSockets += 1;
    if (this.#failedSockets < SOCKET_TRIES) return;
    this.#isBlocked = true;
    this.#failedSockets = 0;
  }

  /** The page is seen again, the network is back, or somebody does something: do not wait any longer. */
  #comeBack() {
    if (globalThis.document?.visibilityState === 'hidden') return;
    if (this.line.value === 'live') this.#current?.ping(Date.now());
    else if (this.line.value === 'waiting' && (this.#isHeard || !this.#current)) this.#dial();
  }
}
