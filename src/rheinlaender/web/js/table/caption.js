/**
 * The caption at the board: the move that is being shown, and the steps through what happened since one's last turn.
 */
import { html } from '../lib.js';
import { Shield } from '../board/pieces.js';
import { toldEvent } from '../game/told.js';
import { t } from '../words.js';
import { EventPicture, fieldsOf, mainEvents } from '../game/happenings.js';
import { depthOf } from './scene.js';
import { nameOf } from '../game/views.js';

/** @typedef {import('./scene.js').Scene} Scene */
/** @typedef {import('../protocol.js').TurnEntry} Entry */

/**
 * What is told at the board now, where it does not cover the move.
 * @param {{scene: Scene}} properties
 */
export function Caption({ scene }) {
  const entry = scene.story.told.value?.entry;
  const isLow = depthOf(scene, fieldsOf(entry)[0]) < 1 / 3;
  return html`<div class="caption-place" data-place=${isLow ? 'low' : 'high'}>
    ${entry && html`<${TurnCaption} key=${entry.turn} entry=${entry} scene=${scene} />`}
  </div>`;
}

/** @param {{entry: Entry, scene: Scene}} properties */
function TurnCaption({ entry, scene }) {
  const [first, ...rest] = mainEvents(entry.events);
  const names = scene.names.value;
  return html`<div class="caption" data-caption=${entry.turn} data-seat=${entry.seat}>
    <p><${Shield} seat=${entry.seat} size="1.5em" />
      <strong>${first ? toldEvent(first, names) : nameOf(names, entry.seat)}</strong></p>
    ${rest.map(
      (event, place) => html`<p key=${place} class="caption-more">
      ${event.coins !== undefined && html`<${EventPicture} event=${event} />`}${toldEvent(event, names)}</p>`,
    )}
  </div>`;
}

/**
 * The steps through what happened since one's own last turn.
 * @param {{scene: Scene}} properties
 */
export function Steps({ scene }) {
  const { story } = scene;
  const count = story.since.value.length;
  if (story.isTelling.value) {
    return html`<div class="steps"><button type="button" class="button" data-action="skip"
      onClick=${() => story.skip()}>${t('table.skip')}</button></div>`;
  }
  if (count === 0) return null;
  const place = story.step.value;
  const isWatching = !scene.table.value?.you.seats;
  const [name, counted] = isWatching
    ? [t('table.lately'), t('table.lately_count', { count })]
    : [t('table.since'), t('table.since_count', { count })];
  return html`<div class="steps" role="group" aria-label=${name} data-past=${place !== null}>
    <button type="button" class="icon-button" data-action="step-back" aria-label=${t('table.step_back')}
      disabled=${place === 0}
      onClick=${() => story.move(-1)}><${Arrow} d="M10 3L5 8l5 5" /></button>
    <button type="button" class="steps-label" data-action="show-again" data-count=${count}
      onClick=${() => (place === null ? story.replay() : story.skip())}>
      ${place === null ? counted : t('table.step_of', { place: place + 1, all: count })}</button>
    <button type="button" class="icon-button" data-action="step-forward"
      aria-label=${t('table.step_forward')} disabled=${place === null}
      onClick=${() => story.move(1)}><${Arrow} d="M6 3l5 5-5 5" /></button>
  </div>`;
}

/** @param {{d: string}} properties */
function Arrow({ d }) {
  return html`<svg viewBox="0 0 16 16" class="icon" aria-hidden="true"><path d=${d} /></svg>`;
}
