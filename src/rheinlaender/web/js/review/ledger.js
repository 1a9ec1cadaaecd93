/** The ledger: what a result is made of, as a picture for one seat and as a table of all that adds up. */

import { Shield } from '../board/pieces.js';
import { nameOf } from '../game/views.js';
import { html } from '../lib.js';
import { t } from '../words.js';
import { groupsOf, linesOf, short, signedTenths } from './figures.js';

/** @typedef {import('../protocol.js').ReviewBody} Review */
/** @typedef {import('../protocol.js').SeatReviewBody} SeatReview */
/** @typedef {import('../types.js').Names} Names */
/** @typedef {ReturnType<typeof groupsOf>[number]} Group */

/** What the lines of the picture mean, in its order. */
const MEANINGS = /** @type {const} */ (['start', 'cards', 'mistakes', 'hidden', 'others', 'rounding']);

/**
 * From an even share to the result: in a sentence, in three figures, and one step after the other.
 * @param {{seat: SeatReview, names: Names}} properties
 */
export function LedgerPicture({ seat, names }) {
  const groups = groupsOf(linesOf(seat));
  const total = groups[groups.length - 1].to;
  const all = [0, 1000, ...groups.map(({ to }) => to)];
  const [least, most] = [Math.min(...all), Math.max(...all)];
  /** @param {number} tenths */
  const at = (tenths) => (100 * (tenths - least)) / (most - least);
  return html`<p class="ledger-sum" data-ledger-sum>${t('review.sum', {
    seat: nameOf(names, seat.seat),
    result: short(total),
    even: short(groups[0].to),
  })}</p>
    <${Three} groups=${groups} />
    <ol class="ledger-picture" data-ledger=${seat.seat} style=${`--none:${at(0)}%;--all:${at(1000)}%`}>
      <li class="ledger-ends lining" aria-hidden="true"><span></span><span><i>0 %</i><i>100 %</i></span></li>
      ${groups.map(
        (group) => html`<${Fall} key=${group.group} ...${group} at=${at}
        words=${groupWords(group.group)} />`,
      )}
      <${Fall} group="result" tenths=${total} from=${0} to=${total} at=${at} words=${t('review.line.result')} />
    </ol>
    <${Meanings} />`;
}

/** @param {Group & {at: (tenths: number) => number, words: string}} properties */
function Fall({ group, tenths, from, to, at, words }) {
  const [low, high] = [Math.min(from, to), Math.max(from, to)];
  const isWhole = group === 'even' || group === 'result';
  const sign = isWhole ? 'whole' : tenths < 0 ? 'minus' : 'plus';
  return html`<li data-line=${group} data-sign=${sign}><span class="fall-words">${words}</span>
    <span class="fall" aria-hidden="true"><i style=${`left:${at(low)}%;width:${at(high) - at(low)}%`}></i></span>
    <b class="lining">${isWhole ? wholeTenths(tenths) : signedTenths(tenths)}</b></li>`;
}

/**
 * Luck, one's own doing and that of the others, before any line is read.
 * @param {{groups: Group[]}} properties
 */
function Three({ groups }) {
  const of = (/** @type {string} */ name) => groups.find(({ group }) => group === name)?.tenths ?? 0;
  const parts = [
    { part: 'luck', words: t('review.luck'), tenths: of('start') + of('cards') + of('hidden') },
    { part: 'mistakes', words: t('review.line.mistakes'), tenths: of('mistakes') },
    { part: 'others', words: t('review.group.others'), tenths: of('others') },
  ];
  return html`<dl class="ledger-three">${parts.map(
    ({ part, words, tenths }) => html`<div key=${part} data-part=${part} data-sign=${tenths < 0 ? 'minus' : 'plus'}>
      <dt>${words}</dt><dd class="lining">${signedTenths(tenths)} %</dd></div>`,
  )}</dl>`;
}

/** What the lines mean, for whoever asks. */
function Meanings() {
  return html`<details class="ledger-meanings"><summary data-action="meanings">${t('review.meanings')}</summary>
    <dl class="small">${MEANINGS.map(
      (group) => html`<dt key=${group}>${groupWords(group)}</dt><dd>${meaningWords(group)}</dd>`,
    )}</dl></details>`;
}

/** @param {typeof MEANINGS[number]} group */
function meaningWords(group) {
  return {
    start: t('review.means.start'),
    cards: t('review.means.cards'),
    mistakes: t('review.means.mistakes'),
    hidden: t('review.means.hidden'),
    others: t('review.means.others'),
    rounding: t('review.means.rounding'),
  }[group];
}

/** @param {number} tenths */
function wholeTenths(tenths) {
  return signedTenths(tenths).replace('+', '');
}

/** @param {string} group */
function groupWords(group) {
  return {
    even: t('review.line.even'),
    start: t('review.group.start'),
    cards: t('review.group.cards'),
    mistakes: t('review.line.mistakes'),
    hidden: t('review.line.hidden'),
    others: t('review.group.others'),
    rounding: t('review.line.rounding'),
  }[group];
}

/**
 * All lines of all seats; each column adds up.
 * @param {{review: Review, names: Names}} properties
 */
export function LedgerTable({ review, names }) {
  const columns = review.seats.map((seat) => ({ seat: seat.seat, lines: linesOf(seat) }));
  const own = columns[0].lines.filter(({ name }) => name !== 'others' && name !== 'rounding');
  const rows = [
    ...own.map(({ name }) => ({ key: name, words: lineWords(name), name, other: undefined })),
    ...columns.map(({ seat }) => ({
      key: seat,
      words: t('review.line.others', { seat: nameOf(names, seat) }),
      name: 'others',
      other: seat,
    })),
    { key: 'rounding', words: t('review.line.rounding'), name: 'rounding', other: undefined },
  ];
  return html`<details class="ledger-all"><summary data-action="ledger-table">${t('review.table')}</summary>
    <div class="ledger-scroll" tabindex="0" role="region" aria-label=${t('review.ledger')}>
    <table class="ledger-table lining"><caption>${t('review.ledger')}</caption>
      <thead><tr><th scope="col">${t('review.line')}</th>${columns.map(
        ({ seat }) => html`<th key=${seat} scope="col"><${Shield} seat=${seat} size="1.4em"
          title=${nameOf(names, seat)} /></th>`,
      )}</tr></thead>
      <tbody>${rows.map(
        ({ key, words, name, other }) => html`<tr key=${key} data-row=${key}><th scope="row">${words}</th>
        ${columns.map(({ seat, lines }) => {
          const line = lines.find((each) => each.name === name && each.other === other);
          return html`<td key=${seat}>${line ? signedTenths(line.tenths) : ''}</td>`;
        })}</tr>`,
      )}</tbody>
      <tfoot><tr data-row="result"><th scope="row">${t('review.line.result')}</th>${columns.map(
        ({ seat, lines }) =>
          html`<td key=${seat}>${wholeTenths(lines.reduce((sum, { tenths }) => sum + tenths, 0))}</td>`,
      )}</tr></tfoot>
    </table></div></details>`;
}

/** @param {string} name */
function lineWords(name) {
  return {
    even: t('review.line.even'),
    order: t('review.line.order'),
    deal: t('review.line.deal'),
    own_draws: t('review.line.own_draws'),
    others_draws: t('review.line.others_draws'),
    mistakes: t('review.line.mistakes'),
    hidden: t('review.line.hidden'),
  }[name];
}
