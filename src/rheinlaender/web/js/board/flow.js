/**
 * A living river: the lines of the current drift downstream, a few small steps a second. It rests while somebody plans,
 * so that no click waits for it.
 */

import { html, useEffect, useRef } from '../lib.js';
import { motion } from '../settings.js';
import { Copied } from './copied.js';

const EVERY = 170;
const STEP = 0.9;
/** After so many units all patterns of dashes begin again together. */
const AROUND = 92_400;

/** @param {{box: string, isResting: boolean}} properties */
export function Flow({ box, isResting }) {
  const holder = useRef(/** @type {SVGSVGElement|null} */ (null));
  const drift = useRef(0);
  const isMoving = motion() && !isResting;
  useEffect(() => {
    if (!isMoving) return undefined;
    const timer = setInterval(() => {
      if (document.hidden || !holder.current) return;
      drift.current = (drift.current + STEP) % AROUND;
      holder.current.style.strokeDashoffset = `${-drift.current}`;
    }, EVERY);
    return () => clearInterval(timer);
  }, [isMoving]);
  return html`<${Copied} class="board-flow" box=${box} parts=".current" holder=${holder} />`;
}
