/** Drawings of the lessons: the herald who teaches, the wax seal of what is done, and a picture for each lesson. */

import { html } from '../lib.js';
import { Piece } from '../board/pieces.js';
import { t } from '../words.js';

/** @typedef {'watch'|'ask'|'wrong'|'right'} Mood */

/** The rim of a seal. */
const WAX =
  'M32 3c6 0 8 4 13 5s10 3 12 8 0 8 2 13 4 8 1 13-7 5-10 10-6 9-12 9-8-3-13-2-10 0-13-5-1-9-5-13-5-9-2-14' +
  ' 2-8 4-13 7-6 12-7 6-4 11-4z';

/** @type {Record<Mood, {mouth: string, brows: string, arm: number, eyes: number}>} */
const FACES = {
  ask: { mouth: 'M53 52q6 4 12 0', brows: 'M49 37q3-2 6 0M64 37q3-2 6 0', arm: 0, eyes: 0 },
  watch: { mouth: 'M56 53h7', brows: 'M49 36q3-2 6 0M64 36q3-2 6 0', arm: 8, eyes: 2.2 },
  wrong: { mouth: 'M54 54q3-3 6-1t5-1', brows: 'M49 38l6-3M70 38l-6-3', arm: 26, eyes: 0 },
  right: { mouth: 'M52 50q7 10 14 0z', brows: 'M49 35q3-3 6 0M64 35q3-3 6 0', arm: -24, eyes: 0 },
};

/**
 * The herald: cap with a feather, tabard with the river, a trumpet with its banner. He shows what he thinks.
 * @param {{mood: Mood}} properties
 */
export function Herald({ mood }) {
  const { mouth, brows, arm, eyes } = FACES[mood];
  return html`<svg class="herald" viewBox="0 0 132 172" data-mood=${mood} aria-hidden="true">
    <ellipse class="herald-ground" cx="60" cy="165" rx="40" ry="5" />
    <path class="herald-dark" d="M47 128l-2 33c-4 1-9 2-11 5h20l3-36z" />
    <path class="herald-wine" d="M73 128l2 33c4 1 9 2 11 5H66l-3-36z" />
    <path class="herald-dark" d="M39 80c-9 8-14 20-15 32l8 3c3-10 7-18 12-24z" />
    <circle class="herald-skin" cx="28" cy="116" r="5.5" />
    <path class="herald-wine" d="M38 76q22-10 44 0l8 54q-30 10-60 0z" />
    <path class="herald-gold" d="M60 72q13 0 22 4l8 54q-14 5-30 5z" />
    <path class="herald-river" d="M33 110c8-6 14 5 22-1s14 5 22-1 8 1 10 1l1 9c-4 1-6-5-12-1s-14-5-22 1-14-5-22 1z" />
    <path class="herald-trim" d="M38 76q22-10 44 0l8 54q-30 10-60 0zM31 124q29 10 58 0" />
    <g class="herald-arm" transform="rotate(${arm} 82 82)">
      <path class="herald-cloth" d="M93 69l27 5-5 34-8-7-8 4-7-6z" />
      <path class="herald-water" d="M95 82c6-4 9 3 14 0s5 1 8 1l-1 6c-3 1-4-4-8-1s-8-4-14-1z" />
      <path class="herald-brass" d="M66 62l57 10 7-5-3 18-5-7-57-10z" />
      <path class="herald-gold" d="M80 79c7 1 12-1 16-7l5 6c-5 9-13 13-21 13z" />
      <circle class="herald-skin" cx="98" cy="72" r="5.5" />
    </g>
    <path class="herald-hair" d="M40 44c-3-22 10-30 20-30s22 8 19 30c-1 8-4 12-7 14H47c-3-2-6-6-7-14z" />
    <path class="herald-skin" d="M45 42c0-12 7-16 15-16s14 4 14 16c0 12-6 21-14 21s-15-9-15-21z" />
    <path class="herald-cheek" d="M47 48h4M68 48h4" />
    <g class="herald-eyes" transform="translate(${eyes} 0)"><circle cx="53" cy="43" r="1.9" /><circle cx="67" cy="43"
      r="1.9" /></g>
    <path class="herald-line" d=${brows} /><path class="herald-line" d="M60 44l-1 4h2" /><path class="herald-mouth"
      d=${mouth} />
    <path class="herald-wine" d="M34 29c1-15 14-21 28-20 13 0 23 7 24 16 1 5-5 6-12 4-12-3-26-3-35 2-3 2-5 1-5-2z" />
    <path class="herald-trim" d="M35 28c12-7 32-8 50-1" />
    <path class="herald-feather" d="M72 15c6-13 22-17 34-9-7 1-8 4-14 6 3 0 5 0 8 1-8 5-18 7-28 2z" />
  </svg>`;
}

/**
 * The wax seal. With a number it is that of a lesson; `isFresh` lets it be pressed before one's eyes.
 * @param {{number?: number, isFresh?: boolean, class?: string}} properties
 */
export function Seal({ number, isFresh = false, class: more = '' }) {
  return html`<svg class="seal ${more}" viewBox="0 0 64 64" data-fresh=${isFresh} role="img"
    aria-label=${t('learn.done')}>
    <path class="seal-wax" d=${WAX} />
    <circle class="seal-ring" cx="32" cy="32" r="20" />
    ${
      number === undefined
        ? html`<path class="seal-sign" d="M22 33l7 7 13-16" />`
        : html`<text class="seal-number" x="32" y="41" text-anchor="middle">${number}</text>`
    }
  </svg>`;
}

/** The pieces that stand for each lesson. */
const PICTURES = /** @type {Record<string, string[]>} */ ({
  place: ['shield-a'],
  found: ['shield-a', 'duke-a', 'shield-a'],
  tie: ['shield-a', 'shield-b'],
  reinforce: ['shield-a', 'shield-a', 'shield-a'],
  bastion: ['bastion'],
  worth: ['city3', 'church', 'city4'],
  takeover: ['duke-b', 'duke-a'],
  merge: ['duke-a', 'shield-a', 'duke-b'],
  castle: ['castle'],
  bishops: ['bishop', 'archbishop'],
  convert: ['shield-c', 'archbishop', 'shield-a'],
  end: ['duke-a', 'duke-b', 'duke-c'],
});

/**
 * The picture of a lesson.
 * @param {{name: string}} properties
 */
export function LessonPicture({ name }) {
  return html`<span class="lesson-picture" aria-hidden="true">${(PICTURES[name] ?? ['castle']).map(
    (piece, place) => html`
    <${Piece} key=${place} name=${piece} size="2.6rem" />`,
  )}</span>`;
}
