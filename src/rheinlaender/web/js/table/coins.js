/** Coins that fly from the bank to whoever is paid. */

import { lasting } from '../settings.js';

/** @typedef {import('../protocol.js').EventBody} GameEvent */

/** The most coins that fly for a payment, and how long and how far behind each other, in milliseconds. */
const MOST = 6;
const FLIGHT = 900;
const BEHIND = 110;

/**
 * Lets coins fly for some payments.
 * @param {GameEvent[]} payments
 */
export function fly(payments) {
  const from = middleOf(['.side[data-open="true"] [data-bank]', '.caption .coin', '.board-place']);
  for (const { seat, coins } of payments) {
    const to = middleOf([`[data-seat-panel="${seat}"] .coins`]);
    if (from && to) for (let number = 0; number < Math.min(coins, MOST); number += 1) flyOne(from, to, number);
  }
}

/**
 * @param {{x: number, y: number}} from
 * @param {{x: number, y: number}} to
 * @param {number} number
 */
function flyOne(from, to, number) {
  const coin = document.createElement('span');
  coin.className = 'flying-coin coin-face';
  coin.setAttribute('aria-hidden', 'true');
  document.body.append(coin);
  const [across, down] = [to.x - from.x, to.y - from.y];
  const flight = coin.animate(
    [
      { transform: `translate(${from.x}px, ${from.y}px) scale(0.6)`, opacity: 0 },
      { opacity: 1, offset: 0.15 },
      { transform: `translate(${from.x + across / 2}px, ${from.y + down / 2 - 40}px) scale(1.2)`, offset: 0.5 },
      { transform: `translate(${to.x}px, ${to.y}px) scale(0.8)`, opacity: 1 },
    ],
    { duration: lasting(FLIGHT), delay: lasting(BEHIND) * number, easing: 'ease-in-out', fill: 'both' },
  );
  flight.addEventListener('finish', () => coin.remove());
  flight.addEventListener('cancel', () => coin.remove());
}

/**
 * The middle of the first element that is seen.
 * @param {string[]} selectors
 */
function middleOf(selectors) {
  for (const element of selectors.flatMap((selector) => [...document.querySelectorAll(selector)])) {
    const { left, top, width, height } = element.getBoundingClientRect();
    if (width > 0 && element.checkVisibility({ visibilityProperty: true }))
      return { x: left + width / 2, y: top + height / 2 };
  }
  return null;
}
