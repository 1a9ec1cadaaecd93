/** The log: what happened, in natural language, turn by turn. */
import { html, useLayoutEffect, useRef } from '../lib.js';
import { Shield } from '../board/pieces.js';
import { Why } from '../clauses/why.js';
import { Listed, toldEvent, walkPlaces } from '../game/told.js';
import { t } from '../words.js';
import { fieldsOf, isLoss, toldEvents, turnOf } from '../game/happenings.js';
import { nameOf } from '../game/views.js';

/** @typedef {import('./scene.js').Scene} Scene */
/** @typedef {import('../protocol.js').TurnEntry} Entry */

const RECALLED_FOR = 3500;

/**
 * The log, with the newest turn in sight.
 * @param {{scene: Scene}} properties
 */
export function Log({ scene }) {
  const list = useRef(/** @type {HTMLElement|null} */ (null));
  const frames = shownTurns(scene);
  useLayoutEffect(() => {
    if (list.current) list.current.scrollTop = list.current.scrollHeight;
  }, [frames.length]);
  return html`<section class="log" aria-labelledby="log-title">
    <h2 id="log-title">${t('table.log')}</h2>
    <${Listed.Provider} value=${true}><ol ref=${list} tabindex="0" aria-labelledby="log-title" onKeyDown=${walkPlaces}>
      ${frames.length === 0 && html`<li class="log-empty">${t('table.log_empty')}</li>`}
      ${frames.map((frame) => html`<${TurnEntry} key=${frame.entry.turn} entry=${frame.entry} scene=${scene} />`)}
    </ol><//>
  </section>`;
}

/**
 * The turns up to the one on the board, so that the log does not run ahead of what is shown.
 * @param {Scene} scene
 */
function shownTurns(scene) {
  const { story } = scene;
  const shown = story.isTelling.value ? turnOf(story.shown.value?.entry)?.turn : undefined;
  return shown === undefined ? story.turns.value : story.turns.value.filter((frame) => frame.entry.turn <= shown);
}

/** @param {{entry: Entry, scene: Scene}} properties */
function TurnEntry({ entry, scene }) {
  const names = scene.names.value;
  const [first, ...rest] = toldEvents(entry.events);
  const isNow = scene.story.told.value?.entry.turn === entry.turn;
  /** @param {any} event */
  const press = (event) => {
    if (!event.target.closest('.place')) recall(scene, fieldsOf(entry));
  };
  return html`<li class="log-turn" data-seat=${entry.seat} data-log-turn=${entry.turn} data-now=${isNow}>
    <div class="log-line">
      <div class="log-deed" onClick=${press}>
        <span class="log-number">${entry.turn}</span>
        <${Shield} seat=${entry.seat} size="1.15em" />
        <span>${first ? toldEvent(first, names) : nameOf(names, entry.seat)}</span>
      </div>
      ${first && html`<${Why} about=${first.name} text=${() => toldEvent(first, names)} />`}
    </div>
    ${
      rest.length > 0 &&
      html`<ul>${rest.map(
        (event, place) => html`<li key=${place} data-event=${event.name} data-loss=${isLoss(event, scene.own.value)}>
      <span>${event.coins !== undefined && html`<b class="coin" aria-hidden="true">+${event.coins}</b> `}
        ${toldEvent(event, names)}</span><${Why} about=${event.name} text=${() => toldEvent(event, names)} /></li>`,
      )}</ul>`
    }
  </li>`;
}

/**
 * Marks the fields of a turn for a moment.
 * @param {Scene} scene
 * @param {string[]} fields
 */
function recall(scene, fields) {
  scene.recalled.value = fields;
  scene.sheet.value = null;
  setTimeout(() => {
    if (scene.recalled.peek() === fields) scene.recalled.value = [];
  }, RECALLED_FOR);
}
