/** What was planned in a turn, kept by table until the turn is ended, so that a reload loses nothing. */

/** @typedef {import('../protocol.js').LegalMove} Move */
/** @typedef {{turn: number, seat: string|null, card: number|null, moves: Move[]}} Draft */

/** @param {string} table */
const nameOf = (table) => `rheinlaender.plan.${table}`;

/**
 * Keeps a draft.
 * @param {string} table
 * @param {Draft} draft
 */
export function keepDraft(table, draft) {
  sessionStorage.setItem(nameOf(table), JSON.stringify(draft));
}

/**
 * The draft of a turn, or null where there is none.
 * @param {string} table
 * @param {number} turn
 * @param {string|null} seat
 * @returns {Draft|null}
 */
export function readDraft(table, turn, seat) {
  const text = sessionStorage.getItem(nameOf(table));
  if (!text) return null;
  const draft = JSON.parse(text);
  return draft.turn === turn && draft.seat === seat ? draft : null;
}

/**
 * Forgets the draft of a table.
 * @param {string} table
 */
export function dropDraft(table) {
  sessionStorage.removeItem(nameOf(table));
}
