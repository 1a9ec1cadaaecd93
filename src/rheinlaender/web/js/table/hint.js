/** Advice: what a good player would consider, and why. */
import { ask } from '../api.js';
import { Cross } from '../dialog.js';
import { batch, html } from '../lib.js';
import { told } from '../game/told.js';
import { t } from '../words.js';

/** @typedef {import('./scene.js').Scene} Scene */
/** @typedef {import('../protocol.js').LegalMove} Move */

/** Reasons that the preview of the move does not tell. */
const UNFORESEEN = new Set(['waits', 'keeps_bastion', 'bars_way', 'guards']);

/**
 * Asks for advice on the next decision and marks what it says.
 * @param {Scene} scene
 */
export async function askHint(scene) {
  const { turn } = scene;
  const number = scene.newest.peek()?.turn ?? 0;
  if (!scene.isMine.peek() || scene.isCovered.peek()) return;
  const plan = turn.plan.peek();
  const moves = turn.isBastion.peek() ? turn.knight().map(({ move }) => move) : [];
  try {
    const hint = await ask('POST', `/api/tables/${scene.id}/hint`, { body: { moves }, secret: scene.secret });
    if (turn.plan.peek() !== plan) return;
    batch(() => {
      if (plan.length === 0) turn.reset();
      scene.hint.value = { ...hint, turn: number };
    });
  } catch (error) {
    if (turn.plan.peek() === plan) turn.refusal.value = /** @type {any} */ (error).refusal;
  }
}

/**
 * The advice in words, with a button that plans it; once it is planned, what the preview tells is not said again.
 * @param {{scene: Scene}} properties
 */
export function Hint({ scene }) {
  const { turn, hint, newest } = scene;
  if (!hint.value || hint.value.turn !== newest.value?.turn || !scene.isMine.value) return null;
  const { move, kind } = hint.value;
  const isPlanned = turn.plan.value.some((each) => each.move === move);
  const reasons = hint.value.reasons.filter((reason) => !isPlanned || UNFORESEEN.has(reason.name));
  if (isPlanned && reasons.length === 0) return null;
  const close = () => {
    hint.value = null;
  };
  return html`<div class="hint" data-hint=${move}>
    <p><strong>${hintWords(hint.value)}
      </strong> ${reasons.map((reason) => [told(`reason.${reason.name}`, reason, scene.names.value), ' '])}</p>
    <button type="button" class="icon-button" data-action="close-hint" aria-label=${t('shell.close')}
      onClick=${close}><${Cross} /></button>
    ${
      !isPlanned &&
      kind !== 'none' &&
      html`<button type="button" class="button quiet" data-action="follow-hint"
      onClick=${() => follow(scene, /** @type {Move} */ (hint.value))}>${t('table.hint_follow')}</button>`
    }
  </div>`;
}

/**
 * Plans what the advice says.
 * @param {Scene} scene
 * @param {Move} move
 */
function follow({ turn }, move) {
  if (move.card !== null) turn.planMove(move);
  else if (turn.isBastion.peek() && move.field) turn.touchField(move.field);
}

/** @param {Move} move */
function hintWords({ kind, card, field }) {
  if (kind === 'none') return t('table.hint_no_bastion');
  if (kind === 'bastion') return told('table.hint_bastion', { field });
  if (kind === 'change') return told('table.hint_change', { card });
  return told('table.hint_knight', { card, field });
}
