/** The hours in which somebody sleeps: nothing sounds then, and nothing is shown. */

/** @typedef {import('../protocol.js').NightWish} Night */

/**
 * Whether it is night for somebody, by the hours that they have chosen at a table.
 * @param {Night|null|undefined} night
 * @param {Date} now
 */
export function isNight(night, now) {
  if (!night) return false;
  const hour = hourIn(night.zone, now);
  return (hour - night.begins + 24) % 24 < (night.ends - night.begins + 24) % 24;
}

/**
 * The hour of a moment in a time zone; in that of this browser where it does not know the zone.
 * @param {string} zone
 * @param {Date} now
 */
function hourIn(zone, now) {
  try {
    return Number(new Intl.DateTimeFormat('en', { timeZone: zone, hour: 'numeric', hourCycle: 'h23' }).format(now));
  } catch {
    return now.getHours();
  }
}
