/**
 * The caption at the board: the move that is being shown, and the steps through what happened since one's last turn.
 */
import { leave, pointAt } from '../board/spots.js';
import { Cross } from '../dialog.js';
import { html, useEffect } from '../lib.js';
import { Shield } from '../board/pieces.js';
import { toldEvent } from '../game/told.js';
import { t } from '../words.js';
import { EventPicture, fieldsOf, isLoss, mainEvents } from '../game/happenings.js';
import { depthOf } from './scene.js';
import { nameOf } from '../game/views.js';

/** @typedef {import('./scene.js').Scene} Scene */
/** @typedef {import('../protocol.js').TurnEntry} Entry */

/**
 * What is told at the board now, where it does not cover the move; without motion all that happened, until one acts.
 * @param {{scene: Scene}} properties
 */
export function Caption({ scene }) {
  const told = scene.story.told.value;
  const entries = (told ? [told] : scene.story.recap.value).map((frame) => frame.entry);
  useLossLight(scene, told?.entry ?? null);
  const isLow = depthOf(scene, fieldsOf(entries[0])[0]) < 1 / 3;
  return html`<div class="caption-place" data-place=${isLow ? 'low' : 'high'}
    data-recap=${!told && entries.length > 0}>
    ${entries.map((entry) => html`<${TurnCaption} key=${entry.turn} entry=${entry} scene=${scene} />`)}
    ${
      !told &&
      entries.length > 0 &&
      html`<button type="button" class="icon-button caption-close" data-action="close-caption"
      aria-label=${t('shell.close')} onClick=${() => scene.story.skip()}><${Cross} /></button>`
    }
  </div>`;
}

/**
 * Lights the place of what one has lost, while it is told.
 * @param {Scene} scene
 * @param {Entry|null} entry
 */
function useLossLight(scene, entry) {
  useEffect(() => {
    const lost = entry?.events.find((event) => isLoss(event, scene.own.peek()));
    if (!lost) return undefined;
    if (lost.site) pointAt({ kind: 'site', at: lost.site });
    else if (lost.duchy) pointAt({ kind: 'duchy', at: lost.duchy });
    return leave;
  }, [entry]);
}

/** @param {{entry: Entry, scene: Scene}} properties */
function TurnCaption({ entry, scene }) {
  const own = scene.own.value;
  const events = mainEvents(entry.events, own);
  const names = scene.names.value;
  return html`<div class="caption" data-caption=${entry.turn} data-seat=${entry.seat}
    data-loss=${events.some((event) => isLoss(event, own))}>
    ${events.length === 0 && html`<p><${Shield} seat=${entry.seat} size="1.5em" />${nameOf(names, entry.seat)}</p>`}
    ${events.map(
      (event, place) => html`<p key=${place} class=${place > 0 ? 'caption-more' : ''} data-loss=${isLoss(event, own)}>
      ${place === 0 && html`<${Shield} seat=${entry.seat} size="1.5em" />`}
      ${event.coins !== undefined && html`<${EventPicture} event=${event} />`}
      <span>${toldEvent(event, names)}</span></p>`,
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
