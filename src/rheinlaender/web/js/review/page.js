/** The review: what a game that is over was made of, and where one could have played better. */

import { UNREACHABLE, ask } from '../api.js';
import { Board } from '../board/board.js';
import { keepTurning, places } from '../board/places.js';
import { Choice } from '../dialog.js';
import { siteNames } from '../game/told.js';
import { html, effect, useEffect, useLayoutEffect, useMemo, useState } from '../lib.js';
import { late } from '../late.js';
import { RefusedPage, WaitingPage } from '../lost.js';
import { PageHeader } from '../menu.js';
import { Link, route, setHash } from '../router.js';
import { secretOf } from '../secrets.js';
import { motion } from '../settings.js';
import { OtherRecord, Upload, opened } from '../upload.js';
import { language, namesOf, t } from '../words.js';
import { Accuracy } from './accuracy.js';
import { Again, fieldsOf } from './again.js';
import { askMove, useReview } from './asking.js';
import { Chances } from './chances.js';
import { Decisions } from './decisions.js';
import { LedgerPicture, LedgerTable } from './ledger.js';
import { Mistakes } from './mistakes.js';
import { Study } from './study.js';

/** @typedef {import('../protocol.js').Replay} Replay */
/** @typedef {import('../protocol.js').Depth} Depth */
/** @typedef {import('../protocol.js').ReviewAnswer} Answer */
/** @typedef {import('../protocol.js').RefusalBody} Refusal */
/** @typedef {import('../types.js').Names} Names */
/** @typedef {import('./asking.js').Source} Source */
/** @typedef {import('./asking.js').Whole} WholeAnswer */

const PlayOn = late(async () => (await import('../onward/play_on.js')).PlayOn);

/** @type {Depth[]} */
const DEPTHS = ['usual', 'deep', 'deepest'];

/** @param {{id: string|null}} props */
export function ReviewPage({ id }) {
  useEffect(() => {
    document.title = `${t('review.title')} – ${t('drawing.title')}`;
  }, [language.value]);
  if (id) return html`<${Asked} source=${{ table: id, text: null, secret: secretOf(id) }} />`;
  if (!opened.value)
    return html`<${PageHeader} />
      <${Upload} title=${t('review.upload_title')} about=${t('review.upload_about')} />`;
  return html`<${Asked} source=${{ table: null, text: opened.value.text, secret: null }} />`;
}

/**
 * A review that is asked for: how far it is, then what was found.
 * @param {{source: Source}} properties
 */
function Asked({ source }) {
  const [depth, setDepth] = useState(/** @type {Depth} */ ('usual'));
  const { answer, whole, refusal } = useReview(source, depth);
  const [replay, problem] = useReplay(source, answer !== null);
  if (refusal ?? problem) return html`<${RefusedPage} refusal=${refusal ?? problem} />`;
  if (!answer || !replay) return html`<${WaitingPage} />`;
  return html`<div class="review" data-page="review" data-state=${answer.state}>
    <${PageHeader}><${Link} class="button quiet" data-action="replay"
      href=${source.table ? `/replay/${source.table}` : '/replay'}>${t('home.replay')}<//><//>
    <main class="review-main">
      <header class="review-head"><h1>${t('review.title')}</h1>
        <p class="soft">${t('review.about')}</p>
        ${!source.table && html`<${OtherRecord} />`}</header>
      ${!whole && html`<${Progress} answer=${answer} />`}
      ${whole && html`<${Whole} answer=${whole} replay=${replay} source=${source} />`}
      ${
        whole &&
        html`<footer class="review-foot"><${Choice} name="depth" label=${t('review.depth')} value=${depth}
        onChange=${setDepth} options=${DEPTHS.map((value) => ({ value, label: depthWords(value) }))} />
        ${!answer.review && html`<${Progress} answer=${answer} />`}
        <p class="small soft">${t('review.judge', { judge: whole.judge })}</p></footer>`
      }
    </main>
  </div>`;
}

/**
 * The game itself, once its review may be seen.
 * @param {Source} source
 * @param {boolean} isAllowed
 * @returns {[Replay|null, Refusal|null]}
 */
function useReplay({ table, secret }, isAllowed) {
  const [replay, setReplay] = useState(/** @type {Replay|null} */ (null));
  const [problem, setProblem] = useState(/** @type {Refusal|null} */ (null));
  useEffect(() => {
    if (!table || !isAllowed) return;
    ask('GET', `/api/tables/${table}/replay?seat=*`, { secret }).then(setReplay, (error) =>
      setProblem(error.refusal ?? UNREACHABLE),
    );
  }, [table, isAllowed]);
  return [table ? replay : (opened.value?.replay ?? null), problem];
}

/** @param {{answer: Answer}} properties */
function Progress({ answer }) {
  const { state, answered, questions } = answer;
  const percent = questions ? Math.floor((100 * answered) / questions) : 0;
  return html`<div class="review-progress" data-progress=${answered}>
    <p role="status">${state === 'waiting' ? t('review.waiting') : t('review.working')}</p>
    <progress max=${Math.max(1, questions)} value=${answered} aria-label=${t('review.working')}></progress>
    <p class="small soft">${questions > 0 && html`<b class="lining">${percent} %</b> `}${t('review.working_about')}</p>
  </div>`;
}

/**
 * What was found: the graph and the board, and beside them what concerns one seat.
 * @param {{answer: WholeAnswer, replay: Replay, source: Source}} properties
 */
function Whole({ answer, replay, source }) {
  const study = useMemo(() => new Study(replay, Number(/^\d+$/.exec(route.peek().hash)?.[0] ?? 0)), [replay]);
  const names = { ...namesOf(replay.table.seats), sites: siteNames(places.value) };
  useLayoutEffect(keepTurning, []);
  useEffect(() => effect(() => setHash(String(study.turn))), [study]);
  const { review } = answer;
  const seat = review?.seats.find((each) => each.seat === study.seat.value);
  if (!review || !seat) return null;
  return html`<div class="review-columns">
    <div class="review-game">
      <${Chances} review=${review} study=${study} names=${names} />
      <${Place} answer=${answer} study=${study} names=${names} source=${source} />
      <${Onward} review=${review} study=${study} names=${names} source=${source} />
    </div>
    <div class="review-seat">
      <${Choice} name="seat" label=${t('review.whose')} value=${study.seat.value}
        onChange=${(/** @type {any} */ value) => {
          study.seat.value = value;
        }}
        options=${review.seats.map((each) => ({ value: each.seat, label: names[each.seat] ?? each.seat }))} />
      <section class="ledger" aria-labelledby="ledger"><h2 id="ledger">${t('review.ledger_title')}</h2>
        <${LedgerPicture} seat=${seat} names=${names} /><${LedgerTable} review=${review} names=${names} /></section>
      <${Mistakes} review=${review} seat=${seat} study=${study} names=${names} />
      <${Accuracy} review=${review} names=${names} />
    </div>
  </div>`;
}

/**
 * The board after a turn with its decisions, or as it was before one that is tried again.
 * @param {{answer: WholeAnswer, study: Study, names: Names, source: Source}} properties
 */
function Place({ answer, study, names, source }) {
  const { review, depth } = answer;
  const { view } = study.replay.frames[study.place.value];
  const again = study.again.value;
  const tried = again?.trying.view.value ?? null;
  if (!view || !review) return null;
  const marks = again
    ? { targets: fieldsOf(again.trying, review.decisions[again.number].played.card === null) }
    : { last: new Set(view.last?.fields ?? []), targets: study.bestFields(review) };
  return html`<section class="review-place" aria-label=${t('table.turn_number', { turn: study.turn })}>
    <div class="review-board" data-live=${again !== null}><${Board} view=${tried ?? view} names=${names}
      animate=${motion()} marks=${marks}
      onField=${again ? (/** @type {string} */ field) => again.trying.touchField(field) : undefined} /></div>
    ${
      again
        ? html`<${Again} key=${`${depth} ${again.number}`} decision=${review.decisions[again.number]}
          number=${again.number} trying=${again.trying} study=${study} names=${names}
          weigh=${(/** @type {string} */ move) => askMove(source, depth, again.number, move)} />`
        : html`<${Decisions} review=${review} study=${study} names=${names} />`
    }
  </section>`;
}

/**
 * The way to play on from the board that is shown: after a turn, or before the one that is tried again.
 * @param {{review: import('../protocol.js').ReviewBody, study: Study, names: Names, source: Source}} properties
 */
function Onward({ review, study, names, source }) {
  const { table, frames } = study.replay;
  const again = study.again.value;
  const { view } = frames[study.place.value - (again ? 1 : 0)] ?? {};
  const isBastion = again !== null && review.decisions[again.number].played.card === null;
  if (!view || view.is_over || isBastion) return null;
  const place = { turn: view.turn, seats: table.seats.map(({ seat }) => seat), toMove: view.to_move };
  return html`<p class="onward"><${PlayOn} source=${source} place=${place} names=${names}
    own=${table.you.seats} /></p>`;
}

/** @param {Depth} depth */
function depthWords(depth) {
  return {
    usual: t('review.depth_usual'),
    deep: t('review.depth_deep'),
    deepest: t('review.depth_deepest'),
  }[depth];
}
