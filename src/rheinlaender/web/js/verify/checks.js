/** Checking the deal of a record: the same as `rheinlaender verify` does. */

import { SHUFFLE_CARD, VERSION, bytesOf, commitmentOf, keyOf, numberOf, shuffled } from './fair.js';
import { readCards } from './record.js';

/** @typedef {import('./record.js').Cards} Cards */
/** @typedef {{name: string, number: number, isRight: boolean}} Check what was checked; a shuffle has a number */
/** @typedef {{checks: Check[], missing: null, headers: Record<string, string>}|{missing: string}} Found */

const CARDS = Array.from({ length: 54 }, (_, place) => place + 1);
const TILES = 'C+234';
const NEEDED = ['Table', 'Commitment', 'ServerSeed'];
const DEALT_ANEW = 'dealt anew';

/**
 * All that a record lets check, or what is missing in it.
 * @param {string} text
 * @returns {Promise<Found>}
 */
export async function checkRecord(text) {
  const cards = readCards(text);
  if (!cards) return { missing: 'hands' };
  const { headers, seats } = cards;
  const missing = headers.Deal === VERSION ? NEEDED.find((name) => !headers[name]) : 'Deal';
  if (missing) return { missing };
  const seed = bytesOf(headers.ServerSeed);
  const key = await keyOf(
    seed,
    headers.Table,
    seats.map((seat) => headers[`String${seat.toUpperCase()}`] ?? ''),
  );
  const checks = [named('commitment', (await commitmentOf(seed)) === headers.Commitment)];
  if (!headers.Unseen) checks.push(...(await boardChecks(cards, key)));
  if ((headers.Unseen ?? DEALT_ANEW) === DEALT_ANEW) checks.push(named('deal', await isDealt(cards, key)));
  return { checks: [...checks, ...(await drawChecks(cards, key))], missing: null, headers };
}

/**
 * @param {string} name
 * @param {boolean} isRight
 * @param {number} [number]
 * @returns {Check}
 */
function named(name, isRight, number = 0) {
  return { name, isRight, number };
}

/**
 * @param {Cards} cards
 * @param {CryptoKey} key
 */
async function boardChecks({ headers, seats, first, landmarks }, key) {
  const checks = [];
  if (headers.First === 'chance')
    checks.push(named('first', seats[await numberOf(key, 'first', seats.length)] === first));
  const tiles = [...landmarks].sort((one, other) => TILES.indexOf(one) - TILES.indexOf(other));
  checks.push(named('landmarks', (await shuffled(tiles, key, 'landmarks')).join('') === landmarks));
  return checks;
}

/**
 * @param {Cards} cards
 * @param {CryptoKey} key
 */
async function isDealt({ headers, seats, hands, deck }, key) {
  const hidden = seats.filter((seat) => !(headers.Shown ?? '').includes(seat));
  const unseen = [...deck, ...hidden.flatMap((seat) => hands[seat])].filter((card) => card !== SHUFFLE_CARD);
  let rest = await shuffled(inOrder(unseen), key, 'deal');
  for (const seat of hidden) {
    const size = hands[seat].length;
    if (!isSame(inOrder(rest.slice(0, size)), inOrder(hands[seat]))) return false;
    rest = rest.slice(size);
  }
  return isSame(await shuffled([...rest, SHUFFLE_CARD], key, 'deck'), deck);
}

/**
 * The draws from each deck, the first one and that after each shuffle.
 * @param {Cards} cards
 * @param {CryptoKey} key
 */
async function drawChecks({ hands, deck, turns }, key) {
  const checks = [named('draws', true)];
  const held = Object.fromEntries(Object.entries(hands).map(([seat, hand]) => [seat, new Set(hand)]));
  let left = [...deck];
  for (const { seat, card, drawn, wasShuffled } of turns) {
    if (card !== null) held[seat].delete(card);
    let top = left.shift() ?? SHUFFLE_CARD;
    const last = checks[checks.length - 1];
    last.isRight &&= (top === SHUFFLE_CARD) === wasShuffled;
    if (wasShuffled) {
      const label = `shuffle/${checks.length}`;
      const free = CARDS.filter((each) => !Object.values(held).some((hand) => hand.has(each)));
      const [first, ...others] = await shuffled(free, key, label);
      left = await shuffled([...others, SHUFFLE_CARD], key, `${label}/deck`);
      top = first;
      checks.push(named('shuffle', true, checks.length));
    }
    checks[checks.length - 1].isRight &&= top === drawn;
    held[seat].add(drawn);
  }
  return checks;
}

/** @param {number[]} numbers */
function inOrder(numbers) {
  return [...numbers].sort((one, other) => one - other);
}

/**
 * @param {number[]} one
 * @param {number[]} other
 */
function isSame(one, other) {
  return one.join() === other.join();
}
