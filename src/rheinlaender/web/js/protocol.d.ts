/**
 * What is asked and answered: the models of server/contract as types. Written by tools/write_types.py.
 */

/** The answer to opening a table. */
export interface Opened {
  table: string;
  seats: string;
}

/** The answer to a command that was carried out. */
export interface ReplyBody {
  id: string;
  ok: true;
  seats?: string | null;
  turn?: number | null;
  table?: string | null;
}

/** What each seat would gain or lose. */
export interface Changes {
  supply: Partial<Record<SeatLetter, number>>;
  coins: Partial<Record<SeatLetter, number>>;
  worth: Partial<Record<SeatLetter, number>>;
}

/** The duchy in which a planned knight would stand; before, the worthiest of its parts counts. */
export interface Outcome {
  duchy: string;
  before: number;
  after: number;
}

/** What decisions would do, up to the draw. */
export interface Preview {
  /** What was asked about, the attempt as its move. */
  decisions: LegalMove[];
  events: EventBody[];
  view: ViewBody;
  /** The legal moves of the next decision. */
  moves: LegalMove[];
  is_complete: boolean;
  changes: Changes;
  outcome: Outcome | null;
}

/** Why a move is good; its words are `reason.<name>`, filled by its other parts. */
export interface ReasonBody {
  name: string;
  [part: string]: any;
}

/** A move that was considered. */
export interface AlternativeBody extends LegalMove {
  victory: number | null;
  /** The standard error of the share. */
  error: number | null;
}

/** A good move: what it is for, what it risks, and what else was considered, the best first. */
export interface Hint extends AlternativeBody {
  reasons: ReasonBody[];
  risks: ReasonBody[];
  others: AlternativeBody[];
  /** The level that found it. */
  by: Level;
  share: number | null;
}

/** How a table stands. */
export interface TableStatus {
  table: string;
  exists: boolean;
  stage: Stage;
  seats: OwnTableSeat[];
  held: string;
  to_move: SeatLetter | null;
  your_turn: boolean;
  turn: number;
  changed: string | null;
  winners: string;
  pace: Pace;
  /** The milliseconds that whoever is to move has left. */
  left: number | null;
}

/** How tables stand. */
export interface StatusAnswer {
  tables: TableStatus[];
}

/** Where links should lead: the address that they begin with, null for that of the page, and who reaches it. */
export interface Invitation {
  address: string | null;
  reach: 'public' | 'network' | 'machine';
}

/** A QR code on squares of one unit: how many it is wide, with its border, and the path of the dark ones. */
export interface QrCode {
  size: number;
  path: string;
}

/** The computer players that the operator of the server has added to the levels. */
export interface BotList {
  bots: string[];
}

/** Whether tables can be played now. */
export interface Readiness {
  status: 'ready' | 'failing';
  /** Whether the database can be written. */
  database: boolean;
}

/** How the server sees whoever asks, which tells an operator whether a proxy passes on what it should. */
export interface Seen {
  /** The address that limits count. */
  address: string;
  scheme: 'http' | 'https';
  host: string;
}

/** That the server runs, and what. */
export interface Health {
  status: 'ok';
  engine: 'interpreted' | 'compiled';
  version: string;
}

/** A field: its outline, where a piece, its number and a second piece stand, and what it belongs to. */
export interface FieldPlace {
  outline: [number, number][];
  /** x and y on the sheet */
  piece: [number, number];
  /** x and y on the sheet */
  label: [number, number];
  /** x and y on the sheet */
  beside: [number, number];
  sites: string[];
  region: number;
  bank: 'L' | 'W' | 'R';
}

/** A site, and the fields that touch it. */
export interface SitePlace {
  /** x and y on the sheet */
  at: [number, number];
  radius: number;
  fields: string[];
}

/** The place for the name of the board. */
export interface Cartouche {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Everything that a browser needs to draw on the sheet of the board. */
export interface BoardPlaces {
  name: string;
  note: string;
  width: number;
  height: number;
  margin: number;
  /** Whether all places are those of the sheet turned to the left */
  is_turned: boolean;
  cartouche: Cartouche;
  /** The middle of the stream and of each arm */
  river: [number, number][][];
  fields: Record<string, FieldPlace>;
  sites: Record<string, SitePlace>;
  regions: Record<string, string[]>;
  /** Other names of island fields */
  aliases: Record<string, string>;
}

/** The values of each option, the usual one first, and what each preset says of them. */
export interface OptionList {
  options: Record<string, string[]>;
  presets: Record<string, Record<string, string>>;
}

/** What would these decisions, and then an attempt, do in a position, after moves that were played in it before? */
export interface TryQuestion {
  position: string;
  played?: string[];
  moves?: string[];
  attempt?: Attempt | null;
}

/** Something that holds in a stage of a figure, in words. */
export interface StatementBody {
  kind: string;
  words: string;
  fields: string[];
  /** The seat that it is about, or all of them. */
  seat: string | null;
  /** The section of the rules that forbids it, if one does. */
  section: string | null;
}

/** A stage of a figure: who moved, what that did, and what holds then. */
export interface StageBody {
  seat: SeatLetter | null;
  moves: string[];
  events: EventBody[];
  view: ViewBody;
  statements: StatementBody[];
}

/** A figure: its position in the notation, the fields that show it, and its stages. */
export interface BlockBody {
  text: string;
  position: string;
  crop: string[];
  stages: StageBody[];
}

/** A section: its heading, and its text with places for its figures. */
export interface SectionBody {
  anchor: string;
  number: string | null;
  level: number;
  title: string;
  is_ruling: boolean;
  html: string;
  blocks: BlockBody[];
}

/** A page; `language` is the one that it is written in. */
export interface PageBody {
  name: string;
  number: string | null;
  language: Language;
  sections: SectionBody[];
}

/** A word of the glossary with its meaning, and the section that it stands in. */
export interface GlossaryWord {
  word: string;
  html: string;
  anchor: string;
}

/** The rule book of a language; `why` names the clauses behind each event and fact. */
export interface BookBody {
  language: Language;
  pages: PageBody[];
  glossary: GlossaryWord[];
  why: Record<string, string[]>;
}

/** Be called at this table by a push service, with the keys that the browser has made for it. */
export interface PushWish {
  endpoint: string;
  p256dh: string;
  auth: string;
  language: Language;
}

/** Be called at this table by this push service no more. */
export interface PushEnd {
  endpoint: string;
}

/** Be called at this table by e-mail. Whoever shows the same proof again has confirmed the address already. */
export interface MailWish {
  address: string;
  proof: string;
  language: Language;
}

/** The address by which one is called at a table, and whether it was confirmed. */
export interface OwnMail {
  address: string;
  is_confirmed: boolean;
}

/** By which ways one is called at a table, besides push services. */
export interface OwnCalls {
  mail: OwnMail | null;
}

/** By which ways this server calls people. */
export interface Ways {
  /** The public key to subscribe with; null where there is no Web Push. */
  push: string | null;
  mail: boolean;
}

/** It is done. */
export interface Done {
  ok: boolean;
}

/** A seat for a person who uses the device on which the table is opened. */
export interface PersonWish {
  kind: 'person';
  name?: string | '';
}

/** A seat that waits for somebody. */
export interface OpenWish {
  kind: 'open';
}

/** A seat for a computer player. */
export interface BotWish {
  kind: 'bot';
  level: Level | string;
}

export type SeatWish = PersonWish | OpenWish | BotWish;

export type ChangedSeat = OpenWish | BotWish;

/** A position in notation: what it hides or leaves out is dealt anew. */
export interface GivenPosition {
  of: 'position';
  position: string;
}

/** A game that is over, after so many turns: as a seat saw it then, the rest dealt anew, or as it was (`*`). */
export interface FormerGame {
  of: 'table';
  table: string;
  turn: number;
  seen?: SeatOrAll;
}

export type WishedBeginning = GivenPosition | FormerGame;

/** Open a table. */
export interface OpenTable {
  id: string;
  secret: string;
  seats: SeatWish[];
  options?: string;
  first?: SeatLetter | 'chance';
  pace?: Pace;
  clock?: ClockWish | null;
  stand_in?: Level | null;
  grace?: number;
  hints?: boolean;
  is_public?: boolean;
  language?: Language | null;
  ready_check?: boolean;
  gives_string?: boolean;
  beginning?: WishedBeginning | null;
}

/** Take an open seat, with a new seat secret. */
export interface Sit {
  id: string;
  name: 'sit';
  secret: string;
  player: string;
  seat?: SeatLetter | null;
  string?: string | null;
}

/** Give a string for the deal, before it. */
export interface GiveString {
  id: string;
  name: 'give_string';
  string: string;
}

/** Give a seat back before the start. */
export interface Leave {
  id: string;
  name: 'leave';
  seat: SeatLetter;
}

/** Change the name on a seat. */
export interface Rename {
  id: string;
  name: 'rename';
  seat: SeatLetter;
  player: string;
}

/** Make an open seat a computer player's, or the other way round, before the start. */
export interface ChangeSeat {
  id: string;
  name: 'change_seat';
  seat: SeatLetter;
  to: ChangedSeat;
}

/** Take a seat back from whoever sits there, before the start. */
export interface Unseat {
  id: string;
  name: 'unseat';
  seat: SeatLetter;
  to: ChangedSeat;
}

/** Say that the game may start, or may not yet. */
export interface Ready {
  id: string;
  name: 'ready';
  is_ready?: boolean;
}

/** Start the game; open seats become computer players, or without a level are left out. */
export interface Start {
  id: string;
  name: 'start';
  level?: Level | null;
}

/** Play a whole turn. */
export interface Play {
  id: string;
  name: 'play';
  moves: string[];
  turn: number;
}

/** Change who plays for absent people. */
export interface ChangeStandIn {
  id: string;
  name: 'change_stand_in';
  level: Level | null;
}

/** Allow hints, or don't. */
export interface ChangeHints {
  id: string;
  name: 'change_hints';
  hints: boolean;
}

/** Let others watch, or don't. */
export interface ChangeWatchers {
  id: string;
  name: 'change_watchers';
  watchers: boolean;
}

/** Say in which hours one sleeps; null for none. */
export interface SetNight {
  id: string;
  name: 'set_night';
  night: NightWish | null;
}

/** Remind whoever is to move. */
export interface Nudge {
  id: string;
  name: 'nudge';
  turn: number;
}

/** Want to go on without waiting for whoever is to move, or to end the game without a result; or not (any more). */
export interface Vote {
  id: string;
  name: 'vote';
  what: 'go_on' | 'end';
  is_agreed?: boolean;
  turn?: number | null;
}

/** Play oneself again where a computer player has played. */
export interface ComeBack {
  id: string;
  name: 'come_back';
}

/** Let a computer player play to the end. */
export interface Resign {
  id: string;
  name: 'resign';
}

/** Play again; the next seat begins, or the one that has the fewest coins. */
export interface Rematch {
  id: string;
  name: 'rematch';
  first?: 'clockwise' | 'loser';
  gives_string?: boolean;
}

export type Command =
  | Sit
  | GiveString
  | Leave
  | Rename
  | ChangeSeat
  | Unseat
  | Ready
  | Start
  | Play
  | ChangeStandIn
  | ChangeHints
  | ChangeWatchers
  | ChangePublic
  | Hush
  | SetNight
  | Nudge
  | Vote
  | ComeBack
  | Resign
  | Rematch;

/** A seat of a table. */
export interface TableSeat {
  seat: SeatLetter;
  kind: 'person' | 'open' | 'bot';
  name: string;
  level: Level | string | null;
}

/** Something that happened; its words are `event.<name>`, filled by its other parts. */
export interface EventBody {
  name: string;
  [part: string]: any;
}

/** The table was opened. */
export interface OpenedEntry {
  kind: 'opened';
  at: string;
}

/** Somebody took an open seat. */
export interface SatEntry {
  kind: 'sat';
  at: string;
  seat: SeatLetter;
  name: string;
}

/** Somebody gave a string for the deal. */
export interface StringGivenEntry {
  kind: 'string_given';
  at: string;
  seats: string;
}

/** Somebody gave a seat back. */
export interface LeftEntry {
  kind: 'left';
  at: string;
  seat: SeatLetter;
}

/** Somebody has another name now. */
export interface RenamedEntry {
  kind: 'renamed';
  at: string;
  seat: SeatLetter;
  name: string;
}

/** The owner made a seat open, or a computer player's. */
export interface SeatChangedEntry {
  kind: 'seat_changed';
  at: string;
  seat: SeatLetter;
  to: ChangedSeat;
}

/** The owner took a seat back from whoever sat there. */
export interface UnseatedEntry {
  kind: 'unseated';
  at: string;
  seat: SeatLetter;
  to: ChangedSeat;
}

/** Somebody said that the game may start, or may not yet. */
export interface ReadiedEntry {
  kind: 'readied';
  at: string;
  seats: string;
  is_ready: boolean;
}

/** The game began. */
export interface StartedEntry {
  kind: 'started';
  at: string;
  seats: TableSeat[];
  first: SeatLetter;
}

/** A turn was played. */
export interface TurnEntry {
  kind: 'turn';
  at: string;
  seat: SeatLetter;
  by: 'person' | Level | string;
  moves: string[];
  turn: number;
  events: EventBody[];
  share: number | null;
}

/** The owner changed who plays for absent people. */
export interface StandInChangedEntry {
  kind: 'stand_in_changed';
  at: string;
  level: Level | null;
}

/** The owner allowed hints, or not. */
export interface HintsChangedEntry {
  kind: 'hints_changed';
  at: string;
  hints: boolean;
}

/** The owner let others watch, or not. */
export interface WatchersChangedEntry {
  kind: 'watchers_changed';
  at: string;
  watchers: boolean;
}

/** The owner let everybody find the table in the lobby, or not. */
export interface PublicChangedEntry {
  kind: 'public_changed';
  at: string;
  is_public: boolean;
}

/** Somebody wants quiet, or does not any more; `-` is an owner who has no seat. */
export interface HushedEntry {
  kind: 'hushed';
  at: string;
  seats: string | '-';
  is_quiet: boolean;
}

/** Somebody said when they sleep; not when. */
export interface NightSetEntry {
  kind: 'night_set';
  at: string;
  seats: string;
}

/** Whoever is to move was reminded, by somebody or by the table (`-`). */
export interface NudgedEntry {
  kind: 'nudged';
  at: string;
  seat: SeatLetter;
  by: SeatLetter | '-';
}

/** Somebody's time has run out: a computer player plays for them until they come back. */
export interface StoodInEntry {
  kind: 'stood_in';
  at: string;
  seat: SeatLetter;
  why: Why;
}

/** Somebody wants to go on without waiting, or to end the game without a result; or does not (any more). */
export interface VotedEntry {
  kind: 'voted';
  at: string;
  what: 'go_on' | 'end';
  seats: string;
  is_agreed: boolean;
}

/** Somebody plays again for whom a computer player has played. */
export interface CameBackEntry {
  kind: 'came_back';
  at: string;
  seats: string;
}

/** Somebody has resigned: a computer player plays there to the end. */
export interface ResignedEntry {
  kind: 'resigned';
  at: string;
  seats: string;
}

/** The next table was opened. */
export interface RematchEntry {
  kind: 'rematch';
  at: string;
  table: string;
}

export type EntryBody =
  | OpenedEntry
  | SatEntry
  | StringGivenEntry
  | LeftEntry
  | RenamedEntry
  | SeatChangedEntry
  | UnseatedEntry
  | ReadiedEntry
  | StartedEntry
  | TurnEntry
  | StandInChangedEntry
  | HintsChangedEntry
  | WatchersChangedEntry
  | PublicChangedEntry
  | HushedEntry
  | NightSetEntry
  | NudgedEntry
  | StoodInEntry
  | VotedEntry
  | CameBackEntry
  | ResignedEntry
  | RematchEntry;

/** A seat of a table, and whether it is the receiver's. */
export interface OwnTableSeat extends TableSeat {
  is_yours: boolean;
}

/** What the receiver is to the table. */
export interface You {
  seats: string;
  is_owner: boolean;
  /** Whether the owner has taken the receiver's seat back. */
  is_unseated: boolean;
}

/** Where a game that began at a position comes from. */
export interface BeginningBody {
  /** The table of the former game; null where it is not known. */
  table: string | null;
  /** How many turns were played before. */
  turn: number;
  /** Whether what nobody saw was dealt anew, or lay as it was. */
  is_dealt: boolean;
}

/** What lets everybody check the deal afterwards. */
export interface DealBody {
  version: 'rhv1';
  /** SHA-256 of the secret seed. */
  commitment: string;
  /** What the seats have given for the deal. */
  strings: Partial<Record<SeatLetter, string>>;
  /** The seats whose strings the table waits for. */
  awaited: string;
  /** The seed, when the game is over. */
  seed: string | null;
}

/** The day whose deal a table has, and whether it is an attempt that counts. */
export interface TableDay {
  date: string;
  is_counted: boolean;
}

/** Everything about a table but the game. */
export interface TableBody {
  id: string;
  stage: Stage;
  seats: OwnTableSeat[];
  you: You;
  options: string;
  option_values: Record<string, string | number | boolean>;
  first: SeatLetter | 'chance';
  pace: Pace;
  stand_in: Level | null;
  grace: number;
  hints: boolean;
  ready_check: boolean;
  /** The seats whose people have said that the game may start. */
  ready: string;
  /** Whether others may watch the game. */
  watchers: boolean;
  /** Whether everybody finds it in the lobby. */
  is_public: boolean;
  /** The language of whoever opened it. */
  language: Language | null;
  /** The seats that want quiet, `-` for an owner without one: nobody talks. */
  quiet: string;
  clock: ClockWish | null;
  /** Who plays for people who are away. */
  deputy: Level;
  /** The hours in which the receiver sleeps. */
  night: NightWish | null;
  /** Who is played for until they come back, and why. */
  away: Partial<Record<SeatLetter, Why>>;
  /** The seats that have nudged in this turn; `-` for the table itself. */
  nudged: string;
  nudged_at: string | null;
  /** The seats that want to go on without waiting. */
  go_on: string;
  /** The seats whose people decide whether it ends without a result. */
  deciders: string;
  /** The seats that want to end the game without a result. */
  end_votes: string;
  /** When that proposal lapses. */
  end_until: string | null;
  /** Why the game is over although it has no result. */
  ended: Ended | null;
  rematch: string | null;
  beginning: BeginningBody | null;
  /** Null at older tables, whose deals cannot be checked. */
  deal: DealBody | null;
  /** The day whose deal the table has, if any. */
  day: TableDay | null;
  opened: string;
}

/** All that a receiver may know after an entry of the table's log. */
export interface Frame {
  seq: number;
  /** Another than before: the log was set back, what came before is void. */
  epoch: string;
  table: TableBody;
  entry: EntryBody;
  view: ViewBody | null;
}

/** A game from its opening on. */
export interface Replay {
  table: TableBody;
  frames: Frame[];
}

export type Edition = 'parker' | 'dutch' | 'hungarian' | 'short' | 'own';

export type Pool = 'people' | 'computers';

export type WonOrLost = 'won' | 'lost' | 'none';

export type Unrated = 'agreement' | 'study' | 'day' | 'several_seats' | 'unknown';

/** How a seat finished. Who left shares the last place; without a result there is none, and coins stay hidden. */
export interface HistorySeat {
  seat: SeatLetter;
  name: string;
  level: Level | string | null;
  place: number | null;
  coins: number | null;
  has_left: boolean;
  is_own: boolean;
  opponent: string | null;
}

/** A game that is over: rated in a pool, or not, and why. */
export interface HistoryGame {
  table: string;
  number: number;
  at: string;
  edition: Edition;
  pace: Pace;
  turns: number;
  seats: HistorySeat[];
  rated: Pool | null;
  unrated: Unrated | null;
}

/** How one fared against somebody: in how many games one was ahead, behind or level, and the mean coins of both. */
export interface HeadToHeadBody {
  name: string;
  games: number;
  ahead: number;
  behind: number;
  level: number;
  coins: number | null;
  their_coins: number | null;
}

/** A page of games, the newest first; those after it come `before` the number `next`. */
export interface HistoryBody {
  games: HistoryGame[];
  next: number | null;
  head_to_head: HeadToHeadBody | null;
}

/** A rating in whole numbers; the truth lies within its margin in 19 of 20 cases. Of somebody new it says little. */
export interface RatingBody {
  rating: number;
  margin: number;
  games: number;
  is_new: boolean;
}

/** Somebody whom one met, and how often. */
export interface OpponentBody {
  opponent: string;
  name: string;
  games: number;
}

/** One's ratings, null before the first game, what the levels count as, and whom one met. */
export interface RatingsBody {
  people: RatingBody | null;
  computers: RatingBody | null;
  levels: Partial<Record<Level, number>>;
  opponents: OpponentBody[];
}

/** How one finished a game, as it is kept. */
export interface ExportedResult {
  table: string;
  seat: SeatLetter;
  at: string;
  name: string;
  place: number | null;
  coins: number | null;
  has_left: boolean;
  is_rated: boolean;
}

/** A rating as it is kept. */
export interface ExportedRating {
  pool: Pool;
  mean: number;
  error: number;
  games: number;
}

/** A secret of a table that is to belong to an identity. */
export interface SeatKey {
  table: string;
  secret: string;
}

/** Be somebody: under a name, null to leave it as it is, and with these seats besides those that are known. */
export interface IdentityWish {
  name?: string | '' | null;
  seats?: SeatKey[];
}

/** A table of an identity, with the secrets that open seats or rights there. */
export interface OwnTable {
  table: string;
  secrets: string[];
  /** Whether it was taken from the list. */
  is_put_away: boolean;
}

/** A passkey that opens an identity, and since when. */
export interface OwnPasskey {
  /** The SHA-256 of a credential's id, in base64url without padding. */
  passkey: string;
  at: string;
}

/** An identity: its name, when it was made, its tables, the newest first, and the passkeys that open it. */
export interface IdentityBody {
  name: string;
  made: string;
  tables: OwnTable[];
  passkeys: OwnPasskey[];
}

/** The key of an identity, as a passkey has sealed it in a browser. */
export interface SealedKey {
  sealed: string;
}

/** A key as twelve words. */
export interface PhraseBody {
  phrase: string;
}

/** Which key is this phrase? Of each word the first four letters are enough. */
export interface PhraseQuestion {
  phrase: string;
}

/** The key of a phrase. */
export interface KeyBody {
  key: string;
}

/** A name that somebody took at a table. */
export interface UsedName {
  at: string;
  seat: SeatLetter;
  name: string;
}

/** A turn that somebody played. */
export interface OwnTurn {
  at: string;
  turn: number;
  seat: SeatLetter;
  moves: string[];
}

/** What the server knows of somebody at a table. */
export interface ExportedTable {
  table: string;
  opened: string;
  stage: Stage;
  seats: string;
  is_put_away: boolean;
  names: UsedName[];
  turns: OwnTurn[];
}

/** An attempt at the deal of a day: number 0 is the one that counts. */
export interface ExportedDay {
  date: string;
  number: number;
  table: string;
}

/** All that the server keeps about somebody, but for secrets. */
export interface IdentityExport {
  exported: string;
  name: string;
  made: string;
  seen: string;
  /** Since when each passkey opens it. */
  passkeys: string[];
  tables: ExportedTable[];
  days: ExportedDay[];
  results: ExportedResult[];
  ratings: ExportedRating[];
}

/** Somebody is forgotten: at how many tables. */
export interface FarewellBody {
  tables: number;
}

/** A turn: its decisions. One that stops before the bastion is finished without one. */
export interface PlayTry {
  moves: string[];
}

/** A card on a field, or a bastion after the knight, legal or not. */
export interface AttemptTry {
  moves?: string[];
  attempt: Attempt;
}

/** Taps on fields and sites. */
export interface LookTry {
  fields: string[];
}

/** What would these decisions do, and after them an attempt? */
export interface LessonPreviewQuestion {
  moves: string[];
  attempt?: Attempt | null;
}

/** What a lesson is about. */
export interface LessonHead {
  name: string;
  number: number;
  title: string;
  about: string;
  clauses: string[];
  figures: number[];
}

/** A lesson in the list of all. */
export interface LessonLine extends LessonHead {
  steps: number;
}

/** All lessons in the order of the course. */
export interface LessonList {
  lessons: LessonLine[];
}

/** A turn of an opponent that is shown before the learner acts. */
export interface ShownTurn {
  seat: SeatLetter;
  moves: string[];
  events: EventBody[];
  view: ViewBody;
}

/** A step of a lesson, with all that is needed to show it. */
export interface StepBody {
  number: number;
  name: string;
  kind: 'play' | 'look';
  say: string;
  hint: string;
  figure: number | null;
  clauses: string[];
  crop: string[];
  seat: SeatLetter;
  /** Whether the bastion after the knight is a part of the step. */
  has_bastion: boolean;
  /** How many places are to be tapped in a step to look. */
  taps: number;
  /** The view before the turns that are shown. */
  opening: ViewBody | null;
  shown: ShownTurn[];
  view: ViewBody;
  /** Moves, or places to tap. */
  solution: string[];
}

/** The real game that a lesson hands over to: what a table for it is opened with, but its id and secret. */
export interface NextGame {
  say: string;
  seats: (PersonWish | BotWish)[];
  hints: boolean;
}

/** A lesson. */
export interface LessonBody extends LessonHead {
  /** What seats are called in lessons. */
  colours: Partial<Record<SeatLetter, string>>;
  steps: StepBody[];
  /** The lesson that follows. */
  next: string | null;
  game: NextGame | null;
}

/** Something said: a key of the catalogue and what its text is filled by. */
export interface SayingBody {
  key: string;
  arguments: Record<string, any>;
}

/** The answer to a try. */
export interface AnswerBody {
  right: boolean;
  say: SayingBody;
  /** Which part of the goal is not reached. */
  missing: SayingBody | null;
  /** Why the move is illegal. */
  refusal: RefusalBody | null;
  /** Whether the refusal is not to be cited: its rule comes later. */
  is_enough: boolean;
  /** The moves that were tried. */
  moves: string[];
  events: EventBody[];
  view: ViewBody;
}

export type Strength = 'new' | 'relaxed' | 'practised' | 'strong';

/** A seat of a public table, and how strong the person plays who sits there. */
export interface LobbySeat extends TableSeat {
  strength: Strength | null;
}

/** A public table that waits for players, or is played and may be watched. */
export interface LobbyTable {
  table: string;
  stage: 'waiting' | 'playing';
  seats: LobbySeat[];
  options: string;
  pace: Pace;
  clock: ClockWish | null;
  stand_in: Level | null;
  hints: boolean;
  ready_check: boolean;
  watchers: boolean;
  /** The language of whoever opened it; null if not known. */
  language: Language | null;
  /** Since when it waits, or is played. */
  since: string;
}

/** A page of the lobby: first the tables that wait, then those that are played, the newest first of each. */
export interface LobbyBody {
  tables: LobbyTable[];
  /** How many wait for players, on all pages. */
  waiting: number;
  /** How many can be watched, on all pages. */
  playing: number;
  pages: number;
}

/** Let everybody find the table in the lobby, or don't. */
export interface ChangePublic {
  id: string;
  name: 'change_public';
  is_public: boolean;
}

export type Theme = 'found' | 'take_over' | 'merge' | 'castle' | 'bishop' | 'convert' | 'end' | 'bastion' | 'quiet';

export type GameTime = 'opening' | 'middle' | 'ending';

export type Grade = 'right' | 'nearly' | 'wrong';

/** The move that a solver makes; without one, the solution is asked for. */
export interface PuzzleTry {
  move: string | null;
}

/** What would this decision do, or an attempt? */
export interface PuzzlePreviewQuestion {
  moves: string[];
  attempt?: Attempt | null;
}

/** A puzzle in the list of all. */
export interface PuzzleLine {
  id: string;
  rating: number;
  time: GameTime;
  themes: Theme[];
  seats: number;
}

/** All puzzles, the easiest first. */
export interface PuzzleList {
  puzzles: PuzzleLine[];
}

/** What another seat did last. */
export interface ToldMove {
  seat: SeatLetter;
  move: LegalMove;
}

/** A puzzle, as far as its seat may know; the coins that everybody was paid are counted. */
export interface PuzzleBody {
  id: string;
  rating: number;
  time: GameTime;
  seat: SeatLetter;
  view: ViewBody;
  /** What the others did since the seat's last turn. */
  told: ToldMove[];
}

/** By how much the best move beats its closest rival, for one judge and one belief, in so many worlds. */
export interface MarginBody {
  judge: 'near' | 'far';
  belief: 'alike' | 'plausible';
  worlds: number;
  margin: number;
  error: number;
}

/** A move with what it loses. */
export interface MoveLoss extends LegalMove {
  /** The share of victory that the move gives away. */
  loss: number;
}

/** The moves that are right, the best first, why, and the proof. */
export interface SolutionBody {
  right: LegalMove[];
  /** The best of those that are not right. */
  second: MoveLoss;
  /** What looks best at first sight. */
  greedy: MoveLoss;
  /** The seat's share of victory after the best move. */
  share: number;
  reasons: ReasonBody[];
  risks: ReasonBody[];
  themes: Theme[];
  /** The computer players that do not find it. */
  missed: string[];
  proof: MarginBody[];
  judges: string;
  /** The board after the best move. */
  view: ViewBody;
}

/** The answer to a try; the solution comes with a right one, and where it was asked for. */
export interface Verdict {
  move: LegalMove | null;
  grade: Grade | null;
  loss: number | null;
  /** What a first try counts. */
  score: number;
  solution: SolutionBody | null;
}

/** A card on a field, or without a card a bastion on it, legal or not; the server knows which move that is. */
export interface Attempt {
  card?: number | null;
  field: string;
}

/** What would these decisions do, and after them an attempt? */
export interface PreviewQuestion {
  moves: string[];
  attempt?: Attempt | null;
  turn?: number | null;
}

/** What would a good player do after these decisions? */
export interface HintQuestion {
  moves?: string[];
  turn?: number | null;
}

/** A table that somebody knows, with the secret for it. */
export interface KnownTable {
  table: string;
  secret?: string | null;
}

/** What does this link look like as a QR code? */
export interface QrQuestion {
  link: string;
}

/** How do these tables stand? */
export interface StatusQuestion {
  tables: KnownTable[];
}

/** Want quiet at the table, or not any more: nobody talks there while anybody wants quiet. */
export interface Hush {
  id: string;
  name: 'hush';
  is_quiet: boolean;
}

/** Why something was refused; its words are `refusal.<code>` in the catalogue. */
export interface RefusalBody {
  code: string;
  arguments: Record<string, any>;
  section: string | null;
}

/** The answer to whatever is refused. */
export interface RefusalAnswer {
  refusal: RefusalBody;
}

export type Depth = 'usual' | 'deep' | 'deepest';

export type Label = 'best' | 'level' | 'excellent' | 'good' | 'inaccuracy' | 'mistake' | 'blunder';

/** What a result is made of: all lines, those of `others` included, add up to it. */
export interface LedgerLines {
  even: number;
  order: number;
  deal: number;
  own_draws: number;
  others_draws: number;
  mistakes: number;
  hidden: number;
  others: Partial<Record<SeatLetter, number>>;
  rounding: number;
}

/** One seat: its result and how well it decided. */
export interface SeatReviewBody {
  seat: SeatLetter;
  result: number;
  /** From 0 to 100. */
  accuracy: number;
  /** What its mistakes have cost. */
  lost: number;
  /** How many decisions were not forced. */
  decisions: number;
  lines: LedgerLines;
  /** The places of its worst mistakes in `decisions`. */
  worst: number[];
}

/** A move that was weighed, and the error of its distance from the best. */
export interface WeighedMove extends LegalMove {
  share: number;
  error: number;
}

/** One decision and what was found about it, as far as its seat could know. */
export interface DecisionBody {
  turn: number;
  seat: SeatLetter;
  played: LegalMove;
  loss: number;
  error: number;
  label: Label;
  is_forced: boolean;
  /** The best first, the played one among them. */
  moves: WeighedMove[];
  /** What the best move is for, of mistakes only. */
  why: ReasonBody[];
  /** The position before it, in notation, of mistakes only. */
  position: string | null;
}

/** A turn after which the chances were others: by how much, and whose grew most. */
export interface TurningPointBody {
  turn: number;
  seat: SeatLetter;
  swing: number;
  gained: SeatLetter;
}

/** A whole review. */
export interface ReviewBody {
  seats: SeatReviewBody[];
  decisions: DecisionBody[];
  /** After the deal and after each turn. */
  chances: Partial<Record<SeatLetter, number>>[];
  turning_points: TurningPointBody[];
  /** The accuracy of the levels, for comparison. */
  marks: Partial<Record<Level, number>>;
}

/** What another move of a decision is worth to its seat, in the worlds in which the others were weighed. */
export interface AnotherMove {
  share: number;
  /** That of its distance from the best move. */
  error: number;
}

/** How far a review is: of its `questions` so many are `answered`. While it is not done, ask again. */
export interface ReviewAnswer {
  state: 'waiting' | 'working' | 'done';
  answered: number;
  /** 0 as long as it is not known how many there are. */
  questions: number;
  /** Who judges: name, version, play-outs, seed. */
  judge: string;
  review: ReviewBody | null;
}

/** The first message of a socket. */
export interface Hello {
  secret?: string | null;
  after?: number | null;
}

/** The first message of a socket, in its envelope. */
export interface HelloMessage {
  hello: Hello;
}

/** A message that a client sends on a socket: a command or a ping. */
export interface SocketMessage {
  command?: Command | null;
  ping?: number | null;
}

/** The answer to a command that was refused, on a socket. */
export interface RefusedReply {
  id: string;
  ok: false;
  refusal: RefusalBody;
}

/** A frame, on a socket. */
export interface FrameSaid {
  frame: Frame;
}

/** Which of the people are connected, by their seats. */
export interface PresenceSaid {
  presence: Partial<Record<SeatLetter, boolean>>;
}

/** How many are connected who have no seat. */
export interface WatchersSaid {
  watchers: number;
}

/** What everybody has left, in milliseconds, and whose clock runs from now on, but not before `delay`. */
export interface Clocks {
  left: Partial<Record<SeatLetter, number>>;
  running: SeatLetter | null;
  /** The milliseconds that cost nothing yet. */
  delay: number;
  /** Whether whoever is to move sleeps, so that no clock runs. */
  is_night: boolean;
}

/** The clocks, after every frame of a table that has them. */
export interface ClocksSaid {
  clocks: Clocks;
}

/** Something that was said at the table, to those who hear it. */
export interface TalkSaid {
  talk: RemarkBody;
}

/** The answer to a command, on a socket. */
export interface ReplySaid {
  reply: ReplyBody | RefusedReply;
}

/** The answer to a ping: the same number. */
export interface PongSaid {
  pong: number;
}

/** Why the server closes a socket. */
export interface FailureSaid {
  failure: RefusalBody;
}

export type Said =
  | FrameSaid
  | ClocksSaid
  | PresenceSaid
  | WatchersSaid
  | TalkSaid
  | ReplySaid
  | PongSaid
  | FailureSaid;

export type Against = Level | 'people' | 'others';

export type Theme = 'found' | 'take_over' | 'merge' | 'castle' | 'bishop' | 'convert' | 'end' | 'bastion' | 'quiet';

/** Games against somebody in an edition. */
export interface ResultCellBody {
  against: Against;
  edition: Edition;
  games: number;
  won: number;
  /** How many would be won if all were equally strong. */
  even: number;
}

/** What a review found about one's play in a game. */
export interface ReviewedGameBody {
  table: string;
  at: string;
  place: number;
  accuracy: number;
  /** In hundredths of a victory. */
  luck: number;
}

/** Mistakes in which the best move was about something: how many, and what they cost in hundredths of a victory. */
export interface ThemeBody {
  theme: Theme;
  missed: number;
  lost: number;
}

/** One's results, the games that were reviewed, the newest first, and what one misses, the dearest first. */
export interface StatisticsBody {
  results: ResultCellBody[];
  reviewed: ReviewedGameBody[];
  themes: ThemeBody[];
  /** The accuracy of the levels, for comparison. */
  marks: Partial<Record<Level, number>>;
  /** The newest game that has no review yet. */
  unreviewed: string | null;
}

export type Reaction =
  | 'hello'
  | 'good_luck'
  | 'a_moment'
  | 'take_your_time'
  | 'well_played'
  | 'bold'
  | 'lucky'
  | 'ouch'
  | 'revenge'
  | 'phew'
  | 'sorry'
  | 'laugh'
  | 'exciting'
  | 'thanks'
  | 'good_game'
  | 'congratulations'
  | 'again';

export type Room = 'players' | 'watchers' | 'all';

/** Say something in one's own words. */
export interface SayText {
  id: string;
  text: string;
}

/** Say something ready-made, perhaps about a turn. */
export interface SayReaction {
  id: string;
  reaction: Reaction;
  about?: number | null;
}

export type Say = SayText | SayReaction;

/** Something that was said. Of what was erased neither text nor reaction is left. */
export interface RemarkBody {
  room: Room;
  /** Its number among those who hear it, from 1 on. */
  number: number;
  at: string;
  seat: SeatLetter | null;
  /** Where no seat speaks: which of the watchers, from 1 on. */
  watcher: number | null;
  is_yours: boolean;
  text: string | null;
  reaction: Reaction | null;
  /** The turn that a reaction is about. */
  about: number | null;
}

/** What was said at a table, as far as the sender hears it: the newest of each room, in order. */
export interface Talk {
  said: RemarkBody[];
}

/** So many seconds for all turns of a person, and so many more with each; at pace `days` so many for each turn. */
export interface ClockWish {
  bank: number;
  increment?: number;
}

/** Hours of a person's day in which no time passes: from a full hour to another, at most twelve. */
export interface NightWish {
  zone: string;
  begins: number;
  ends: number;
}

/** Begin the attempt that counts, or go on with it; or practise, once that is over. */
export interface DayStart {
  /** The day that is meant; refused when it has passed meanwhile. */
  date: string;
  name: string;
  is_practice?: boolean;
}

/** The table of an attempt and the secret of its seat, the same whenever it is asked for. */
export interface StartedAttempt {
  table: string;
  secret: string;
  seats: SeatLetter;
  is_practice: boolean;
}

/** What lets everybody check the deal: `name` stands where the id of a table would. */
export interface DayDeal {
  version: 'rhv1';
  name: string;
  /** SHA-256 of the seed. */
  commitment: string;
  /** The seed, when the day is over. */
  seed: string | null;
}

/** What is told of the next deal before its day. */
export interface NextDay {
  date: string;
  /** SHA-256 of its seed. */
  commitment: string;
}

/** An attempt of whoever asks. */
export interface OwnAttempt {
  table: string;
  secret: string;
  stage: Stage;
  lead: number | null;
}

/** How an attempt went. `lead` is how many coins more than the best other seat. */
export interface DayResult {
  /** The place among all who played; none where it does not count. */
  place: number | null;
  name: string;
  is_you: boolean;
  coins: number;
  lead: number;
  /** The place at the table. */
  rank: number;
  /** What the seat would have had at the end of each turn. */
  line: number[];
  /** Who was ahead at eight moments: `+` the player, `=` nobody, `-` others. */
  marks: string;
  /** Why it has no place. */
  why_not: 'given_up' | 'late' | null;
  /** By which the game is asked for, where it may be. */
  game: string | null;
  /** The table, when the day is over. */
  table: string | null;
}

/** A game after a turn, with everything open; before the first there was none. */
export interface DayStep {
  entry: TurnEntry | null;
  view: ViewBody;
}

/** A game of the deal of a day, from its opening on, to be laid beside another. */
export interface DayGame {
  game: string;
  steps: DayStep[];
}

/** A day on which somebody has played. */
export interface PlayedDay {
  date: string;
  players: number;
}

/** The deal of a day. Of the others nothing is told before one's own attempt, or the day, is over. */
export interface DayBody {
  date: string;
  now: string;
  ends: string;
  edition: string;
  levels: Level[];
  deal: DayDeal;
  next: NextDay | null;
  state: 'new' | 'playing' | 'done' | 'missed';
  own: OwnAttempt | null;
  practice: OwnAttempt[];
  begun: number;
  finished: number;
  /** How many have a place. */
  ranked: number;
  results: DayResult[];
  archbishop: DayResult | null;
  days: PlayedDay[];
}

/** What a seat has, as far as the receiver may know. */
export interface SeatView {
  seat: SeatLetter;
  supply: number;
  bastions: number;
  coins: number | null;
  bishops: number;
  is_archbishop: boolean;
  dukes: number;
  worth: number;
  standing: number;
  hand_size: number;
}

/** A duchy; `at` is where the drawing puts its duke. */
export interface DuchyView {
  name: string;
  fields: string[];
  knights: Partial<Record<SeatLetter, number>>;
  sites: string[];
  duke: SeatLetter | null;
  leader: SeatLetter | null;
  worth: number;
  has_bishop: boolean;
  at: [number, number] | null;
}

/** A legal move. */
export interface LegalMove {
  move: string;
  kind: 'settle' | 'reinforce' | 'convert' | 'change' | 'bastion' | 'none';
  card: number | null;
  field: string | null;
}

/** Who moved last, and where. */
export interface LastMove {
  seat: SeatLetter;
  fields: string[];
}

/** What a line of the final account is made of: a duke, or a landmark with its site. */
export interface AccountPart {
  kind: 'duke' | 'castle' | 'church' | 'city2' | 'city3' | 'city4';
  coins: number;
  site: string | null;
}

/** A line of the final account. */
export interface AccountLine {
  kind: 'paid' | 'duke' | 'archbishop';
  coins: number;
  parts: AccountPart[];
  duchy?: string | null;
  sites?: string[] | null;
}

/** The end of a game. */
export interface ResultBody {
  coins: Partial<Record<SeatLetter, number>>;
  winners: string;
  account: Partial<Record<SeatLetter, AccountLine[]>>;
}

/** The game as the receiver may see it. */
export interface ViewBody {
  seat: SeatLetter | null;
  turn: number;
  to_move: SeatLetter;
  phase: 'knight' | 'bastion' | 'draw' | 'over';
  is_over: boolean;
  is_ending: boolean;
  /** How many turns are probably left, by the supplies. */
  turns_left: number;
  landmarks: Record<string, 'castle' | 'church' | 'city2' | 'city3' | 'city4'>;
  knights: Record<string, SeatLetter>;
  garrisons: Record<string, SeatLetter>;
  bastions: string[];
  seats: SeatView[];
  duchies: DuchyView[];
  hand: number[];
  deck_size: number;
  discard: number[];
  moves: LegalMove[];
  last: LastMove | null;
  result: ResultBody | null;
}

export type SeatLetter = 'a' | 'b' | 'c' | 'd' | 'e';

export type Level = 'squire' | 'knight' | 'duke' | 'archbishop';

export type Stage = 'waiting' | 'playing' | 'over';

export type Pace = 'live' | 'days';

export type Why = 'time' | 'vote' | 'resigned';

export type Ended = 'agreement';

export type SeatOrAll = 'a' | 'b' | 'c' | 'd' | 'e' | '-' | '*';

export type Language = 'en' | 'de' | 'nl' | 'hu';

export type CataloguePart =
  | 'lessons'
  | 'after'
  | 'company'
  | 'identity'
  | 'calls'
  | 'today'
  | 'compare'
  | 'lobby'
  | 'history'
  | 'puzzles';
