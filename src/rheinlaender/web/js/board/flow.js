/**
 * A living river: the lines of the current drift downstream, a few small steps a second, so that it costs next to
 * nothing.
 */

import { html, useEffect, useRef } from '../lib.js';
import { motion } from '../settings.js';
import { Copied } from './copied.js';

const EVERY = 170;
const STEP = 0.9;
/** After so many units all patterns of dashes begin again together. */
const AROUND = 92_400;

/** @param {{box: string}} properties */
export function Flow({ box }) {
  const holder = useRef(/** @type {SVGSVGElement|null} */ (null));
  const isMoving = motion();
  useEffect(() => {
    if (!isMoving) return undefined;
    let drift = 0;
    const timer = setInterval(() => {
      if (document.hidden || !holder.current) return;
      drift = (drift + STEP) % AROUND;
      holder.current.style.strokeDashoffset = `${-drift}`;
    }, EVERY);
    return () => clearInterval(timer);
  }, [isMoving]);
  return html`<${Copied} class="board-flow" box=${box} parts=".current" holder=${holder} />`;
}
