/** The page of a puzzle: the board, what is said, and the hand. */

import { UNREACHABLE, ask } from '../api.js';
import { askForPlaces, askForSheet } from '../board/places.js';
import { Card, Shield } from '../board/pieces.js';
import { Herald } from '../learn/figures.js';
import { html, useEffect, useMemo, useRef, useState } from '../lib.js';
import { LostPage, RefusedPage, WaitingPage } from '../lost.js';
import { PageHeader } from '../menu.js';
import { Link, go } from '../router.js';
import { language, t } from '../words.js';
import { Judgement, SolutionWords, Task, taskWords, verdictWords } from './answer.js';
import { fetchLines, lines, nextLine } from './choosing.js';
import { colours } from './figures.js';
import { usePuzzleKeys } from './keys.js';
import { PuzzleBoard } from './place.js';
import { solver } from './record.js';
import { Solving } from './solving.js';

/** @typedef {import('../protocol.js').PuzzleBody} Puzzle */
/** @typedef {import('../types.js').Names} Names */

const UNKNOWN = 'no_such_puzzle';

/** @param {{id: string}} properties */
export function PuzzlePage({ id }) {
  const [puzzle, setPuzzle] = useState(/** @type {Puzzle|null} */ (null));
  const [refusal, setRefusal] = useState(/** @type {import('../protocol.js').RefusalBody|null} */ (null));
  useEffect(() => {
    let isWanted = true;
    askForPlaces();
    askForSheet();
    void fetchLines();
    ask('GET', `/api/puzzles/${encodeURIComponent(id)}`).then(
      (found) => isWanted && setPuzzle(found),
      (error) => isWanted && setRefusal(error.refusal ?? UNREACHABLE),
    );
    return () => {
      isWanted = false;
    };
  }, [id]);
  if (refusal?.code === UNKNOWN) return html`<${LostPage} />`;
  if (refusal) return html`<${RefusedPage} refusal=${refusal} again=${() => location.reload()} />`;
  return puzzle ? html`<${Solve} puzzle=${puzzle} />` : html`<${WaitingPage} />`;
}

/** Goes on to another puzzle. @param {string} now */
async function goToNext(now) {
  await fetchLines();
  const next = nextLine(lines.peek() ?? [], now);
  go(next ? `/puzzles/${next.id}` : '/puzzles');
}

/** @param {{puzzle: Puzzle}} properties */
function Solve({ puzzle }) {
  const open = useMemo(() => ({ solving: new Solving(puzzle), next: () => void goToNext(puzzle.id) }), [puzzle]);
  const { solving, next } = open;
  const names = colours();
  usePuzzleKeys(open);
  useFocus(solving);
  useEffect(() => {
    document.title = `${t('puzzle.title')} – ${t('drawing.title')}`;
  }, [language.value]);
  return html`<div class="lesson puzzle" data-page="puzzle" data-puzzle=${puzzle.id} data-stage=${solving.stage.value}>
    <${PageHeader}><${Link} class="lesson-contents" href="/puzzles">${t('puzzle.all')}<//><//>
    <main class="lesson-main">
      <div class="lesson-head"><h1>${t('puzzle.one')}</h1><${Standing} /></div>
      <div class="lesson-body">
        <${PuzzleBoard} solving=${solving} names=${names} next=${next} />
        <${Speech} solving=${solving} names=${names} />
        <${Tray} solving=${solving} names=${names} next=${next} />
      </div>
    </main>
    <${Announcer} solving=${solving} names=${names} />
  </div>`;
}

/** The solver's rating and row. */
export function Standing() {
  const { rating, row } = solver.value;
  return html`<p class="puzzle-standing lining"><span>${t('puzzle.rating')}
    <b data-rating=${Math.round(rating.rating)}>${Math.round(rating.rating)}</b>
    <span class="soft">± ${Math.round(rating.deviation)}</span></span>
    <span>${t('puzzle.row')} <b data-row=${row}>${row}</b></span></p>`;
}

/** @param {{solving: Solving, names: Names}} properties */
function Speech({ solving, names }) {
  const verdict = solving.verdict.value;
  const sheet = useRef(/** @type {HTMLElement|null} */ (null));
  const mood = moodOf(solving);
  useEffect(() => {
    if (sheet.current) sheet.current.scrollTop = 0;
  }, [mood, solving]);
  return html`<section class="speech" data-mood=${mood} aria-label=${t('puzzle.words')}>
    <${Herald} mood=${mood} />
    <div class="speech-sheet" ref=${sheet} tabindex="0" data-speech>
      ${verdict ? html`<${Judgement} verdict=${verdict} solving=${solving} />` : ''}
      ${verdict?.solution && html`<${SolutionWords} solution=${verdict.solution} solving=${solving} names=${names} />`}
      ${!verdict ? html`<${Task} solving=${solving} names=${names} />` : ''}
    </div>
  </section>`;
}

/** @param {Solving} solving */
function moodOf({ verdict }) {
  if (!verdict.value) return 'ask';
  return verdict.value.grade === 'right' ? 'right' : verdict.value.grade === null ? 'watch' : 'wrong';
}

/** @param {{solving: Solving, names: Names, next: () => void}} properties */
function Tray({ solving, names, next }) {
  const { seat } = solving.puzzle;
  return html`<section class="lesson-tray" aria-label=${t('table.hand')} data-stage=${solving.stage.value}>
    <p class="lesson-prompt" data-prompt data-seat=${seat}><${Shield} seat=${seat} size="1.4em" title=${names[seat]} />
      <span>${promptOf(solving)}</span></p>
    ${!solving.isBastionPuzzle && html`<${Hand} solving=${solving} />`}
    <${Actions} solving=${solving} next=${next} />
  </section>`;
}

/**
 * What to do now.
 * @param {Solving} solving
 */
function promptOf(solving) {
  const stage = solving.stage.value;
  if (stage === 'solved') return t('puzzle.prompt.solved');
  if (stage === 'judged') return t('puzzle.prompt.judged');
  if (solving.decided.value) return t('puzzle.prompt.decided');
  if (solving.isBastionPuzzle) return t('puzzle.prompt.bastion');
  return solving.card.value === null ? t('puzzle.prompt.card') : t('puzzle.prompt.field', { card: solving.card.value });
}

/** @param {{solving: Solving}} properties */
function Hand({ solving }) {
  const best = solving.verdict.value?.solution?.right[0].card ?? null;
  const isLocked = solving.stage.value === 'solved';
  return html`<ol class="hand" aria-label=${t('table.cards')}>${solving.puzzle.view.hand.map(
    (number, place) => html`<li key=${number}>
    <${Card} number=${number} data-card=${number} label=${t('table.card', { card: number })}
      isChosen=${(isLocked ? best : solving.card.value) === number} isUseful=${solving.useful.value.has(number)}
      disabled=${isLocked || undefined} onClick=${() => solving.chooseCard(number)} />
    <kbd aria-hidden="true">${place + 1}</kbd></li>`,
  )}</ol>`;
}

/** @param {{solving: Solving, next: () => void}} properties */
function Actions({ solving, next }) {
  const stage = solving.stage.value;
  const again = html`<button type="button" class=${`button ${stage === 'judged' ? 'primary' : ''}`} data-action="again"
    onClick=${() => solving.again()}>${t('puzzle.again')}</button>`;
  const onward = html`<button type="button" class=${`button ${stage === 'solved' ? 'primary' : 'quiet'}`}
    data-action="next" onClick=${next}>${t('puzzle.next')}</button>`;
  if (stage === 'solved') return html`<div class="lesson-actions">${again}${onward}</div>`;
  return html`<div class="lesson-actions">
    ${
      stage === 'asked'
        ? html`<button type="button" class="button primary" data-action="judge" disabled=${!solving.decided.value}
          onClick=${() => solving.judge()}>${t('puzzle.judge_it')}</button>`
        : again
    }
    ${
      solving.isBastionPuzzle &&
      stage === 'asked' &&
      html`<button type="button" class="button" data-action="no-bastion"
      onClick=${() => solving.buildNothing()}>${t('rules.no_bastion')}</button>`
    }
    ${
      stage === 'asked' &&
      html`<button type="button" class="button" data-action="take-back" disabled=${!solving.decided.value}
      onClick=${() => solving.takeBack()}>${t('table.take_back')}</button>`
    }
    <button type="button" class="button" data-action="show" onClick=${() => solving.show()}>${t('puzzle.show')}</button>
    ${onward}
  </div>`;
}

/** @param {{solving: Solving, names: Names}} properties */
function Announcer({ solving, names }) {
  const verdict = solving.verdict.value;
  const words = verdict ? verdictWords(verdict) : `${taskWords(solving, names)} ${promptOf(solving)}`;
  return html`<div class="unseen" role="status" aria-live="polite" aria-atomic="true" data-announcer>${words}</div>`;
}

/**
 * The focus stays near: where what had it is gone, the words have it.
 * @param {Solving} solving
 */
function useFocus(solving) {
  const stage = solving.stage.value;
  const isFirst = useRef(true);
  useEffect(() => {
    const isHeld = document.activeElement !== null && document.activeElement !== document.body;
    const isLeft = isHeld || isFirst.current;
    isFirst.current = false;
    if (!isLeft)
      /** @type {HTMLElement|null} */ (document.querySelector('[data-speech]'))?.focus({ preventScroll: true });
  }, [stage]);
}
