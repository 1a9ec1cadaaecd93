/** Advice: what a good player would consider, and why. */
import { ask } from '../api.js';
import { batch, html } from '../lib.js';
import { reasonWords, t } from '../words.js';

/** @typedef {import('./scene.js').Scene} Scene */

/**
 * Asks for advice on the next decision and marks what it says.
 * @param {Scene} scene
 */
export async function askHint(scene) {
  const { turn } = scene;
  const number = scene.newest.peek()?.turn ?? 0;
  if (!scene.isMine.peek() || scene.isCovered.peek()) return;
  const moves = turn.isBastion.peek() ? turn.plan.peek().slice(0, 1) : [];
  try {
    const hint = await ask('POST', `/api/tables/${scene.id}/hint`, { body: { moves }, secret: scene.secret });
    batch(() => {
      if (turn.plan.peek().length === 0) turn.reset();
      scene.hint.value = { ...hint, turn: number };
    });
  } catch (error) {
    turn.refusal.value = /** @type {any} */ (error).refusal;
  }
}

/**
 * The advice in words, with a button that plans it.
 * @param {{scene: Scene}} properties
 */
export function Hint({ scene }) {
  const { turn, hint, newest } = scene;
  if (!hint.value || hint.value.turn !== newest.value?.turn || !scene.isMine.value) return null;
  const { move, reasons } = hint.value;
  const found = turn.legal.value.find((each) => each.move === move);
  return html`<div class="hint" data-hint=${move}>
    <p><strong>${hintWords(move, found)}</strong> ${reasons.map((reason) => reasonWords(reason, scene.names.value)).join(' ')}</p>
    ${!turn.plan.value.includes(move) && move !== '.' && html`<button type="button" class="button quiet" data-action="follow-hint"
      onClick=${() => follow(scene, move)}>${t('table.hint_follow')}</button>`}
    <button type="button" class="button quiet" aria-label=${t('shell.close')} onClick=${() => { hint.value = null; }}>×</button>
  </div>`;
}

/**
 * Plans what the advice says.
 * @param {Scene} scene
 * @param {string} move
 */
function follow({ turn }, move) {
  const found = turn.legal.peek().find((each) => each.move === move);
  if (found) turn.planMove(found);
  else if (turn.isBastion.peek()) turn.touchField(move.slice(1));
}

/**
 * @param {string} move
 * @param {import('../types.js').Move|undefined} found
 */
function hintWords(move, found) {
  if (move === '.') return t('table.hint_no_bastion');
  if (move.startsWith('@')) return t('table.hint_bastion', { field: move.slice(1) });
  if (found?.kind === 'change') return t('table.hint_change', { card: found.card });
  return t('table.hint_knight', { card: found?.card ?? move, field: found?.field ?? move });
}
