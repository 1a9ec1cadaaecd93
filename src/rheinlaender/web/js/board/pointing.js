/** What is under a pointer or a finger. */

/** @typedef {import('../protocol.js').ViewBody} View */
/** @typedef {import('./places.js').Places} Places */
/** @typedef {import('./lights.js').Marks} Marks */

/**
 * Something on the board: a field (with the duchy that it is part of), a site, or a duke with his duchy.
 * @typedef {{key: string, field: string|null, site: string|null, duchy: string|null}} Thing
 */

/** A finger's breadth to either side, in pixels. */
const FINGER = 24;

/**
 * The thing that an element of the board stands for.
 * @param {EventTarget|null} target
 * @param {View} view
 * @returns {Thing|null}
 */
export function thingAt(target, view) {
  const part = target instanceof Element ? target.closest('[data-field], [data-site], [data-duchy]') : null;
  if (!part) return null;
  const field = part.getAttribute('data-field');
  const site = part.getAttribute('data-site');
  return field ? fieldThing(field, view) : thing(null, site, part.getAttribute('data-duchy'));
}

/**
 * @param {string} field
 * @param {View} view
 */
function fieldThing(field, view) {
  return thing(field, null, view.duchies.find(({ fields }) => fields.includes(field))?.name ?? null);
}

/**
 * @param {string|null} field
 * @param {string|null} site
 * @param {string|null} duchy
 * @returns {Thing}
 */
function thing(field, site, duchy) {
  return { key: `${field} ${site} ${duchy}`, field, site, duchy };
}

/**
 * The duchy of a thing.
 * @param {View} view
 * @param {Thing} thing
 */
export function duchyOf(view, { duchy }) {
  return duchy ? (view.duchies.find(({ name }) => name === duchy) ?? null) : null;
}

/**
 * What a finger means: a target within its breadth comes before anything else, and a field before bare parchment.
 * @param {MouseEvent} event
 * @param {HTMLElement|null} plane
 * @param {Places} places
 * @param {View} view
 * @param {Marks|undefined} marks
 * @param {Thing|null} under
 * @returns {Thing|null}
 */
export function nearestField(event, plane, places, view, marks, under) {
  const targets = marks?.targets ?? new Set();
  if (!plane || (under?.field && targets.has(under.field))) return under;
  const target = nearest(event, plane, places, targets);
  if (target) return fieldThing(target, view);
  if (under) return under;
  const field = nearest(event, plane, places, Object.keys(places.fields));
  return field ? fieldThing(field, view) : null;
}

/**
 * The nearest of some fields to a finger, if one is near enough.
 * @param {MouseEvent} event
 * @param {HTMLElement} plane
 * @param {Places} places
 * @param {Iterable<string>} fields
 */
function nearest(event, plane, places, fields) {
  const { left, top, width } = plane.getBoundingClientRect();
  const unit = width / (places.width + 2 * places.margin);
  let [found, least] = [/** @type {string|null} */ (null), FINGER];
  for (const field of fields) {
    const [x, y] = places.fields[field]?.piece ?? [Infinity, Infinity];
    const far = Math.hypot(
      left + (x + places.margin) * unit - event.clientX,
      top + (y + places.margin) * unit - event.clientY,
    );
    if (far < least) [found, least] = [field, far];
  }
  return found;
}
