/** Advice: what a good player would do, what for and at what risk, and what else is nearly as good. */
import { ask } from '../api.js';
import { Cross } from '../dialog.js';
import { told } from '../game/told.js';
import { batch, html, useSignal } from '../lib.js';
import { t } from '../words.js';

/** @typedef {import('./scene.js').Scene} Scene */
/** @typedef {import('../protocol.js').LegalMove} Move */
/** @typedef {import('../protocol.js').Hint} Advice */
/** @typedef {import('../protocol.js').ReasonBody} Reason */

/** Reasons that the preview of the move does not tell. */
const UNFORESEEN = new Set(['waits', 'keeps_bastion', 'bars_way', 'guards', 'ends_ahead']);
/** So many reasons are told at once; the others are told to whoever wants more. */
const AT_ONCE = 2;

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
  const isWhole = useSignal(false);
  const advice = hint.value;
  if (!advice || advice.turn !== newest.value?.turn || !scene.isMine.value) return null;
  const isPlanned = turn.plan.value.some((each) => each.move === advice.move);
  const reasons = advice.reasons.filter((reason) => !isPlanned || UNFORESEEN.has(reason.name));
  return html`<div class="hint" data-hint=${advice.move}>
    <div class="hint-lines">
      <p><strong>${hintWords(advice)}</strong> ${reasonsOf(reasons, scene, isWhole.value)}</p>
      ${
        advice.risks.length > 0 &&
        html`<p class="hint-risk" data-hint-risk>${told('advice.but', {
          risks: reasonsOf(advice.risks, scene, isWhole.value),
        })}</p>`
      }
      ${advice.victory !== null && html`<p class="hint-next" data-hint-next>${nextWords(advice)}</p>`}
      ${isWhole.value && html`<${Rest} advice=${advice} />`}
    </div>
    <button type="button" class="icon-button" data-action="close-hint" aria-label=${t('shell.close')}
      onClick=${() => {
        hint.value = null;
      }}><${Cross} /></button>
    <div class="hint-buttons">
      ${!isPlanned && advice.kind !== 'none' && html`<${Follow} scene=${scene} advice=${advice} />`}
      ${
        hasMore(advice, reasons) &&
        html`<button type="button" class="button quiet" data-action="more-hint" aria-expanded=${isWhole.value}
        onClick=${() => {
          isWhole.value = !isWhole.value;
        }}>${t(isWhole.value ? 'advice.less' : 'advice.more')}</button>`
      }
    </div>
  </div>`;
}

/** @param {{scene: Scene, advice: Advice}} properties */
function Follow({ scene, advice }) {
  return html`<button type="button" class="button quiet" data-action="follow-hint"
    onClick=${() => follow(scene, advice)}>${t('table.hint_follow')}</button>`;
}

/**
 * Other moves with their chances, and who has thought.
 * @param {{advice: Advice}} properties
 */
function Rest({ advice }) {
  return html`${
    advice.others.length > 0 &&
    html`<p>${t('advice.others')}:</p>
    <ul class="hint-others">${advice.others.map(
      (other) => html`<li key=${other.move} data-other=${other.move}><span>${moveWords(other)}</span>
        ${other.victory !== null && html`<b>${percent(other.victory)} %</b>`}</li>`,
    )}</ul>`
  }
  <p class="soft">${t('advice.thought', { level: t(`level.${advice.by}`) })}</p>`;
}

/**
 * @param {Advice} advice
 * @param {Reason[]} reasons
 */
function hasMore({ others, risks }, reasons) {
  return others.length > 0 || Math.max(reasons.length, risks.length) > AT_ONCE;
}

/**
 * @param {Reason[]} reasons
 * @param {Scene} scene
 * @param {boolean} isWhole
 */
function reasonsOf(reasons, scene, isWhole) {
  const shown = isWhole ? reasons : reasons.slice(0, AT_ONCE);
  return shown.map((reason) => [told(`reason.${reason.name}`, reason, scene.names.value), ' ']);
}

/** @param {Advice} advice */
function nextWords({ victory, error, others }) {
  const best = percent(victory ?? 0);
  const share = `${best} ± ${Math.max(1, percent(error ?? 0))}`;
  const [next] = others;
  if (!next || next.victory === null) return t('advice.victory', { share });
  const worse = Math.max(0, best - percent(next.victory));
  return told(worse > 0 ? 'advice.next_worse' : 'advice.next_level', { share, worse, move: moveWords(next) });
}

/** @param {number} share */
function percent(share) {
  return Math.round(100 * share);
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

/**
 * A move within a sentence.
 * @param {Move} move
 */
function moveWords({ kind, card, field }) {
  const name = kind === 'none' || kind === 'bastion' || kind === 'change' ? kind : 'knight';
  return told(`advice.move.${name}`, { card, field });
}
