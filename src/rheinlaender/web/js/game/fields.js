/** Fields in words, for grids and for those who listen to the board. */
import { t } from '../words.js';
import { duchyAt, nameOf } from './views.js';

/** @typedef {import('../protocol.js').ViewBody} View */
/**
 * @typedef {{view: View, names: import('../types.js').Names, places: import('../board/places.js').Places|null}} Seen
 */

/** The banks in their order, as in regions. */
export const BANKS = /** @type {const} */ (['L', 'W', 'R']);

/**
 * The name of a bank.
 * @param {string} bank
 */
export function bankWords(bank) {
  return { L: t('table.bank_left'), W: t('table.bank_river'), R: t('table.bank_right') }[bank] ?? bank;
}

/**
 * Everything about a field in one sentence.
 * @param {Seen} seen
 * @param {number} region
 * @param {string} bank
 * @param {string} field
 * @param {string} [more]
 */
export function fieldWords(seen, region, bank, field, more = '') {
  const alias = `${bank}${region}` === field ? '' : t('table.cell.also', { field: `${bank}${region}` });
  const parts = [pieceWords(seen, field), duchyWords(seen, field), siteWords(seen, field), more];
  return `${[`${field}, ${bankWords(bank)}`, alias].filter(Boolean).join(', ')}: ${parts.filter(Boolean).join('; ')}`;
}

/**
 * @param {Seen} seen
 * @param {string} field
 */
function pieceWords({ view, names }, field) {
  const seat = view.knights[field];
  if (seat) return t('table.cell.knight', { name: nameOf(names, seat) });
  return view.bastions.includes(field) ? t('table.cell.bastion') : t('table.cell.free');
}

/**
 * @param {Seen} seen
 * @param {string} field
 */
function duchyWords({ view, names }, field) {
  const duchy = duchyAt(view, field);
  if (!duchy) return '';
  if (!duchy.duke) return t('table.cell.duchy_of_nobody', { worth: duchy.worth });
  return t('table.cell.duchy', { name: nameOf(names, duchy.duke), worth: duchy.worth });
}

/**
 * @param {Seen} seen
 * @param {string} field
 */
function siteWords({ view, names, places }, field) {
  const sites = places?.fields[field]?.sites ?? [];
  return sites
    .filter((site) => view.landmarks[site])
    .map((site) => {
      const landmark = t('drawing.landmark', {
        landmark: t(`landmark.${view.landmarks[site]}`),
        site: names.sites?.[site] ?? site,
      });
      const garrison = view.garrisons[site];
      return garrison ? `${landmark}, ${t('table.cell.garrison', { name: nameOf(names, garrison) })}` : landmark;
    })
    .join(', ');
}
