/** The chances of all seats over the turns: a graph at which a turn is picked, and the turning points. */

import { Shield } from '../board/pieces.js';
import { html, useMemo } from '../lib.js';
import { nameOf } from '../game/views.js';
import { t } from '../words.js';
import { percent } from './figures.js';
import { Now, placeWords } from './now.js';

/** @typedef {import('../protocol.js').ReviewBody} Review */
/** @typedef {import('../protocol.js').SeatLetter} Seat */
/** @typedef {import('../types.js').Names} Names */
/** @typedef {import('./study.js').Study} Study */

const HEIGHT = 100;
/** Chances that are marked by a line, in hundredths. */
const LEVELS = [25, 50, 75];
/** In a game of so many turns every tenth is written, else every twentieth. */
const FEW_TURNS = 60;

/**
 * The graph with its figures and turning points.
 * @param {{review: Review, study: Study, names: Names}} properties
 */
export function Chances({ review, study, names }) {
  return html`<section class="chances" aria-labelledby="chances">
    <h2 id="chances">${t('review.chances', { turns: study.last })}</h2>
    <${Graph} review=${review} study=${study} names=${names} />
    <${Now} review=${review} study=${study} names=${names} />
    <${TurningPoints} review=${review} study=${study} names=${names} />
  </section>`;
}

/** @param {{review: Review, study: Study, names: Names}} properties */
function Graph({ review, study, names }) {
  const { last } = study;
  const place = study.place.value;
  const lines = useMemo(() => review.seats.map(({ seat }) => ({ seat, points: pointsOf(review, seat) })), [review]);
  /** @param {any} event */
  const pick = (event) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    study.goTo(Math.round(((event.clientX - left) / width) * last));
  };
  return html`<div class="graph" role="slider" tabindex="0" data-field="place" data-place=${place}
    aria-label=${t('review.graph')} aria-valuemin="0" aria-valuemax=${last} aria-valuenow=${place}
    aria-valuetext=${chancesWords(review, study, names)} onClick=${pick}
    onKeyDown=${(/** @type {any} */ event) => press(event, study, review)}>
    <svg viewBox="0 0 ${last} ${HEIGHT}" preserveAspectRatio="none" aria-hidden="true">
      ${LEVELS.map((level) => html`<path key=${level} class="graph-level" d="M0 ${HEIGHT - level}H${last}" />`)}
      ${review.turning_points.map(
        ({ turn }) => html`<path key=${turn} class="graph-turning" d="M${turn - study.before} 0V${HEIGHT}" />`,
      )}
      ${lines.map(({ seat, points }) => html`<polyline key=${`${seat} under`} class="graph-under" points=${points} />`)}
      ${lines.map(
        ({ seat, points }) => html`<polyline key=${seat} data-seat=${seat} points=${points}
          class=${seat === study.seat.value ? 'is-chosen' : ''} />`,
      )}
      <path class="graph-place" d="M${place} 0V${HEIGHT}" />
    </svg>
    ${LEVELS.map((level) => html`<span key=${level} class="graph-label" style=${`bottom:${level}%`}>${level} %</span>`)}
    ${marksOf(study).map(
      ({ turn, left }) => html`<span key=${turn} class="graph-turn lining" style=${`left:${left}%`}>${turn}</span>`,
    )}
  </div>`;
}

/**
 * The turns that are written below the graph.
 * @param {Study} study
 */
function marksOf({ before, last }) {
  const step = last > FEW_TURNS ? 20 : 10;
  const first = step * (Math.floor(before / step) + 1);
  const turns = Array.from({ length: Math.ceil(last / step) }, (_, number) => first + step * number);
  return turns.map((turn) => ({ turn, left: (100 * (turn - before)) / last })).filter(({ left }) => left <= 100);
}

/**
 * Arrows step, Home and End go to the ends, the page keys to the turning points.
 * @param {KeyboardEvent} event
 * @param {Study} study
 * @param {Review} review
 */
function press(event, study, { turning_points: points }) {
  const place = study.place.peek();
  const turns = points.map(({ turn }) => turn - study.before);
  const wish = /** @type {Record<string, number>} */ ({
    ArrowLeft: place - 1,
    ArrowDown: place - 1,
    ArrowRight: place + 1,
    ArrowUp: place + 1,
    Home: 0,
    End: study.last,
    PageDown: turns.find((turn) => turn > place) ?? study.last,
    PageUp: turns.findLast((turn) => turn < place) ?? 0,
  })[event.key];
  if (wish === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  study.goTo(wish);
}

/**
 * @param {Review} review
 * @param {Seat} seat
 */
function pointsOf({ chances }, seat) {
  return chances.map((shares, place) => `${place},${(HEIGHT * (1 - (shares[seat] ?? 0))).toFixed(2)}`).join(' ');
}

/**
 * @param {Review} review
 * @param {Study} study
 * @param {Names} names
 */
function chancesWords({ seats, chances }, study, names) {
  const shares = chances[study.place.value];
  const each = seats.map(({ seat }) => `${nameOf(names, seat)} ${percent(shares?.[seat] ?? 0)}`);
  return `${placeWords(study)}: ${each.join(', ')}`;
}

/** @param {{review: Review, study: Study, names: Names}} properties */
function TurningPoints({ review, study, names }) {
  const { chances, turning_points: points } = review;
  if (points.length === 0) return null;
  return html`<h3 id="turning-points">${t('review.turning_points')}</h3>
    <ul class="turning-points lining" aria-labelledby="turning-points">${points.map(({ turn, seat, gained }) => {
      const place = turn - study.before;
      const [before, after] = [place - 1, place].map((at) => Math.round(100 * (chances[at][gained] ?? 0)));
      const whole = { turn, seat: nameOf(names, seat), gained: nameOf(names, gained), before, after };
      return html`<li key=${turn}><button type="button" class="turning-point" data-turning=${turn}
        title=${t('review.turning_point', whole)}
        aria-current=${study.turn === turn ? 'step' : undefined} onClick=${() => study.goToTurn(turn)}>
        <${Shield} seat=${gained} size="1.3em" title=${nameOf(names, gained)} />
        <span>${t('table.turn_number', { turn })}</span>
        <b class="lining">${before} → ${after} %</b></button></li>`;
    })}</ul>`;
}
