/** Finding things in a view. */

/** @typedef {import('../protocol.js').ViewBody} View */
/** @typedef {import('../protocol.js').SeatLetter} Seat */

/**
 * The seat of a view, by its letter.
 * @param {View} view
 * @param {Seat|null} letter
 */
export function seatOf(view, letter) {
  return view.seats.find((seat) => seat.seat === letter) ?? null;
}

/**
 * The name of a seat's player.
 * @param {import('../types.js').Names} names
 * @param {string|null|undefined} seat
 */
export function nameOf(names, seat) {
  return names[/** @type {Seat} */ (seat)] ?? '';
}

/**
 * The duchy that holds a field, if any.
 * @param {View|null} view
 * @param {string|null} field
 */
export function duchyAt(view, field) {
  return view?.duchies.find((duchy) => duchy.fields.includes(field ?? '')) ?? null;
}
