/** Two games on two boards that go through their turns together. */

import { keepTurning } from '../board/places.js';
import { Choice } from '../dialog.js';
import { effect, html, useEffect, useLayoutEffect, useMemo, useState } from '../lib.js';
import { Controls } from '../replay/controls.js';
import { openPlayer, pressKey } from '../replay/player.js';
import { setHash } from '../router.js';
import { Chart } from '../today/lines.js';
import { t } from '../words.js';
import { hashOf, partedAt } from './pair.js';
import { SideBoard, SideHead, SideWords } from './side.js';
import { OwnTurns } from './turns.js';

/** @typedef {import('../protocol.js').DayGame} Game */
/** @typedef {import('../replay/player.js').Player} Player */
/** @typedef {import('./pair.js').Side} Side */
/** @typedef {import('./pair.js').Wish} Wish */
/** @typedef {import('./pair.js').Choice} ChosenGame */

/**
 * @param {{left: Game, right: Game, choices: ChosenGame[], levels: Side['levels'], turn: number,
 *   onWish: (wish: Wish) => void}} props
 */
export function Beside({ left, right, choices, levels, turn, onWish }) {
  const longer = left.steps.length < right.steps.length ? right : left;
  const player = useMemo(() => openPlayer({ frames: longer.steps }, turn), [left, right]);
  const parted = useMemo(() => partedAt(left.steps, right.steps), [left, right]);
  useLayoutEffect(keepTurning, []);
  useEffect(() => listen(player, left.game, right.game), [player]);
  const sides = sidesOf(choices, levels, left, right);
  const place = player.place.value;
  const goTo = (/** @type {number} */ wish) => player.step(wish - player.place.peek());
  const choose = (/** @type {Partial<Wish>} */ wish) =>
    onWish({ left: left.game, right: right.game, turn: player.place.peek(), ...wish });
  return html`<${Boards} sides=${sides} choices=${choices} player=${player} onChoose=${choose} />
    <${Controls} player=${player} />
    <${Parting} parted=${parted} place=${place} onGo=${goTo} />
    <p class="small soft">${t('today.lines_about')}</p>
    <${Chart} label=${sides.map((side) => endWords(side)).join(', ')} place=${place} parted=${parted}
      lines=${sides.map(lineOf).reverse()} onPick=${goTo} />
    <${OwnTurns} sides=${sides} place=${place} onGo=${goTo} />`;
}

/**
 * @param {ChosenGame[]} choices
 * @param {Side['levels']} levels
 * @param {Game} left
 * @param {Game} right
 * @returns {Side[]}
 */
function sidesOf(choices, levels, left, right) {
  const chosen = (/** @type {Game} */ { game }) => choices.find((one) => one.game === game) ?? choices[0];
  return [
    { hand: 'left', choice: chosen(left), levels, steps: left.steps },
    { hand: 'right', choice: chosen(right), levels, steps: right.steps },
  ];
}

/** @param {Side} side */
function lineOf({ hand, choice }) {
  return { kind: hand, line: choice.result.line };
}

/** @param {Side} side */
function endWords({ choice: { words, result } }) {
  return t('today.ends_with', { name: words, coins: result.coins });
}

/**
 * Both games at a turn; where the window is narrow, one board at a time.
 * @param {{sides: Side[], choices: ChosenGame[], player: Player, onChoose: (wish: Partial<Wish>) => void}} props
 */
function Boards({ sides, choices, player, onChoose }) {
  const [front, setFront] = useState(sides[0].hand);
  const place = player.place.value;
  return html`<div class="compare-sides" data-front=${front}>
    ${sides.map(
      (side) => html`<${SideHead} key=${side.hand} side=${side} choices=${choices} place=${place}
      onChoose=${(/** @type {string} */ game) => onChoose({ [side.hand]: game })} />`,
    )}
    <div class="compare-front"><${Choice} name="front" label=${t('compare.whose_board')} hidden value=${front}
      options=${sides.map(({ hand, choice }) => ({ value: hand, label: choice.words }))} onChange=${setFront} /></div>
    ${sides.map((side) => html`<${SideBoard} key=${side.hand} side=${side} place=${place} />`)}
    ${sides.map(
      (side) => html`<${SideWords} key=${side.hand} side=${side} place=${place}
      isLive=${!player.isPlaying.value} />`,
    )}
  </div>`;
}

/**
 * Where the games part, and the way there.
 * @param {{parted: number|null, place: number, onGo: (turn: number) => void}} props
 */
function Parting({ parted, place, onGo }) {
  if (parted === null) return html`<p class="compare-parting" data-parted="never">${t('compare.never_parted')}</p>`;
  return html`<p class="compare-parting" data-parted=${parted}>
    <button type="button" class="button" data-action="parting" aria-disabled=${place === parted}
      onClick=${() => onGo(parted)}>${t('compare.parted', { turn: parted })}</button>
    <span class="soft" data-told="same">${place < parted ? t('compare.same_so_far') : ''}</span></p>`;
}

/**
 * Follow the keys, and write games and turn into the address.
 * @param {Player} player
 * @param {string} left
 * @param {string} right
 */
function listen(player, left, right) {
  /** @param {KeyboardEvent} event */
  const press = (event) => pressKey(event, player);
  addEventListener('keydown', press);
  const stop = effect(() => setHash(hashOf({ left, right, turn: player.place.value })));
  return () => {
    removeEventListener('keydown', press);
    stop();
    player.close();
  };
}
