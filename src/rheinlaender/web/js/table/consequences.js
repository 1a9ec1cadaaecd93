/** What the planned moves would do, in words and little pictures, before the turn is ended. */
import { html } from '../lib.js';
import { Piece, Shield } from '../board/pieces.js';
import { Why } from '../clauses/why.js';
import { eventWords, t } from '../words.js';
import { EventPicture, toldEvents } from '../game/happenings.js';
import { duchyAt, nameOf } from '../game/views.js';

/** @typedef {import('./scene.js').Scene} Scene */
/** @typedef {import('../protocol.js').Preview} Preview */
/** @typedef {import('../protocol.js').DuchyView} Duchy */
/** @typedef {import('../types.js').Names} Names */

/** The planned move itself is seen on the board; what follows from it is told here. */
const SEEN = new Set(['knight_settled', 'knight_reinforced', 'duchy_merged']);

/**
 * The consequences of the plan.
 * @param {{scene: Scene}} properties
 */
export function Consequences({ scene }) {
  const preview = scene.turn.preview.value;
  if (!preview) return html`<div class="consequences is-waiting" aria-busy="true"></div>`;
  const field = scene.turn.planned.value?.field ?? null;
  const duchy = duchyAt(preview.view, field);
  const events = toldEvents(preview.events).filter((event) => !SEEN.has(event.name));
  return html`<div class="consequences" data-consequences>
    ${duchy ? html`<${Outcome} duchy=${duchy} scene=${scene} preview=${preview} />` : html`<${Alone} field=${field} />`}
    <ul class="happenings">
      ${events.map(
        (event) => html`<li key=${event.name + (event.site ?? event.duchy ?? event.seat)} data-event=${event.name}>
        <${EventPicture} event=${event} /><span>${eventWords(event, scene.names.value)}</span><${Why}
          about=${event.name} />
      </li>`,
      )}
    </ul>
    <${Changes} preview=${preview} names=${scene.names.value} />
  </div>`;
}

/** @param {{field: string|null}} properties */
function Alone({ field }) {
  return field && html`<p class="outcome is-alone">${t('table.alone', { field })}</p>`;
}

/**
 * Whose duchy the knight stands in afterwards, its knights, and its worth before and after.
 * @param {{duchy: Duchy, scene: Scene, preview: Preview}} properties
 */
function Outcome({ duchy, scene, preview }) {
  const before = worthBefore(scene, preview);
  const names = scene.names.value;
  return html`<div class="outcome" data-seat=${duchy.duke}>
    <${Piece} name=${duchy.duke ? `duke-${duchy.duke}` : 'none'} size="2.6em" />
    <div>
      <strong>${duchy.duke ? t('table.duchy_of', { name: nameOf(names, duchy.duke) }) : t('table.duchy_of_nobody')}
        </strong>
      <span class="strengths">${strengths(duchy).map(
        ([seat, count]) => html`<span key=${seat}>
        <${Shield} seat=${seat} size="1.15em" title=${nameOf(names, seat)} />${count}</span>`,
      )}</span>
    </div>
    <span class="worth" role="img" aria-label=${t('table.worth_changes', { before, after: duchy.worth })}>
      <span aria-hidden="true">${before !== duchy.worth && html`<s>${before}</s> → `}<b>${duchy.worth}</b></span>
    </span>
    <${Why} about=${duchy.duke ? ['duke_installed', 'worth'] : ['leader', 'worth']} />
  </div>`;
}

/**
 * What the duchies that the knight joins are worth now.
 * @param {Scene} scene
 * @param {Preview} preview
 */
function worthBefore(scene, preview) {
  const joined = preview.events.filter((event) => event.name === 'duchy_grew' || event.name === 'duchy_merged');
  const worths = joined.map((event) => duchyAt(scene.newest.value, event.duchy)?.worth ?? 0);
  return Math.max(0, ...worths);
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
