/** Below the board: what to do now, the hand, and the buttons that lead on. */

import { html } from '../lib.js';
import { Card, Piece, Shield } from '../board/pieces.js';
import { t } from '../words.js';

/** @typedef {import('./course.js').Course} Course */
/** @typedef {import('./step.js').Step} Step */

/**
 * @param {{course: Course, step: Step}} properties
 */
export function LessonTray({ course, step }) {
  const isPlay = step.step.kind === 'play';
  return html`<section class="lesson-tray" aria-label=${t('table.hand')} data-stage=${step.stage.value}>
    <p class="lesson-prompt" data-prompt data-seat=${step.step.seat}>
      <${Shield} seat=${step.step.seat} size="1.4em" title=${course.colours.value[step.step.seat]} />
        <span>${promptOf(step)}</span></p>
    ${isPlay && html`<${Hand} step=${step} />`}
    <${Actions} course=${course} step=${step} />
  </section>`;
}

/**
 * What to do now.
 * @param {Step} step
 */
export function promptOf(step) {
  const { taps } = step.step;
  if (step.stage.value === 'right') return t('learn.right');
  if (step.stage.value === 'shown') return t('learn.watch');
  if (step.stage.value === 'wrong' && !step.answer.value?.refusal) return t('learn.prompt.wrong');
  if (step.step.kind === 'look') return t('learn.prompt.look', { count: taps });
  if (step.knightPlaced.value) return t('learn.prompt.bastion');
  if (step.isBastion.value) return t('learn.prompt.bastion_first');
  if (step.isCardMissing.value) return t('learn.prompt.card_first');
  if (step.card.value === null) return t('learn.prompt.card', { count: step.hand.length });
  return t('learn.prompt.field', { card: step.card.value });
}

/** @param {{step: Step}} properties */
function Hand({ step }) {
  const isLocked = step.knightPlaced.value !== null || step.stage.value === 'right';
  return html`<ol class="hand" aria-label=${t('table.cards')}>${step.hand.map(
    (number, place) => html`<li key=${number}
      class=${isLocked && step.card.value === number ? 'is-played' : ''}>
    <${Card} number=${number} data-card=${number} label=${t('table.card', { card: number })}
      isChosen=${step.card.value === number}
      disabled=${isLocked || undefined} onClick=${() => step.chooseCard(number)} />
    <kbd aria-hidden="true">${place + 1}</kbd>
  </li>`,
  )}</ol>`;
}

/** @param {{course: Course, step: Step}} properties */
function Actions({ course, step }) {
  const stage = step.stage.value;
  if (stage === 'right') {
    return html`<div class="lesson-actions">
      <button type="button" class="button" data-action="again"
        onClick=${() => course.again()}>${t('learn.again')}</button>
      <button type="button" class="button primary lesson-next" data-action="next"
        onClick=${() => course.next()}>${t('learn.next')} <${Arrow} /></button>
    </div>`;
  }
  if (stage === 'shown') {
    return html`<div class="lesson-actions"><button type="button" class="button" data-action="skip-shown"
      onClick=${() => step.skipShown()}>${t('table.skip')}</button></div>`;
  }
  return html`<div class="lesson-actions">
    ${
      stage === 'wrong' &&
      html`<button type="button" class="button primary" data-action="back"
      onClick=${() => step.clear()}>${t('learn.back')}</button>`
    }
    <${BastionButtons} step=${step} />
    ${
      !step.hasHint.value &&
      html`<button type="button" class="button" data-action="hint"
      onClick=${() => step.askHint()}>${t('table.hint')}</button>`
    }
    ${
      step.hasSolution.value &&
      html`<button type="button" class="button" data-action="solution"
      onClick=${() => step.solve()}>${t('learn.solution')}</button>`
    }
    ${
      step.step.shown.length > 0 &&
      stage === 'asked' &&
      html`<button type="button" class="button" data-action="watch-again"
      onClick=${() => step.watchAgain()}>${t('learn.watch_again')}</button>`
    }
    <button type="button" class="button quiet lesson-skip" data-action="skip"
      onClick=${() => course.next()}>${t('learn.skip')} <${Arrow} /></button>
  </div>`;
}

/** @param {{step: Step}} properties */
function BastionButtons({ step }) {
  if (!step.step.has_bastion || step.stage.value !== 'asked') return null;
  if (step.knightPlaced.value) {
    return html`<button type="button" class="button" data-action="no-bastion"
      onClick=${() => step.buildNothing()}>${t('rules.no_bastion')}</button>
      <button type="button" class="button" data-action="take-back"
        onClick=${() => step.takeBack()}>${t('table.take_back')}</button>`;
  }
  return html`<button type="button" class="button bastion-button" data-action="bastion"
    aria-pressed=${step.isBastion.value}
    onClick=${() => step.toggleBastion()}><${Piece} name="bastion" size="1.3em" />${t('table.bastion')}</button>`;
}

/** An arrow that leads on. */
export function Arrow() {
  return html`<svg viewBox="0 0 16 16" class="icon" aria-hidden="true"><path d="M3 8h9.5M8.5 4l4 4-4 4" /></svg>`;
}
