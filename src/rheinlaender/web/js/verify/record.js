/** What a record says of its cards: headers, the first position, and who played and drew which card. */

/** @typedef {{seat: string, card: number|null, drawn: number, wasShuffled: boolean}} Turn */
/**
 * @typedef {object} Cards
 * @property {Record<string, string>} headers
 * @property {string[]} seats
 * @property {string} first
 * @property {string} landmarks a letter for each site
 * @property {Record<string, number[]>} hands
 * @property {number[]} deck from top to bottom
 * @property {Turn[]} turns
 */

const SEATS = 'abcde';
const HEADER = /^\[([A-Z][A-Za-z]*) "([^"]*)"\]\s*$/gm;
const TURN = /(?<=^|\s)([a-e])((?:\s+[^\s()]+)+?)\s+\((\*?)(\d+)\)/g;

/**
 * Read a record; null where it is none, or hides cards.
 * @param {string} text
 * @returns {Cards|null}
 */
export function readCards(text) {
  const line = text.split('\n').find((each) => each.startsWith('rh1 '));
  if (!line || line.includes('?')) return null;
  const parts = Object.fromEntries(
    line
      .trim()
      .split(' ')
      .map((part) => part.split('=')),
  );
  const seats = [...SEATS.slice(0, Number(parts.seats ?? 4))];
  const hands = Object.fromEntries((parts.hands ?? '').split('/').map(handOf));
  return {
    headers: Object.fromEntries([...text.matchAll(HEADER)].map(([, name, value]) => [name, value])),
    seats,
    first: parts.first ?? seats[0],
    landmarks: parts.landmarks ?? '',
    hands: Object.fromEntries(seats.map((seat) => [seat, hands[seat] ?? []])),
    deck: numbersOf(parts.deck),
    turns: turnsOf(text.slice(text.indexOf(line) + line.length)),
  };
}

/**
 * @param {string} text
 * @returns {[string, number[]]}
 */
function handOf(text) {
  const [seat, cards] = text.split(':');
  return [seat, numbersOf(cards)];
}

/** @param {string|undefined} text */
function numbersOf(text) {
  return text ? text.split(',').map(Number) : [];
}

/**
 * The turns; the first word of one is the card, unless it has only a bastion.
 * @param {string} text
 * @returns {Turn[]}
 */
function turnsOf(text) {
  return [...text.matchAll(TURN)].map(([, seat, moves, star, drawn]) => {
    const card = Number.parseInt(moves.trim(), 10);
    return { seat, card: Number.isNaN(card) ? null : card, drawn: Number(drawn), wasShuffled: star === '*' };
  });
}
