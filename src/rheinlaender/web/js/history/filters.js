/** Which games are shown: against whom, of which edition, with how many players, how they ended. */

import { html } from '../lib.js';
import { TABLE_SIZES } from '../open.js';
import { presetName } from '../options.js';
import { t } from '../words.js';

/** @typedef {import('../protocol.js').OpponentBody} Opponent */
/** @typedef {{name: string, label: string, choices: {value: string, label: string}[]}} Filter */

/**
 * @param {{chosen: URLSearchParams, opponents: Opponent[],
 *   onChoose: (wish: Record<string, string>) => void}} properties
 */
export function Filters({ chosen, opponents, onChoose }) {
  return html`<form class="filters" aria-label=${t('history.filters')} onSubmit=${(/** @type {Event} */ event) =>
    event.preventDefault()}>
    ${filtersFor(opponents).map(
      ({ name, label, choices }) => html`<label key=${name} class="field"><span>${label}</span>
      <select data-filter=${name} value=${chosen.get(name) ?? ''}
        onChange=${(/** @type {any} */ event) => onChoose({ [name]: event.currentTarget.value })}>
        <option value="">${t('history.all')}</option>
        ${choices.map((choice) => html`<option key=${choice.value} value=${choice.value}>${choice.label}</option>`)}
      </select></label>`,
    )}
  </form>`;
}

/**
 * @param {Opponent[]} opponents
 * @returns {Filter[]}
 */
function filtersFor(opponents) {
  const filters = [
    {
      name: 'against',
      label: t('history.against'),
      choices: [
        { value: 'people', label: t('history.against_people') },
        { value: 'computers', label: t('history.against_computers') },
      ],
    },
    {
      name: 'edition',
      label: t('history.edition'),
      choices: EDITIONS.map((value) => ({ value, label: editionName(value) })),
    },
    { name: 'seats', label: t('history.seats'), choices: TABLE_SIZES.map((size) => both(String(size))) },
    {
      name: 'result',
      label: t('history.result'),
      choices: [
        { value: 'won', label: t('history.won') },
        { value: 'lost', label: t('history.lost') },
        { value: 'none', label: t('history.no_result') },
      ],
    },
  ];
  const met = opponents.map(({ opponent, name, games }) => ({ value: opponent, label: `${name} (${games})` }));
  return met.length ? [...filters, { name: 'opponent', label: t('history.opponent'), choices: met }] : filters;
}

const EDITIONS = ['parker', 'dutch', 'hungarian', 'short', 'own'];

/** @param {string} edition */
export function editionName(edition) {
  return presetName(edition) ?? t('history.own_edition');
}

/** @param {string} value */
function both(value) {
  return { value, label: value };
}
