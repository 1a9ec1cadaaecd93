/** What two did with the same seat, turn by turn, one beside the other. */

import { Listed } from '../game/told.js';
import { html } from '../lib.js';
import { TurnWords } from '../replay/turns.js';
import { t } from '../words.js';
import { isSame, ownTurns } from './pair.js';
import { namesOfSide } from './side.js';

/** @typedef {import('./pair.js').Side} Side */

/**
 * The turns of the seat that both have played; a click shows one on the boards.
 * @param {{sides: Side[], place: number, onGo: (turn: number) => void}} props
 */
export function OwnTurns({ sides, place, onGo }) {
  const [left, right] = sides;
  const names = sides.map(namesOfSide);
  return html`<section class="compare-turns"><h2 id="moves">${t('compare.what_each_did')}</h2>
    <${Listed.Provider} value=${true}><table aria-labelledby="moves">
      <thead><tr><th scope="col">${t('replay.turn_label')}</th>
        ${sides.map(({ hand, choice }) => html`<th key=${hand} scope="col">${choice.words}</th>`)}</tr></thead>
      <tbody>${ownTurns(left.steps, right.steps).map(
        (turn) => html`<tr key=${turn} data-same=${isSame(left.steps[turn], right.steps[turn])}
          data-shown=${turn === place}>
          <th scope="row"><button type="button" class="button quiet lining" data-turn=${turn}
            aria-current=${turn === place ? 'step' : undefined} aria-label=${t('table.turn_number', { turn })}
            onClick=${() => onGo(turn)}>${turn}</button></th>
          ${sides.map(
            ({ hand, steps }, number) =>
              html`<td key=${hand}>${
                steps[turn] ? html`<${TurnWords} entry=${steps[turn].entry} names=${names[number]} />` : '–'
              }</td>`,
          )}</tr>`,
      )}</tbody>
    </table><//></section>`;
}
