/** Shares of victory as figures: in hundredths, with a sign, and rounded so that what is shown adds up. */

import { language } from '../words.js';

/** @typedef {import('../protocol.js').SeatReviewBody} SeatReview */
/** @typedef {import('../protocol.js').SeatLetter} Seat */
/** @typedef {{name: string, other?: Seat, tenths: number}} Line a line of the ledger, in tenths of a hundredth */

const NAMES = /** @type {const} */ (['even', 'order', 'deal', 'own_draws', 'others_draws', 'mistakes', 'hidden']);
/** What the lines are in the picture, which one has to understand at a glance. */
const GROUPS = {
  even: 'even',
  order: 'start',
  deal: 'start',
  own_draws: 'cards',
  others_draws: 'cards',
  mistakes: 'mistakes',
  hidden: 'hidden',
  others: 'others',
  rounding: 'rounding',
};

/**
 * A chance in whole hundredths: "27 %".
 * @param {number} share
 */
export function percent(share) {
  return `${Math.round(100 * share)} %`;
}

/**
 * A share with its sign: "+3.1".
 * @param {number} share
 */
export function signed(share) {
  return signedTenths(Math.round(1000 * share));
}

/**
 * Tenths as short as they can be said: "25", "33.3".
 * @param {number} tenths
 */
export function short(tenths) {
  return new Intl.NumberFormat(language.value, { maximumFractionDigits: 1 }).format(tenths / 10);
}

/** @param {number} tenths */
export function signedTenths(tenths) {
  return format(tenths / 10, 'exceptZero');
}

/**
 * A share without a sign: "3.1".
 * @param {number} share
 */
export function plain(share) {
  return format(Math.round(1000 * share) / 10, 'never');
}

/**
 * @param {number} number
 * @param {'exceptZero'|'never'} signDisplay
 */
function format(number, signDisplay) {
  const digits = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
  return new Intl.NumberFormat(language.value, { ...digits, signDisplay }).format(number).replace('-', '−');
}

/**
 * The lines of a seat in tenths that add up to its result.
 * @param {SeatReview} review
 * @returns {Line[]}
 */
export function linesOf({ lines, result }) {
  const named = NAMES.map((name) => ({ name, share: lines[name] }));
  const others = Object.entries(lines.others).map(([other, share]) => ({ name: 'others', other, share }));
  const all = [...named, ...others, { name: 'rounding', share: lines.rounding }];
  const tenths = addingUp(
    all.map(({ share }) => 1000 * (share ?? 0)),
    Math.round(1000 * result),
  );
  return all.map(({ share: _, ...line }, place) => /** @type {Line} */ ({ ...line, tenths: tenths[place] }));
}

/**
 * Whole numbers near some others that add up to a total: those are rounded up that lose most by being rounded down.
 * @param {number[]} numbers
 * @param {number} total
 */
export function addingUp(numbers, total) {
  const down = numbers.map(Math.floor);
  const missing = total - down.reduce((sum, number) => sum + number, 0);
  const losing = numbers.map((number, place) => ({ place, lost: number - down[place] }));
  const up = new Set(
    losing
      .sort((one, other) => other.lost - one.lost)
      .slice(0, missing)
      .map(({ place }) => place),
  );
  return down.map((number, place) => number + (up.has(place) ? 1 : 0));
}

/**
 * The few groups of lines that the picture shows, each from where the one before ends.
 * @param {Line[]} lines
 */
export function groupsOf(lines) {
  const names = [...new Set(Object.values(GROUPS))];
  let from = 0;
  return names.map((group) => {
    const own = lines.filter(({ name }) => GROUPS[/** @type {keyof typeof GROUPS} */ (name)] === group);
    const tenths = own.reduce((sum, line) => sum + line.tenths, 0);
    from += tenths;
    return { group, tenths, from: from - tenths, to: from };
  });
}
