/** What is said about a puzzle: the task, the verdict on a try, and the solution with its reasons and its proof. */

import { Piece, Shield } from '../board/pieces.js';
import { told } from '../game/told.js';
import { html } from '../lib.js';
import { Link } from '../router.js';
import { themeWords } from '../learn/themes.js';
import { refusalWords, t } from '../words.js';
import { lines, similarTo } from './choosing.js';
import { beliefWords, hundredths, judgeWords, moveWords, playerWords, timeWords } from './figures.js';
import { solver } from './record.js';

/** @typedef {import('./solving.js').Solving} Solving */
/** @typedef {import('../protocol.js').SolutionBody} Solution */
/** @typedef {import('../protocol.js').Verdict} Verdict */
/** @typedef {import('../types.js').Names} Names */

/** @param {{solving: Solving, names: Names}} properties */
export function Task({ solving, names }) {
  const { puzzle, refusal, note } = solving;
  return html`<p class="speech-main" data-say="ask">${taskWords(solving, names)}</p>
    ${
      refusal.value &&
      html`<p class="speech-refusal" data-refusal=${refusal.value.code}>${refusalWords(refusal.value, names)}</p>`
    }
    ${note.value && html`<p class="soft">${t('table.no_card_for', { field: note.value })}</p>`}
    <${Seats} solving=${solving} names=${names} />
    ${
      puzzle.told.length > 0 &&
      html`<div><h2 class="puzzle-small">${t('puzzle.told')}</h2>
      <ul class="puzzle-told">${puzzle.told.map(
        ({ seat, move }) => html`<li key=${seat} data-told=${seat}><${Shield} seat=${seat} size="1.1em"
          title=${names[seat]} /> ${moveWords(move)}</li>`,
      )}</ul></div>`
    }`;
}

/**
 * What is to be found.
 * @param {Solving} solving
 * @param {Names} names
 */
export function taskWords({ puzzle, isBastionPuzzle }, names) {
  return t(isBastionPuzzle ? 'puzzle.find_bastion' : 'puzzle.find', { seat: names[puzzle.seat] });
}

/**
 * How everybody stands, with the coins that were counted.
 * @param {{solving: Solving, names: Names}} properties
 */
function Seats({ solving, names }) {
  const { view } = solving.puzzle;
  return html`<table class="puzzle-seats lining"><caption class="unseen">${t('puzzle.seats')}</caption>
    <thead><tr><th scope="col"><span class="unseen">${t('puzzle.seat')}</span></th>
      <th scope="col">${t('puzzle.coins')}</th>
      <${Short} label=${t('puzzle.worth')}>${t('replay.worth_short')}<//>
      <${Short} label=${t('puzzle.knights')}><${Piece} name="shield-a" size="1.2em" class="blank" /><//>
      <${Short} label=${t('puzzle.bastions')}><${Piece} name="bastion" size="1.4em" /><//></tr></thead>
    <tbody>${view.seats.map(
      ({ seat, coins, worth, supply, bastions, is_archbishop: isArchbishop }) => html`<tr key=${seat}
        data-own=${seat === view.seat}><th scope="row"><${Shield} seat=${seat} size="1.2em" /> ${names[seat]}
        ${isArchbishop && html`<${Piece} name="archbishop" size="1.3em" title=${t('puzzle.archbishop')} />`}</th>
        <td>${coins}</td><td>${worth}</td><td>${supply}</td><td>${bastions}</td></tr>`,
    )}</tbody></table>`;
}

/**
 * The head of a column, by a sign or a short word.
 * @param {{label: string, children?: import('../lib.js').Children}} properties
 */
function Short({ label, children }) {
  return html`<th scope="col" title=${label}><span aria-hidden="true">${children}</span>
    <span class="unseen">${label}</span></th>`;
}

/** @param {{verdict: Verdict, solving: Solving}} properties */
export function Judgement({ verdict, solving }) {
  return html`<p class="speech-main" data-grade=${verdict.grade ?? 'shown'}>${verdictWords(verdict)}</p>
    <${Counted} solving=${solving} />`;
}

/**
 * What a try is worth.
 * @param {Verdict} verdict
 */
export function verdictWords({ grade, loss, solution, move }) {
  if (grade === null) return t('puzzle.shown');
  const lost = { loss: hundredths(loss ?? 0) };
  if (grade !== 'right') return grade === 'nearly' ? t('puzzle.nearly', lost) : t('puzzle.wrong', lost);
  return t(move?.move === solution?.right[0].move ? 'puzzle.right' : 'puzzle.right_too');
}

/**
 * What the first try has done to the rating.
 * @param {{solving: Solving}} properties
 */
function Counted({ solving }) {
  const before = solving.before.value;
  if (solving.wasTried) return html`<p class="small soft" data-counted="no">${t('puzzle.not_counted')}</p>`;
  if (before === null) return null;
  const values = { before: Math.round(before), after: Math.round(solver.value.rating.rating) };
  return html`<p class="small" data-counted="yes">${t('puzzle.counted', values)}</p>`;
}

/** @param {{solution: Solution, solving: Solving, names: Names}} properties */
export function SolutionWords({ solution, solving, names }) {
  const { right, second, greedy, share, reasons, risks } = solution;
  const others = right.slice(1);
  return html`<div class="puzzle-solution" data-solution=${right[0].move}>
    <p><b>${told('puzzle.best', { move: moveWords(right[0]), share: hundredths(share) }, names)}</b></p>
    <p>${reasons.map((reason) => [told(`reason.${reason.name}`, reason, names), ' '])}
      ${
        risks.length > 0 &&
        html`<span class="soft">${t('puzzle.but')} ${risks.map((risk) => [
          told(`reason.${risk.name}`, risk, names),
          ' ',
        ])}</span>`
      }</p>
    ${
      others.length > 0 && html`<p class="soft">${t('puzzle.as_good')} ${others.map(({ move }) => move).join(', ')}</p>`
    }
    <p class="soft">${told('puzzle.second', { move: moveWords(second), loss: hundredths(second.loss) }, names)}
      ${' '}${
        greedy.move !== second.move &&
        told('puzzle.greedy', { move: moveWords(greedy), loss: hundredths(greedy.loss) }, names)
      }</p>
    <${Proof} solution=${solution} />
    <${Similar} solving=${solving} />
  </div>`;
}

/** @param {{solution: Solution}} properties */
function Proof({ solution }) {
  const { proof, missed, judges } = solution;
  return html`<details class="puzzle-proof"><summary>${t('puzzle.proof')}</summary>
    <p class="small">${t('puzzle.proof_about')}</p>
    <table class="lining small"><thead><tr><th scope="col">${t('puzzle.judge')}</th>
      <th scope="col">${t('puzzle.belief')}</th><th scope="col">${t('puzzle.worlds')}</th>
      <th scope="col">${t('puzzle.margin')}</th></tr></thead>
      <tbody>${proof.map(
        ({ judge, belief, worlds, margin, error }) => html`<tr key=${`${judge} ${belief}`}>
        <th scope="row">${judgeWords(judge)}</th><td>${beliefWords(belief)}</td><td>${worlds}</td>
        <td>${hundredths(margin)} ± ${hundredths(error)}</td></tr>`,
      )}</tbody></table>
    ${
      missed.length > 0 &&
      html`<p class="small">${t('puzzle.missed', { names: missed.map(playerWords).join(', ') })}</p>`
    }
    <p class="small soft">${judges}</p></details>`;
}

/** @param {{solving: Solving}} properties */
function Similar({ solving }) {
  const all = lines.value ?? [];
  const line = all.find(({ id }) => id === solving.puzzle.id);
  const found = line ? similarTo(all, line) : [];
  if (!line) return null;
  return html`<p class="small puzzle-themes"><span>${[...line.themes.map(themeWords), timeWords(line.time)].join(' · ')}
    </span> <span class="soft">${t('puzzle.rated', { rating: line.rating })}</span></p>
    ${
      found.length > 0 &&
      html`<div data-similar><h2 class="puzzle-small">${t('puzzle.similar')}</h2>
      <ul>${found.map(
        ({ id, rating, time }) => html`<li key=${id}><${Link} class="button" href=${`/puzzles/${id}`}>
          ${`${timeWords(time)} ${rating}`}<//></li>`,
      )}</ul></div>`
    }`;
}
