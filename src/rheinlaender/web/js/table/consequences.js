/** What the planned moves would do, in words and little pictures, before the turn is ended. */
import { html } from '../lib.js';
import { Piece, Shield } from '../board/pieces.js';
import { Why } from '../clauses/why.js';
import { t } from '../words.js';
import { EventPicture, toldEvents } from '../game/happenings.js';
import { Place, told, toldEvent } from '../game/told.js';
import { nameOf } from '../game/views.js';
import { folding } from '../settings.js';
import { plannedEvents } from './prompt.js';

/** @typedef {import('./scene.js').Scene} Scene */
/** @typedef {import('../protocol.js').Preview} Preview */
/** @typedef {import('../protocol.js').DuchyView} Duchy */
/** @typedef {import('../types.js').Names} Names */

/** The planned move itself is seen on the board; what follows from it is told here. */
const SEEN = new Set(['knight_settled', 'knight_reinforced', 'duchy_merged']);

/**
 * The consequences of the plan; they can be folded to one line.
 * @param {{scene: Scene}} properties
 */
export function Consequences({ scene }) {
  const preview = scene.turn.preview.value;
  if (!preview) return html`<div class="consequences is-waiting" aria-busy="true"></div>`;
  const isFolded = scene.isFolded.value;
  return html`<section class="consequences" data-consequences data-folded=${isFolded}
    aria-label=${t('table.would_happen')}>
    <header>
      <button type="button" class="fold" data-action="fold" aria-expanded=${!isFolded} onClick=${() => fold(scene)}
        title=${t(isFolded ? 'table.unfold' : 'table.fold')}>
        <svg viewBox="0 0 16 16" class="icon" aria-hidden="true"><path d="M4 6l4 4 4-4" /></svg>
        <span class=${isFolded ? 'unseen' : ''}>${t('table.would_happen')}</span>
      </button>
      ${isFolded && html`<${Outcome} scene=${scene} preview=${preview} isFolded />`}
      <${Why} about=${plannedEvents(scene)} />
    </header>
    ${!isFolded && html`<${Whole} scene=${scene} preview=${preview} />`}
  </section>`;
}

/** @param {Scene} scene */
function fold(scene) {
  folding.value = scene.isFolded.peek() ? 'open' : 'folded';
}

/** @param {{scene: Scene, preview: Preview}} properties */
function Whole({ scene, preview }) {
  const events = toldEvents(preview.events).filter((event) => !SEEN.has(event.name));
  return html`<${Outcome} scene=${scene} preview=${preview} />
    <ul class="happenings">
      ${events.map(
        (event) => html`<li key=${event.name + (event.site ?? event.duchy ?? event.seat)} data-event=${event.name}>
        <${EventPicture} event=${event} /><span>${toldEvent(event, scene.names.value)}</span><${Why}
          about=${event.name} text=${() => toldEvent(event, scene.names.value)} />
      </li>`,
      )}
    </ul>
    <${Changes} preview=${preview} names=${scene.names.value} />`;
}

/**
 * Where the knight stands afterwards: alone, or in whose duchy, with its knights and its worth before and after.
 * @param {{scene: Scene, preview: Preview, isFolded?: boolean}} properties
 */
function Outcome({ scene, preview, isFolded = false }) {
  const { outcome } = preview;
  const duchy = preview.view.duchies.find(({ name }) => name === outcome?.duchy);
  const field = scene.turn.planned.value?.field;
  if (!outcome || !duchy) return field && html`<p class="outcome is-alone">${told('table.alone', { field })}</p>`;
  const { before, after } = outcome;
  const names = scene.names.value;
  const ruler = duchy.duke ? t('table.duchy_of', { name: nameOf(names, duchy.duke) }) : t('table.duchy_of_nobody');
  return html`<div class="outcome" data-seat=${duchy.duke}>
    ${duchy.duke && html`<${Piece} name=${`duke-${duchy.duke}`} size=${isFolded ? '1.8em' : '2.6em'} />`}
    <div>
      <strong class=${isFolded ? 'unseen' : ''}><${Place} kind="duchy" at=${duchy.name}>${ruler}<//></strong>
      <span class="strengths">${strengths(duchy).map(
        ([seat, count]) => html`<span key=${seat}>
        <${Shield} seat=${seat} size="1.15em" title=${nameOf(names, seat)} />${count}</span>`,
      )}</span>
    </div>
    <span class="worth" role="img" aria-label=${t('table.worth_changes', outcome)}>
      <span aria-hidden="true">${before !== after && html`<s>${before}</s> → `}<b>${after}</b></span>
    </span>
    ${!isFolded && html`<${Why} about=${duchy.duke ? ['duke_installed', 'worth'] : ['leader', 'worth']} />`}
  </div>`;
}

/**
 * The knights of a duchy by seat, most first.
 * @param {Duchy} duchy
 */
export function strengths(duchy) {
  return Object.entries(duchy.knights).sort((one, other) => (other[1] ?? 0) - (one[1] ?? 0));
}

/**
 * What changes for each seat in coins, worth and knights; that the placed knight leaves the supply is no news.
 * @param {{preview: Preview, names: Names}} properties
 */
function Changes({ preview, names }) {
  const { coins, worth } = preview.changes;
  const supply = { ...preview.changes.supply };
  const seats = preview.view.seats.map((seat) => seat.seat);
  const actor = preview.view.to_move;
  if (supply[actor] === -1) delete supply[actor];
  const changed = seats.filter((seat) => coins[seat] || worth[seat] || supply[seat]);
  return html`<ul class="changes" aria-label=${t('table.changes')}>
    ${changed.map(
      (seat) => html`<li key=${seat}><${Shield} seat=${seat} size="1.2em" title=${names[seat]} />
      <${Change} kind="worth" by=${worth[seat]}
        words=${t('table.change_worth', { change: signed(worth[seat] ?? 0) })} />
      <${Change} kind="coins" by=${coins[seat]}
        words=${t('table.change_coins', { change: signed(coins[seat] ?? 0) })} />
      <${Change} kind="supply" by=${supply[seat]}
        words=${t('table.change_knights', { change: signed(supply[seat] ?? 0) })} />
    </li>`,
    )}
  </ul>`;
}

/** @param {{kind: string, by: number|undefined, words: string}} properties */
function Change({ kind, by, words }) {
  return by ? html`<span class="change is-${kind}" data-sign=${by > 0 ? 'more' : 'less'}>${words}</span>` : null;
}

/** @param {number} number */
function signed(number) {
  return number > 0 ? `+${number}` : `−${Math.abs(number)}`;
}
