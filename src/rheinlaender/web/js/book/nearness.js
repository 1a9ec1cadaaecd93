/** Boards are drawn only near the window, and all of them for the printer. */

import { signal, useEffect, useRef, useState } from '../lib.js';

const FAR = '900px 0px';

/** Whether the page is being printed. */
export const isPrinting = signal(false);

/**
 * Whether an element is near the window.
 * @returns {[{current: HTMLDivElement|null}, boolean]}
 */
export function useNearness() {
  const element = useRef(/** @type {HTMLDivElement|null} */ (null));
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    if (!element.current) return undefined;
    const observer = new IntersectionObserver((entries) => setNear(entries[entries.length - 1].isIntersecting), {
      rootMargin: FAR,
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, []);
  return [element, isNear];
}

/** Follow the printer: everything is drawn, and in daylight. */
export function usePrinting() {
  useEffect(() => {
    const root = document.documentElement;
    let theme = root.dataset.theme;
    const begin = () => {
      if (isPrinting.peek()) return;
      theme = root.dataset.theme;
      root.dataset.theme = 'light';
      isPrinting.value = true;
    };
    const end = () => {
      root.dataset.theme = theme;
      isPrinting.value = false;
    };
    addEventListener('beforeprint', begin);
    addEventListener('afterprint', end);
    return () => {
      removeEventListener('beforeprint', begin);
      removeEventListener('afterprint', end);
    };
  }, []);
}
