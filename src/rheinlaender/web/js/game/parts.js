/** What a line of the final account is made of. */

import { html } from '../lib.js';
import { t } from '../words.js';
import { Place, told, toldEvent } from './told.js';

/** @typedef {import('../protocol.js').AccountLine} Line */
/** @typedef {import('../protocol.js').TurnEntry} TurnEntry */
/** @typedef {import('../types.js').Names} Names */
/** @typedef {{line: Line, seat: string, view: import('../protocol.js').ViewBody, names: Names,
 *   turns: TurnEntry[]}} Properties */

/**
 * Duke and landmarks of a duchy, the bishops of the archbishop, or each payment with its turn.
 * @param {Properties} properties
 */
export function Parts(properties) {
  const { kind } = properties.line;
  const parts = kind === 'duke' ? landmarkParts : kind === 'archbishop' ? bishopParts : payments;
  return html`<ul class="account-parts">${parts(properties).map(
    ({ words, coins }, place) => html`<li key=${place} data-part><span>${words}</span>
      ${coins !== null && html`<b>${coins}</b>`}</li>`,
  )}</ul>`;
}

/**
 * @param {Properties} properties
 * @returns {{words: any, coins: number|null}[]}
 */
function landmarkParts({ line, names }) {
  return line.parts.map(({ kind, coins, site }) => ({
    coins,
    words: site
      ? html`${t(`landmark.${kind}`)} <${Place} kind="site" at=${site}>${names.sites?.[site] ?? site}<//>`
      : html`<${Place} kind="duchy" at=${line.duchy ?? ''}>${t('table.duke')}<//>`,
  }));
}

/**
 * @param {Properties} properties
 * @returns {{words: any, coins: number|null}[]}
 */
function bishopParts({ seat, view, names }) {
  const duchies = view.duchies.filter((duchy) => duchy.duke === seat && duchy.has_bishop);
  return [
    { words: t('table.account.bishops', { count: duchies.length }), coins: null },
    ...duchies.map(({ name }) => ({
      words: told('drawing.duke_with_bishop', { seat, duchy: name }, names),
      coins: null,
    })),
  ];
}

/**
 * @param {Properties} properties
 * @returns {{words: any, coins: number|null}[]}
 */
function payments({ line, seat, names, turns }) {
  const paid = turns.flatMap(({ turn, events }) =>
    events.filter((event) => event.seat === seat && event.coins > 0).map((event) => ({ turn, event })),
  );
  const rest = line.coins - paid.reduce((sum, { event }) => sum + event.coins, 0);
  const before = rest > 0 ? [{ words: t('table.account.before'), coins: rest }] : [];
  return [
    ...before,
    ...paid.map(({ turn, event }) => ({
      coins: event.coins,
      words: html`${t('table.turn_number', { turn })}: ${toldEvent(event, names)}`,
    })),
  ];
}
