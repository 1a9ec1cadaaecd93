/** How everybody stands at the turn that is shown: chances of victory beside what can be counted. */

import { Piece, Shield } from '../board/pieces.js';
import { nameOf } from '../game/views.js';
import { html } from '../lib.js';
import { t } from '../words.js';
import { percent } from './figures.js';

/** @typedef {import('../protocol.js').ReviewBody} Review */
/** @typedef {import('../types.js').Names} Names */
/** @typedef {import('../lib.js').Children} Children */
/** @typedef {import('./study.js').Study} Study */

/** @param {{review: Review, study: Study, names: Names}} properties */
export function Now({ review, study, names }) {
  const words = placeWords(study);
  return html`<p class="chances-place soft"><${Step} study=${study} by=${-1} label=${t('replay.back')}
      path="M10 3L5 8l5 5" /><span>${words}</span><${Step} study=${study} by=${1} label=${t('replay.forward')}
      path="M6 3l5 5-5 5" /></p>
    <table class="chances-now lining"><caption class="unseen">${t('replay.standing')}: ${words}</caption>
      <thead><tr><th scope="col"><span class="unseen">${t('replay.seat')}</span></th>
        <th scope="col">${t('review.chance')}</th><th scope="col">${t('replay.coins')}</th>
        <th scope="col" title=${t('replay.worth')}>${t('replay.worth_short')}</th>
        <${Drawn} label=${t('replay.knights')}><${Piece} name="shield-a" size="1.2em" class="blank" /><//>
        <${Drawn} label=${t('replay.bastions')}><${Piece} name="bastion" size="1.3em" /><//></tr></thead>
      <tbody>${standingOf(review, study).map(
        ({ seat, chance, counted }) => html`<tr key=${seat} data-seat=${seat}>
        <th scope="row"><span><${Shield} seat=${seat} size="1.3em" />
          <span class="chances-name">${nameOf(names, seat)}</span></span></th>
        <td><b data-chance=${seat}>${percent(chance)}</b></td>
        ${[counted?.coins, counted?.worth, counted?.supply, counted?.bastions].map(
          (count, place) => html`<td key=${place}>${count ?? '–'}</td>`,
        )}</tr>`,
      )}</tbody></table>`;
}

/**
 * Each seat with its chance and its counts: after the turn, or before it where it is tried again.
 * @param {Review} review
 * @param {Study} study
 */
function standingOf({ seats, chances }, study) {
  const place = study.place.value - (study.again.value ? 1 : 0);
  const counts = study.replay.frames[place]?.view?.seats ?? [];
  return seats.map(({ seat }) => ({
    seat,
    chance: chances[place]?.[seat] ?? 0,
    counted: counts.find((each) => each.seat === seat),
  }));
}

/** @param {{label: string, children?: Children}} properties */
function Drawn({ label, children }) {
  return html`<th scope="col" title=${label}><span aria-hidden="true">${children}</span>
    <span class="unseen">${label}</span></th>`;
}

/** @param {{study: Study, by: number, label: string, path: string}} properties */
function Step({ study, by, label, path }) {
  const wish = study.place.value + by;
  return html`<button type="button" class="icon-button" aria-label=${label} title=${label} data-step=${by}
    disabled=${wish < 0 || wish > study.last} onClick=${() => study.goTo(wish)}>
    <svg viewBox="0 0 16 16" class="icon" aria-hidden="true"><path d=${path} /></svg></button>`;
}

/** @param {Study} study */
export function placeWords({ turn, again }) {
  if (again.value) return t('review.before_turn', { turn });
  return turn === 0 ? t('review.after_deal') : t('review.after_turn', { turn });
}
