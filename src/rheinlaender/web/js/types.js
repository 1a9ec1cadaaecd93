/** Types that are not of the protocol; those that are stand in protocol.d.ts. This module holds types only. */

/** @typedef {Record<string, any>} Arguments arguments of words */

/**
 * @typedef {Partial<Record<import('./protocol.js').SeatLetter, string>> & {sites?: Record<string, string>}} Names
 *   the names of seats, and of sites where they are not called by their letters
 */

/** @typedef {import('./protocol.js').TurnEntry} TurnEntry */
/** @typedef {import('./protocol.js').Frame & {entry: TurnEntry}} TurnFrame a frame after a turn */

/** @typedef {{clocks: import('./protocol.js').Clocks, at: number}} HeardClocks clocks, and when they were heard */

/**
 * @typedef {object} Connection
 * @property {import('./lib.js').ReadonlySignal<import('./protocol.js').Frame|null>} frame the newest frame
 * @property {import('./lib.js').ReadonlySignal<import('./protocol.js').Frame[]>} frames all that came in, in order
 * @property {import('./lib.js').ReadonlySignal<Record<string, boolean>>} presence
 * @property {import('./lib.js').ReadonlySignal<number>} watchers how many are connected who have no seat
 * @property {import('./lib.js').ReadonlySignal<HeardClocks|null>} clocks null at a table without them
 * @property {import('./lib.js').ReadonlySignal<import('./protocol.js').RemarkBody|null>} talk what was said last
 * @property {import('./lib.js').ReadonlySignal<'connecting'|'live'|'waiting'|'gone'>} line
 * @property {import('./lib.js').ReadonlySignal<import('./protocol.js').RefusalBody|null>} failure
 * @property {(name: string, parts?: Record<string, any>) => Promise<any>} command
 * @property {() => void} close
 */

/**
 * A table as those see it who wait for each other.
 * @typedef {object} Company
 * @property {Connection} connection
 * @property {import('./lib.js').ReadonlySignal<import('./protocol.js').TableBody|null>} table
 * @property {import('./lib.js').ReadonlySignal<import('./protocol.js').ViewBody|null>} newest
 * @property {import('./lib.js').ReadonlySignal<string>} own
 * @property {import('./lib.js').ReadonlySignal<Names>} names
 * @property {import('./lib.js').Signal<'help'|'share'|'calls'|'resign'|'end'|null>} overlay
 */

export {};
