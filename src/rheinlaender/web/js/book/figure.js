/**
 * A figure of the rule book: a position on the board, what holds in it and after each turn, and trying one's own moves.
 */

import { Board, CROP_ROOM } from '../board/board.js';
import { boxAround } from '../board/outline.js';
import { places } from '../board/places.js';
import { html, useMemo, useState } from '../lib.js';
import { Piece, Shield } from '../board/pieces.js';
import { toldEvents } from '../game/happenings.js';
import { eventWords, t } from '../words.js';
import { Attempt } from './attempt.js';
import { Bars } from './bars.js';
import { colours, pictureOf } from './statements.js';
import { describe } from '../game/describe.js';
import { isPrinting, useNearness } from './nearness.js';
import { Trying } from '../planning/trying.js';

/** @typedef {import('../clauses/book.js').Block} Block */
/** @typedef {import('../clauses/book.js').Stage} Stage */
/** @typedef {import('../clauses/book.js').Statement} Statement */
/** @typedef {import('../protocol.js').ViewBody} View */
/** @typedef {import('../types.js').Names} Names */

/** Events that say what was done, not what came of it. */
const DEEDS = new Set(['knight_settled', 'knight_reinforced', 'knight_converted', 'bastion_placed', 'card_changed']);
const LOW = 1.75;
const LARGE = 620;
const COLUMN = 640;
/** How much of the window a board may fill, in hundredths of its height. */
const TALLEST = 62;

/**
 * A figure; `isExplained` shows its notation at once.
 * @param {{block: Block, number: number, title: string, isExplained?: boolean}} properties
 */
export function Figure({ block, number, title, isExplained = false }) {
  const [place, setPlace] = useState(0);
  const [trying, setTrying] = useState(/** @type {import('../planning/trying.js').Trying|null} */ (null));
  const [pointed, setPointed] = useState(/** @type {Statement|null} */ (null));
  const names = colours();
  const stage = block.stages[place];
  const tried = trying?.view.value ?? null;
  /** @param {number} next */
  const go = (next) => {
    setTrying(null);
    setPlace(next);
  };
  const startTrying = () =>
    setTrying(
      new Trying(
        block.position,
        block.stages.slice(1, place + 1).flatMap(({ moves }) => moves),
      ),
    );
  const isTriable =
    block.crop.length > 0 && !stage.view.is_over && (stage.view.hand.length > 0 || stage.view.phase === 'bastion');
  return html`<figure class="rule-figure ${shapeOf(block)}" data-figure=${number}
    aria-label=${title}>
    <div class="figure-picture">
      ${
        block.crop.length > 0
          ? html`<${Picture} block=${block} view=${tried ?? stage.view} names=${names}
            marks=${trying ? tryingMarks(trying) : readingMarks(stage, pointed)}
            barred=${trying ? [] : barredFields(stage)}
            onField=${trying && ((/** @type {string} */ field) => trying.touchField(field))} />`
          : html`<${Supplies} view=${stage.view} names=${names} />`
      }
      <div class="figure-buttons">
        ${block.stages.length > 1 && html`<${Steps} place=${place} all=${block.stages.length} onStep=${go} />`}
        ${
          isTriable &&
          html`<button type="button" class="button quiet" data-action="try" aria-expanded=${trying !== null}
          onClick=${() => (trying ? setTrying(null) : startTrying())}>${trying ? t('rules.try_stop') : t('rules.try')}
          </button>`
        }
      </div>
    </div>
    <figcaption class="figure-words">
      <p class="figure-title">${title}</p>
      ${
        trying
          ? html`<${Attempt} trying=${trying} names=${names} crop=${block.crop} />`
          : html`<${Stages}
        block=${block} place=${place} names=${names} onStep=${go} onPoint=${setPointed} />`
      }
      <details class="notation"
        open=${isExplained}><summary>${t('rules.notation')}</summary><pre tabindex="0">${block.text}</pre></details>
    </figcaption>
  </figure>`;
}

/**
 * Whether words stand beside the board or below it.
 * @param {Block} block
 */
function shapeOf({ crop }) {
  const board = places.value;
  if (!board || !crop.length) return 'is-beside';
  const [, , width, height] = boxAround(board, crop, CROP_ROOM);
  return width / height > LOW || width > LARGE ? 'is-below' : 'is-beside';
}

/**
 * The board; far from the window only its place is kept.
 * @param {{block: Block, view: View, names: Names, marks: object, barred: string[],
 *   onField?: (field: string) => void}} properties
 */
function Picture({ block, view, names, marks, barred, onField }) {
  const board = places.value;
  const [frame, isNear] = useNearness();
  const box = useMemo(() => board && boxAround(board, block.crop, CROP_ROOM), [board, block]);
  if (!board || !box) return html`<div class="figure-board" ref=${frame}></div>`;
  const sites = new Set(block.crop.flatMap((field) => board.fields[field]?.sites ?? []));
  const [, , width, height] = box;
  const widest = `min(${width}px, ${((TALLEST * width) / height).toFixed(1)}svh)`;
  const style = `aspect-ratio:${width}/${height};max-width:${widest};--small:${smallness(width)}`;
  return html`<div class="figure-board ${onField ? 'is-live' : ''}" ref=${frame} style=${style}>
    ${
      (isNear || isPrinting.value) &&
      html`
      <${Board} view=${view} names=${names} marks=${marks} crop=${block.crop} label=${describe(view, names, sites)}
        animate=${!isPrinting.value} onField=${onField} />
      <${Bars} places=${board} box=${box} fields=${barred} view=${view} />`
    }
  </div>`;
}

/**
 * How much pieces are enlarged on a part of the map that is shown small.
 * @param {number} width of the part
 */
function smallness(width) {
  const unit = Math.min(1, Math.min(COLUMN, (globalThis.innerWidth ?? COLUMN) - 40) / width);
  return Math.min(1, Math.max(0, (0.8 - unit) / 0.4)).toFixed(2);
}

/**
 * @param {Stage} stage
 * @param {Statement|null} pointed
 */
function readingMarks({ statements, view }, pointed) {
  return {
    targets: new Set(fieldsOf(statements, 'legal')),
    chosen: pointed?.fields[0] ?? null,
    last: new Set(view.last?.fields ?? []),
  };
}

/** @param {import('../planning/trying.js').Trying} trying */
function tryingMarks({ view, targets, plan }) {
  return { targets: targets.value, last: new Set(plan.value.length ? (view.value?.last?.fields ?? []) : []) };
}

/**
 * Fields that are forbidden in every way that the figure tells.
 * @param {Stage} stage
 */
function barredFields({ statements }) {
  const legal = new Set(fieldsOf(statements, 'legal'));
  return [...new Set(fieldsOf(statements, 'illegal'))].filter((field) => !legal.has(field));
}

/**
 * @param {Statement[]} statements
 * @param {string} kind
 */
function fieldsOf(statements, kind) {
  return statements.filter((statement) => statement.kind === kind).flatMap(({ fields }) => fields);
}

/** @param {{place: number, all: number, onStep: (place: number) => void}} properties */
function Steps({ place, all, onStep }) {
  return html`<div class="figure-steps" role="group" aria-label=${t('rules.play_on')}>
    <button type="button" class="icon-button" data-action="back" aria-label=${t('rules.step_back')}
      title=${t('rules.step_back')}
      disabled=${place === 0} onClick=${() => onStep(place - 1)}><svg viewBox="0 0 16 16" class="icon"
      aria-hidden="true"><path d="M10 3L5 8l5 5" /></svg></button>
    <span class="lining" role="status">${t('rules.step', { place: place + 1, all })}</span>
    <button type="button" class="icon-button" data-action="forward" aria-label=${t('rules.step_forward')}
      title=${t('rules.step_forward')}
      disabled=${place === all - 1}
      onClick=${() => onStep(place + 1)}><svg viewBox="0 0 16 16" class="icon"
      aria-hidden="true"><path d="M6 3l5 5-5 5" /></svg></button>
  </div>`;
}

/**
 * @param {{block: Block, place: number, names: Names, onStep: (place: number) => void,
 *   onPoint: (statement: Statement|null) => void}} properties
 */
function Stages({ block, place, names, onStep, onPoint }) {
  const isPlayed = block.stages.length > 1;
  return html`<ol class="stages">${block.stages.map(
    (stage, number) =>
      (number > 0 || stage.statements.length > 0) &&
      html`
    <li key=${number} data-stage=${number} data-current=${isPlayed && number === place}>
      ${
        isPlayed &&
        html`<button type="button" class="stage" aria-pressed=${number === place}
        onClick=${() => onStep(number)}>${stageWords(stage, number, names)}</button>`
      }
      ${isPlayed && number === place && html`<${Happened} stage=${stage} names=${names} />`}
      ${
        stage.statements.length > 0 &&
        html`<ul class="statements">${stage.statements.map(
          (statement, row) => html`<li key=${row} data-kind=${statement.kind}
        onMouseEnter=${() => {
          if (number === place && statement.fields.length) onPoint(statement);
        }} onMouseLeave=${() => onPoint(null)}>
        <${Sign} statement=${statement} /><span>${statement.words}</span></li>`,
        )}</ul>`
      }
    </li>`,
  )}</ol>`;
}

/**
 * What was done to come to a stage.
 * @param {Stage} stage
 * @param {number} number
 * @param {Names} names
 */
function stageWords({ events }, number, names) {
  if (number === 0) return t('rules.at_first');
  const deeds = events.filter(({ name }) => DEEDS.has(name));
  return deeds.map((event) => eventWords(event, names)).join(' ') || t('rules.no_bastion');
}

/**
 * What came of the moves that led to a stage.
 * @param {{stage: Stage, names: Names}} properties
 */
function Happened({ stage, names }) {
  const told = toldEvents(stage.events).filter(({ name }) => !DEEDS.has(name));
  return (
    told.length > 0 && html`<p class="stage-events">${told.map((event) => eventWords(event, names)).join(' ')}</p>`
  );
}

/** @param {{statement: Statement}} properties */
function Sign({ statement }) {
  const { kind } = statement;
  const picture = pictureOf(statement);
  if (picture) return html`<span class="statement-sign"><${Piece} name=${picture} size="1.4em" /></span>`;
  return html`<span class="statement-sign"
    aria-hidden="true">${{ legal: '✓', illegal: '✕', paid: '●', coins: '●', final: '●', worth: '●' }[kind] ?? '·'}
    </span>`;
}

/**
 * What lies in front of the seats, where nothing is on the board.
 * @param {{view: View, names: Names}} properties
 */
function Supplies({ view, names }) {
  return html`<ul class="supplies">${view.seats.map(
    ({ seat, supply, bastions }) => html`<li key=${seat} data-seat=${seat}>
    <${Shield} seat=${seat} size="2.4em" title=${names[seat]} /><b class="lining">${supply}</b>
    <${Piece} name="bastion" size="1.6em" title=${t('table.bastions_left', { count: bastions })} /><span
      class="lining">${bastions}</span></li>`,
  )}</ul>`;
}
