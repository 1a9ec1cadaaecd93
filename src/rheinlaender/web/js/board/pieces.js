/**
 * The pieces as pictures: shields, dukes, landmarks and cards. Their size comes from `size` or from the page's style.
 */

import { html, useMemo } from '../lib.js';
import { askForPlaces, askForSymbols, places } from './places.js';

/** @typedef {import('../protocol.js').SeatLetter} Seat */
/** @typedef {import('../lib.js').VNode} VNode */
/** @typedef {import('./places.js').Places} Places */

/** Width and height of symbols that are not square. */
const SHAPES = { shield: [40, 48], charge: [40, 48], duke: [44, 60] };
const SQUARE = [48, 48];

/** The seats in their order, with the charges of their shields. */
export const SEATS = /** @type {const} */ (['a', 'b', 'c', 'd', 'e']);

/**
 * Any symbol: castle church city2 city3 city4 bastion bishop archbishop shield-a … duke-e. `size` is its height.
 * Without a title it is an ornament that readers of the screen pass over.
 * @param {{name: string, size?: number|string, title?: string, class?: string}} properties
 */
export function Piece({ name, size, title, class: more = '' }) {
  askForSymbols();
  const [width, height] = SHAPES[/** @type {keyof typeof SHAPES} */ (name.split('-')[0])] ?? SQUARE;
  const tall = typeof size === 'number' ? `${size}px` : (size ?? '1.5em');
  const style = `height:${tall};width:calc(${tall} * ${width / height})`;
  const spoken = title ? { role: 'img', 'aria-label': title } : { 'aria-hidden': 'true' };
  return html`<svg class="piece ${more}" viewBox="0 0 ${width} ${height}" style=${style} ...${spoken}>
    ${title && html`<title>${title}</title>`}<use href="#${name}" width=${width} height=${height} />
  </svg>`;
}

/**
 * The shield of a seat: colour and charge.
 * @param {{seat: Seat|string, size?: number|string, title?: string, class?: string}} properties
 */
export function Shield({ seat, ...others }) {
  return html`<${Piece} name="shield-${seat}" ...${others} />`;
}

/**
 * The duke of a seat.
 * @param {{seat: Seat|string, size?: number|string, title?: string, class?: string}} properties
 */
export function DukeFigure({ seat, ...others }) {
  return html`<${Piece} name="duke-${seat}" ...${others} />`;
}

/**
 * A card of the hand: the number of its region, and a small map of the river with the region marked.
 *
 * `isChosen` raises it, `isUseful` gives it a golden rim, `isUnusable` mutes it (it can still be looked at); a card
 * that
 * `isHidden` shows its back. `label` is what a reader of the screen says.
 * @param {{number?: number, isChosen?: boolean, isUseful?: boolean, isUnusable?: boolean, isHidden?: boolean,
 *   isPressed?: boolean, label?: string, title?: string, class?: string, onClick?: (event: MouseEvent) => void,
 *   [more: string]: any}} properties
 */
export function Card({
  number = 0,
  isChosen = false,
  isUseful = false,
  isUnusable = false,
  isHidden = false,
  label,
  class: more = '',
  onClick,
  ...others
}) {
  askForPlaces();
  const states = [
    isChosen && 'is-chosen',
    isUseful && 'is-useful',
    isUnusable && 'is-unusable',
    isHidden && 'is-hidden',
  ];
  const classes = ['card', ...states, more].filter(Boolean).join(' ');
  const face = isHidden ? html`<span class="card-back"></span>` : html`<${Face} number=${number} />`;
  if (!onClick) return html`<span class=${classes} role="img" aria-label=${label} ...${others}>${face}</span>`;
  return html`<button type="button" class=${classes} aria-pressed=${isChosen} aria-label=${label}
    onClick=${onClick} ...${others}>${face}</button>`;
}

/** @param {{number: number}} properties */
function Face({ number }) {
  return html`<span class="card-number">${number}</span><${SmallMap} number=${number} />`;
}

/**
 * The whole river, tiny, with a region marked.
 * @param {{number: number}} properties
 */
export function SmallMap({ number }) {
  const board = places.value;
  const river = useMemo(() => board && riverLine(board), [board]);
  if (!board) return html`<svg class="small-map" viewBox="0 0 1500 1000" aria-hidden="true"></svg>`;
  const [x, y] = middleOf(board, number);
  return html`<svg class="small-map ${board.is_turned ? 'is-turned' : ''}" viewBox="0 0 ${board.width} ${board.height}"
    aria-hidden="true">
    <path class="small-land" d=${river} /><path class="small-river" d=${river} />
    <circle class="small-halo" cx=${x} cy=${y} r="135" /><circle class="small-dot" cx=${x} cy=${y} r="78" />
  </svg>`;
}

/** @param {Places} board */
function riverLine(board) {
  return board.river.map((line) => `M${line.map((point) => point.join(' ')).join('L')}`).join('');
}

/**
 * The middle of a region's river field.
 * @param {Places} board
 * @param {number} number
 */
function middleOf(board, number) {
  const outline = board.fields[`W${number}`]?.outline ?? [[-999, -999]];
  return [0, 1].map((axis) => outline.reduce((sum, point) => sum + point[axis], 0) / outline.length);
}
