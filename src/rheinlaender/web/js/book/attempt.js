/** What is needed to try moves at a figure: the hand, what to do now, what would happen or why not. */

import { html } from '../lib.js';
import { Card, Piece, Shield } from '../board/pieces.js';
import { eventWords, refusalWords, t } from '../words.js';
import { pictureOf, toldEvents } from '../game/happenings.js';

/** @typedef {import('../types.js').Names} Names */
/** @typedef {import('../planning/trying.js').Trying} Trying */

/**
 * The panel for trying.
 * @param {{trying: Trying, names: Names, crop: string[]}} properties
 */
export function Attempt({ trying, names, crop }) {
  const view = trying.view.value;
  if (!view) return html`<div class="attempt" aria-busy="true"></div>`;
  const isOpen = !trying.isDone.value;
  return html`<div class="attempt" data-attempt>
    <p class="attempt-prompt" data-seat=${view.to_move}><${Shield} seat=${view.to_move} size="1.4em" />
      <span>${promptOf(trying, names)}</span></p>
    ${!trying.isBuilding.value && html`<${Hand} trying=${trying} />`}
    <div class="attempt-words" aria-live="polite">
      <${Refused} trying=${trying} names=${names} />
      <${Happened} trying=${trying} names=${names} />
    </div>
    <div class="attempt-actions">
      ${isOpen && !trying.isChange.value && html`<${AnyField} trying=${trying} crop=${crop} />`}
      ${
        trying.isBuilding.value &&
        html`<button type="button" class="button" data-action="no-bastion" onClick=${() => trying.buildNothing()}>
        ${t('rules.no_bastion')}</button>`
      }
      <button type="button" class="button" data-action="take-back"
        disabled=${!trying.plan.value.length && !trying.refusal.value}
        onClick=${() => trying.takeBack()}>${t('table.take_back')}</button>
    </div>
  </div>`;
}

/**
 * What to do now.
 * @param {Trying} trying
 * @param {Names} names
 */
function promptOf(trying, names) {
  const seat = trying.view.value?.to_move;
  if (trying.isDone.value) return t('rules.try_done');
  if (trying.isBuilding.value) return t('rules.try_bastion');
  if (trying.isChange.value) return t('rules.try_change');
  if (trying.field.value) return t('table.prompt.cards', { field: trying.field.value });
  if (trying.card.value === null) return t('rules.try_card', { seat: seat ? names[seat] : '' });
  return t('rules.try_field', { card: trying.card.value });
}

/** @param {{trying: Trying}} properties */
function Hand({ trying }) {
  const placing = new Set(trying.legal.value.map((move) => move.card));
  const isPlayed = trying.plan.value.length > 0;
  return html`<ul class="attempt-hand" aria-label=${t('table.cards')}>${trying.hand.value.map(
    (number) => html`<li key=${number}>
    <${Card} number=${number} data-card=${number} label=${t('table.card', { card: number })}
      isChosen=${trying.card.value === number}
      isUseful=${trying.useful.value.has(number)} isUnusable=${!isPlayed && !placing.has(number)}
      disabled=${isPlayed || undefined} onClick=${() => trying.chooseCard(number)} />
  </li>`,
  )}</ul>`;
}

/** @param {{trying: Trying, names: Names}} properties */
function Refused({ trying, names }) {
  const refusal = trying.refusal.value;
  if (trying.note.value)
    return html`<p class="attempt-refusal">${t('table.no_card_for', { field: trying.note.value })}</p>`;
  if (!refusal) return null;
  return html`<p class="attempt-refusal" data-refusal=${refusal.code}>${refusalWords(refusal, names)}${' '}
    ${refusal.section && html`<a href="/rules#${refusal.section}">${t('table.rule', { section: refusal.section })}</a>`}
      </p>`;
}

/** @param {{trying: Trying, names: Names}} properties */
function Happened({ trying, names }) {
  const events = toldEvents(trying.answer.value?.events);
  return (
    events.length > 0 &&
    html`<ul class="happened">${events.map(
      (event, number) => html`<li key=${number} data-event=${event.name}>
    <${EventPicture} event=${event} /><span>${eventWords(event, names)}</span></li>`,
    )}</ul>`
  );
}

/** @param {{event: import('../protocol.js').EventBody}} properties */
function EventPicture({ event }) {
  const picture = pictureOf(event);
  return html`<span class="statement-sign">
    ${
      picture === 'coin'
        ? html`<b class="coin"
      aria-hidden="true">${event.coins}</b>`
        : picture !== 'none' && html`<${Piece} name=${picture} size="1.4em" />`
    }
      </span>`;
}

/**
 * Any field that is seen, without a pointer.
 * @param {{trying: Trying, crop: string[]}} properties
 */
function AnyField({ trying, crop }) {
  /** @param {any} event */
  const submit = (event) => {
    event.preventDefault();
    const field = event.target.elements.field.value;
    if (field) trying.touchField(field);
  };
  return html`<form class="any-field" onSubmit=${submit}>
    <label><span>${t('rules.try_any')}</span>
      <select name="field"><option value="">${t('rules.try_choose_field')}</option>
        ${crop.map(
          (field) => html`<option key=${field}
          value=${field}>${trying.targets.value.has(field) ? '● ' : ''}${field}</option>`,
        )}</select></label>
    <button type="submit" class="button" data-action="try-field">${t('rules.try_go')}</button>
  </form>`;
}
