/**
 * What the server sends, as in docs/reference/protocol.md. This module holds types only.
 *
 * @typedef {'a'|'b'|'c'|'d'|'e'} Seat a seat letter, clockwise
 * @typedef {'squire'|'knight'|'duke'|'archbishop'} Level
 * @typedef {'waiting'|'playing'|'over'} Stage
 * @typedef {'live'|'days'} Pace
 * @typedef {Record<string, any>} Arguments arguments of words
 *
 * @typedef {object} Refusal
 * @property {string} code words: refusal.<code>
 * @property {Arguments} arguments
 * @property {string|null} section the section of the rules that forbids it
 *
 * @typedef {object} TableSeat
 * @property {Seat} seat
 * @property {'person'|'open'|'bot'} kind
 * @property {string} name
 * @property {Level|null} level
 * @property {boolean} is_yours
 *
 * @typedef {object} Table
 * @property {string} id
 * @property {Stage} stage
 * @property {TableSeat[]} seats
 * @property {{seats: string, is_owner: boolean}} you
 * @property {string} options
 * @property {Record<string, string|number|boolean>} option_values
 * @property {string} first a seat letter or "chance"
 * @property {Pace} pace
 * @property {Level|null} stand_in
 * @property {number} grace
 * @property {boolean} hints
 * @property {string|null} rematch
 * @property {string} opened
 *
 * @typedef {{name: string} & Arguments} GameEvent words: event.<name>
 * @typedef {{name: string} & Arguments} Reason words: reason.<name>
 *
 * @typedef {object} Entry
 * @property {'opened'|'sat'|'left'|'renamed'|'seat_changed'|'started'|'turn'|'stand_in_changed'|'hints_changed'
 *   |'rematch'} kind
 * @property {string} at
 * @property {Seat} [seat]
 * @property {string} [name]
 * @property {SeatWish} [to]
 * @property {TableSeat[]} [seats]
 * @property {string} [first]
 * @property {string} [by] "person" or a bot's level
 * @property {string[]} [moves]
 * @property {GameEvent[]} [events]
 * @property {number} [turn]
 * @property {Level|null} [level]
 * @property {boolean} [hints]
 * @property {string} [table]
 *
 * @typedef {object} SeatView
 * @property {Seat} seat
 * @property {number} supply
 * @property {number} bastions
 * @property {number|null} coins null where they are hidden
 * @property {number} bishops
 * @property {boolean} is_archbishop
 * @property {number} dukes
 * @property {number} worth
 * @property {number} hand_size
 *
 * @typedef {object} Duchy
 * @property {string} name
 * @property {string[]} fields
 * @property {Partial<Record<Seat, number>>} knights
 * @property {string[]} sites
 * @property {Seat|null} duke
 * @property {Seat|null} leader
 * @property {number} worth
 * @property {boolean} has_bishop
 * @property {[number, number]} at
 *
 * @typedef {object} Move
 * @property {string} move
 * @property {'settle'|'reinforce'|'convert'|'change'|'bastion'|'none'} kind
 * @property {number|null} card
 * @property {string|null} field
 *
 * @typedef {{kind: 'paid'|'duke'|'archbishop', coins: number, duchy?: string, sites?: string[]}} AccountLine
 *
 * @typedef {object} Result
 * @property {Partial<Record<Seat, number>>} coins
 * @property {string} winners
 * @property {Partial<Record<Seat, AccountLine[]>>} account
 *
 * @typedef {object} View
 * @property {Seat|null} seat
 * @property {number} turn
 * @property {Seat} to_move
 * @property {'knight'|'bastion'|'over'} phase
 * @property {boolean} is_over
 * @property {boolean} is_ending
 * @property {Record<string, string>} landmarks site -> castle, church, city2, city3, city4
 * @property {Record<string, Seat>} knights field -> seat
 * @property {Record<string, Seat>} garrisons site -> seat
 * @property {string[]} bastions
 * @property {SeatView[]} seats
 * @property {Duchy[]} duchies
 * @property {number[]} hand
 * @property {number} deck_size
 * @property {number[]} discard
 * @property {Move[]} moves
 * @property {{seat: Seat, fields: string[]}|null} last
 * @property {Result|null} result
 *
 * @typedef {object} Frame
 * @property {number} seq
 * @property {Table} table
 * @property {Entry} entry
 * @property {View|null} view
 *
 * @typedef {object} Preview
 * @property {Move[]} decisions what was asked about
 * @property {GameEvent[]} events
 * @property {View} view
 * @property {Move[]} moves
 * @property {boolean} is_complete
 * @property {{supply: Partial<Record<Seat, number>>, coins: Partial<Record<Seat, number>>,
 *   worth: Partial<Record<Seat, number>>}} changes
 *
 * @typedef {{kind: 'person', name: string}|{kind: 'open'}|{kind: 'bot', level: Level}} SeatWish
 *
 * @typedef {object} Opening what is sent to open a table
 * @property {string} id
 * @property {string} secret
 * @property {SeatWish[]} seats
 * @property {string} options
 * @property {string} first
 * @property {Pace} pace
 * @property {Level|null} stand_in
 * @property {number} grace
 * @property {boolean} hints
 *
 * @typedef {object} TableStatus
 * @property {string} table
 * @property {boolean} exists
 * @property {Stage} stage
 * @property {TableSeat[]} seats
 * @property {string} held
 * @property {Seat|null} to_move
 * @property {boolean} your_turn
 * @property {number} turn
 * @property {string} changed
 * @property {string} winners
 * @property {Pace} pace
 *
 * @typedef {{table: Table, frames: Frame[]}} Replay
 *
 * @typedef {Partial<Record<Seat, string>>} Names seat letter -> name
 *
 * @typedef {object} Connection
 * @property {import('./lib.js').ReadonlySignal<Frame|null>} frame the newest frame
 * @property {import('./lib.js').ReadonlySignal<Frame[]>} frames all frames that came in, in order
 * @property {import('./lib.js').ReadonlySignal<Record<string, boolean>>} presence
 * @property {import('./lib.js').ReadonlySignal<'connecting'|'live'|'waiting'|'gone'>} line
 * @property {import('./lib.js').ReadonlySignal<Refusal|null>} failure
 * @property {(name: string, parts?: Record<string, any>) => Promise<any>} command
 * @property {() => void} close
 */

export {};
