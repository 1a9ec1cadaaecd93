/** Parts of a page that are fetched when they are first shown. */

import { html, signal, useEffect } from './lib.js';

/** How long to wait before a part that did not come is asked for again, in milliseconds. */
const AGAIN_AFTER = 1000;

/**
 * A component that is fetched when it is first shown; until it is there, nothing is shown in its place.
 * @template Properties
 * @param {() => Promise<(properties: Properties) => any>} load
 * @returns {(properties: Properties) => any}
 */
export function late(load) {
  const part = signal(/** @type {{Part: any}|null} */ (null));
  return function Late(properties) {
    useEffect(() => {
      if (part.peek()) return undefined;
      let timer = 0;
      const ask = () => {
        load().then(
          (Part) => {
            part.value = { Part };
          },
          () => {
            timer = setTimeout(ask, AGAIN_AFTER);
          },
        );
      };
      ask();
      return () => clearTimeout(timer);
    }, []);
    return part.value && html`<${part.value.Part} ...${properties} />`;
  };
}
