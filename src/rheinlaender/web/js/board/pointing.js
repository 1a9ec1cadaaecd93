/** What is under a pointer. */

/** @typedef {import('../protocol.js').ViewBody} View */

/**
 * Something on the board: a field (with the duchy that it is part of), a site, or a duke with his duchy.
 * @typedef {{key: string, field: string|null, site: string|null, duchy: string|null}} Thing
 */

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
export function fieldThing(field, view) {
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
