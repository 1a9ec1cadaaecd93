/** The board of a lesson: the part of the map that the step is about, the marks on it, and its grid. */

import { Board, CROP_ROOM } from '../board/board.js';
import { boxAround } from '../board/outline.js';
import { places } from '../board/places.js';
import { html, useLayoutEffect, useRef, useState } from '../lib.js';
import { describe } from '../game/describe.js';
import { fieldWords } from '../game/fields.js';
import { FieldGrid } from '../game/grid.js';
import { t } from '../words.js';

/** @typedef {import('./course.js').Course} Course */
/** @typedef {import('./step.js').Step} Step */
/** @typedef {import('../board/places.js').Places} Places */

/** So many targets glow less each. */
const MANY = 12;
/** The map is enlarged at most so much. */
const LARGEST = 2.1;
/** Below so many pixels for a unit of the map the pieces are enlarged, the more the smaller it is. */
const SMALL = { begins: 0.8, ends: 0.4 };

/**
 * The board with its grid.
 * @param {{course: Course, step: Step}} properties
 */
export function LessonBoard({ course, step }) {
  const board = places.value;
  const view = step.view.value;
  const names = course.colours.value;
  const isWhole = board !== null && step.step.crop.length === Object.keys(board.fields).length;
  const sites = new Set(step.step.crop.flatMap((field) => board?.fields[field]?.sites ?? []));
  return html`<div class="lesson-board" data-whole=${isWhole} data-kind=${step.step.kind} data-stage=${step.stage.value}
    data-many=${step.targets.value.size > MANY}>
    <${Frame} places=${board} crop=${isWhole ? [] : step.step.crop}>
      <${Board} view=${drawnView(step)} names=${names} marks=${marksOf(step)} cursor=${course.cursor.value}
        crop=${isWhole ? undefined : step.step.crop} label=${describe(view, names, sites)}
        onField=${(/** @type {string} */ field) => step.touchField(field)}
        onDuchy=${(/** @type {string} */ duchy) => step.touchDuchy(duchy)}
        onSite=${(/** @type {string} */ site) => step.touchSite(site, board?.sites[site]?.fields ?? [])} />
    <//>
    ${board && html`<${LessonGrid} key=${course.place.value} course=${course} step=${step} places=${board} />`}
  </div>`;
}

/**
 * A frame that is as large as the part of the map allows.
 * @param {{places: Places|null, crop: string[], children?: import('../lib.js').Children}} properties
 */
function Frame({ places: board, crop, children }) {
  const frame = useRef(/** @type {HTMLDivElement|null} */ (null));
  const [small, setSmall] = useState(0);
  const [, , width, height] = board && crop.length > 0 ? boxAround(board, crop, CROP_ROOM) : [0, 0, 0, 0];
  useLayoutEffect(() => {
    if (!frame.current || !width) return undefined;
    const look = () => setSmall(smallness((frame.current?.clientWidth ?? width) / width));
    const observer = new ResizeObserver(look);
    observer.observe(frame.current);
    return () => observer.disconnect();
  }, [width]);
  const style = width ? `--wide:${width};--tall:${height};--largest:${LARGEST};--small:${small}` : '';
  return html`<div class="lesson-frame" ref=${frame} style=${style} data-cropped=${width > 0}>${children}</div>`;
}

/** @param {number} unit in pixels */
function smallness(unit) {
  return Number(Math.min(1, Math.max(0, (SMALL.begins - unit) / (SMALL.begins - SMALL.ends))).toFixed(2));
}

/**
 * The view without the planned knight, who is seen as planned.
 * @param {Step} step
 */
function drawnView(step) {
  const view = step.view.value;
  const planned = step.stage.value === 'asked' ? step.knightPlaced.value?.field : undefined;
  if (!planned) return view;
  const { [planned]: _, ...knights } = view.knights;
  return { ...view, knights };
}

/** @param {Step} step */
function marksOf(step) {
  const stage = step.stage.value;
  const planned = stage === 'asked' ? step.knightPlaced.value?.field : undefined;
  const isHeld = stage === 'asked' || (stage === 'wrong' && Boolean(step.answer.value?.refusal));
  const card = isHeld && !planned ? step.card.value : null;
  return {
    targets: step.targets.value,
    regions: new Set(card === null ? [] : [card]),
    chosen: planned ?? step.taps.value.find((place) => /^[LWR]\d/.test(place)) ?? null,
    ghosts: planned ? [{ field: planned, seat: step.step.seat, kind: /** @type {const} */ ('knight') }] : [],
    last: new Set(planned ? [] : (step.view.value.last?.fields ?? [])),
  };
}

/** @param {{course: Course, step: Step, places: Places}} properties */
function LessonGrid({ course, step, places: board }) {
  const crop = new Set(step.step.crop);
  const regions = Object.keys(board.regions)
    .map(Number)
    .filter((region) => board.regions[region].every((field) => crop.has(field)));
  const seen = { view: step.view.value, names: course.colours.value, places: board };
  const targets = step.targets.value;
  return html`<${FieldGrid} places=${board} regions=${regions} cursor=${course.cursor}
    selected=${step.knightPlaced.value?.field ?? null}
    onTouch=${(/** @type {string} */ field) => (step.stage.peek() === 'right' ? course.next() : step.touchField(field))}
    wordsOf=${(/** @type {number} */ region, /** @type {string} */ bank, /** @type {string} */ field) =>
      fieldWords(seen, region, bank, field, targetWords(step, field, targets))} />`;
}

/**
 * @param {Step} step
 * @param {string} field
 * @param {Set<string>} targets
 */
function targetWords(step, field, targets) {
  if (step.stage.value === 'asked' && step.knightPlaced.value?.field === field) return t('table.cell.planned');
  if (!targets.has(field)) return '';
  return step.isBastion.value ? t('table.cell.can_bastion') : t('table.cell.target', { card: step.card.value });
}
