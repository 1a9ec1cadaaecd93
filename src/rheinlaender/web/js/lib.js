/** The libraries, in one place: components, hooks, markup and signals. */

import { h, render, Fragment, createContext } from '../vendor/preact.js';
import htm from '../vendor/htm.js';

export { h, render, Fragment, createContext };
export {
  useState,
  useEffect,
  useLayoutEffect,
  useRef,
  useMemo,
  useCallback,
  useContext,
  useId,
} from '../vendor/hooks.js';
export {
  signal,
  computed,
  effect,
  batch,
  untracked,
  useSignal,
  useComputed,
  useSignalEffect,
} from '../vendor/signals.js';

/** @typedef {import('preact').VNode<any>} VNode */
/** @typedef {import('preact').ComponentChildren} Children */
/**
 * @template T
 * @typedef {import('@preact/signals-core').Signal<T>} Signal
 */
/**
 * @template T
 * @typedef {import('@preact/signals-core').ReadonlySignal<T>} ReadonlySignal
 */

/**
 * Markup: html`<p class="x">${text}</p>`.
 * @type {(strings: TemplateStringsArray, ...values: any[]) => VNode}
 */
export const html = /** @type {any} */ (htm.bind(/** @type {any} */ (h)));
