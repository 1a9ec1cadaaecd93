/** A position in words, for those who do not see the board. */

import { t } from '../words.js';

/** @typedef {import('../protocol.js').ViewBody} View */
/** @typedef {import('../types.js').Names} Names */

/**
 * Everything that stands on the part of the board that is shown.
 * @param {View} view
 * @param {Names} names
 * @param {Set<string>} sites the sites that are seen
 */
export function describe(view, names, sites) {
  const knights = view.seats.map(({ seat }) => ({
    seat,
    fields: Object.keys(view.knights).filter((field) => view.knights[field] === seat),
  }));
  const parts = [
    ...knights
      .filter(({ fields }) => fields.length)
      .map(({ seat, fields }) => t('rules.knights_on', { seat: names[seat], fields: fields.join(', ') })),
    ...view.bastions.map((field) => t('drawing.bastion', { field })),
    ...Object.keys(view.landmarks)
      .filter((site) => sites.has(site))
      .map((site) => t('drawing.landmark', { landmark: t(`landmark.${view.landmarks[site]}`), site })),
    ...Object.entries(view.garrisons).map(([site, seat]) => t('drawing.garrison', { site, seat: names[seat] })),
    ...view.duchies.filter(({ duke }) => duke).map((duchy) => dukeWords(duchy, names)),
  ];
  return parts.length ? `${parts.join('; ')}.` : t('rules.no_piece');
}

/**
 * @param {import('../protocol.js').DuchyView} duchy
 * @param {Names} names
 */
function dukeWords({ duke, name, has_bishop: hasBishop }, names) {
  const values = { seat: duke && names[duke], duchy: name };
  return hasBishop ? t('drawing.duke_with_bishop', values) : t('drawing.duke', values);
}
