/** Keys of a page, as long as nothing lies over it: no dialog, and no answer to "why?". */

import { useEffect } from '../lib.js';
import { isAnswering } from './why.js';

/**
 * Listens to the keys while a page is shown.
 * @template T
 * @param {T} subject  what the keys act on
 * @param {(subject: T, event: KeyboardEvent) => ((subject: T) => void)|undefined} actOf  what a key does, if anything
 */
export function useKeys(subject, actOf) {
  useEffect(() => {
    /** @param {KeyboardEvent} event */
    const press = (event) => {
      if (event.defaultPrevented || document.querySelector('dialog[open]') || isAnswering()) return;
      const act = actOf(subject, event);
      if (!act) return;
      event.preventDefault();
      act(subject);
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [subject]);
}
