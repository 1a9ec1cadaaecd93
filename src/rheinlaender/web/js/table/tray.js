/** The tray below the board: what to do now, the hand, the consequences, and the buttons of a turn. */
import { html } from '../lib.js';
import { Card, Piece, Shield } from '../board/pieces.js';
import { Why } from '../clauses/why.js';
import { toldRefusal, told } from '../game/told.js';
import { t } from '../words.js';
import { Consequences } from './consequences.js';
import { Hint, askHint } from './hint.js';
import { isBastionSought, moverOf, promptEvents, promptOf } from './prompt.js';
import { seatOf } from '../game/views.js';
import { touchCard } from './touch.js';

/** @typedef {import('./scene.js').Scene} Scene */

/**
 * The tray of whoever holds a seat; watchers have none.
 * @param {{scene: Scene}} properties
 */
export function Tray({ scene }) {
  const view = scene.newest.value;
  if (!view || view.is_over || scene.table.value?.ended || view.seat === null) return null;
  if (scene.isCovered.value) return html`<section class="tray is-covered"><${Cover} scene=${scene} /></section>`;
  return html`<section class="tray" aria-label=${t('table.hand')} data-mine=${scene.isCalled.value}>
    <${Hand} scene=${scene} />
    <div class="counsel-place"><div class="counsel">
      <${Prompt} scene=${scene} />
      <${Answer} scene=${scene} />
      ${scene.isNarrow.value && html`<${Counsel} scene=${scene} />`}
    </div></div>
    <${Buttons} scene=${scene} />
  </section>`;
}

/**
 * The cover of a hand while the device goes from one player to the next.
 * @param {{scene: Scene}} properties
 */
function Cover({ scene }) {
  const seat = scene.newest.value?.seat ?? null;
  const name = seat ? scene.names.value[seat] : '';
  const isNext = scene.isMine.value;
  return html`<button type="button" class="cover" data-action="cover" data-seat=${seat}
    onClick=${() => {
      scene.uncovered.value = seat;
    }}>
    ${seat && html`<${Shield} seat=${seat} size="3.2em" />`}
    <span><strong>${t('table.cover.hand_over', { name })}</strong>
    <small>${isNext ? t('table.cover.tap') : t('table.cover.look')}</small></span>
  </button>`;
}

/**
 * What to do now; in a narrow window a preview takes its place.
 * @param {{scene: Scene}} properties
 */
function Prompt({ scene }) {
  const { turn } = scene;
  if (scene.isNarrow.value && scene.isPlanning.value && turn.preview.value && !isBastionSought(turn)) return null;
  const seat = moverOf(scene);
  const events = promptEvents(scene);
  return html`<div class="prompt-line"><h2 class="prompt" data-mine=${scene.isCalled.value} data-seat=${seat}>
    ${seat && html`<${Shield} seat=${seat} size="1.35em" />`}<span>${promptOf(scene)}</span>
  </h2>${events.length > 0 && html`<${Why} about=${events} />`}</div>`;
}

/** @param {{scene: Scene}} properties */
function Hand({ scene }) {
  const { turn } = scene;
  const hand = scene.newest.value?.hand ?? [];
  const played = turn.plan.value.length > 0 ? turn.card.value : null;
  const placing = new Set(turn.legal.value.map((move) => move.card));
  const isActing = scene.isMine.value;
  return html`<ol class="hand" aria-label=${t('table.cards')}>
    ${hand.map(
      (number, place) => html`<li key=${number} class=${played === number ? 'is-played' : ''}>
      <${Card} number=${number} data-card=${number} isChosen=${turn.card.value === number}
        isUseful=${turn.useful.value.has(number)} isUnusable=${isActing && !placing.has(number)}
        label=${cardWords(scene, number)} disabled=${!isActing || undefined}
        onClick=${() => touchCard(scene, number)} />
      <kbd aria-hidden="true">${place + 1}</kbd>
    </li>`,
    )}
  </ol>`;
}

/**
 * @param {Scene} scene
 * @param {number} number
 */
function cardWords(scene, number) {
  const fields = scene.turn.legal.value.filter((move) => move.card === number && move.kind !== 'reinforce');
  const names = fields
    .map((move) => move.field)
    .filter(Boolean)
    .join(', ');
  return names ? t('table.card_reaches', { card: number, fields: names }) : t('table.card', { card: number });
}

/**
 * Advice and preview. They lie beside the board, never on it: in the side panel, in a narrow window in the tray.
 * @param {{scene: Scene}} properties
 */
export function Counsel({ scene }) {
  return html`<${Hint} scene=${scene} />
    ${scene.turn.plan.value.length > 0 && scene.isPlanning.value && html`<${Consequences} scene=${scene} />`}`;
}

/**
 * What the table says to an attempt that is none.
 * @param {{scene: Scene}} properties
 */
function Answer({ scene }) {
  const field = scene.turn.note.value;
  return html`<${Refusal} scene=${scene} />
    ${field && html`<p class="refusal is-note">${told('table.no_card_for', { field })}</p>`}`;
}

/** @param {{scene: Scene}} properties */
function Refusal({ scene }) {
  const refusal = scene.turn.refusal.value;
  if (!refusal) return null;
  const { section } = refusal;
  return html`<p class="refusal" data-refusal=${refusal.code}>${toldRefusal(refusal, scene.names.value)}${' '}
    ${section && html`<a href="/rules#${section}" target="_blank" rel="noopener">${t('table.rule', { section })}</a>`}
  </p>`;
}

/** @param {{scene: Scene}} properties */
function Buttons({ scene }) {
  const { turn } = scene;
  if (!scene.isMine.value) return html`<div class="turn-buttons"></div>`;
  const canTakeBack = turn.plan.value.length > 0 || turn.card.value !== null || turn.field.value !== null;
  return html`<div class="turn-buttons">
    <button type="button" class="button" data-action="take-back" title=${t('table.take_back')}
      disabled=${!canTakeBack || turn.isSending.value} onClick=${() => turn.takeBack()}>
      <${Sign} d="M6 3L2.5 6.5 6 10M3 6.5h6.5a4 4 0 0 1 0 8H7" />
        <span class="button-words">${t('table.take_back')}</span></button>
    ${
      scene.table.value?.hints &&
      html`<button type="button" class="button" data-action="hint"
      title=${t('table.hint')} onClick=${() => askHint(scene)}>
      <${Sign} d="M6 13.5h4M6 11.5C4.5 10.3 3.8 9 3.8 7a4.2 4.2 0 0 1 8.4 0c0 2-.7 3.3-2.2 4.5z" />
        <span class="button-words">${t('table.hint')}</span></button>`
    }
    <${BastionButton} scene=${scene} />
    <button type="button" class="button primary end-turn" data-action="end-turn" disabled=${!turn.canEnd.value}
      aria-busy=${turn.isSending.value} onClick=${() => turn.end()}>${t('table.end_turn')}</button>
  </div>`;
}

/** @param {{d: string}} properties */
function Sign({ d }) {
  return html`<svg viewBox="0 0 16 16" class="icon" aria-hidden="true"><path d=${d} /></svg>`;
}

/** @param {{scene: Scene}} properties */
function BastionButton({ scene }) {
  const { turn, newest, view } = scene;
  const left = view.value ? (seatOf(view.value, newest.value?.seat ?? null)?.bastions ?? 0) : 0;
  const canBuild = turn.isBastion.value || turn.buildable.value.size > 0;
  return html`<button type="button" class="button bastion-button" data-action="bastion"
    aria-pressed=${turn.isBastion.value}
    disabled=${!canBuild || turn.isSending.value} onClick=${() => turn.toggleBastion()}
    title=${t('table.bastions_left', { count: left })}>
    <${Piece} name="bastion" size="1.3em" /><span class="button-words">${t('table.bastion')}</span>
      <span class="count" aria-hidden="true">${left}</span>
    <span class="unseen">, ${t('table.bastions_left', { count: left })}</span>
  </button>`;
}
