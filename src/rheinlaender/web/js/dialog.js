/** Dialogs and other parts that every page uses. */

import { html, useEffect, useId, useRef } from './lib.js';
import { t } from './words.js';

/** @typedef {import('./lib.js').Children} Children */

/**
 * A dialog over the page; Escape, the cross and a click beside it close it.
 * @param {{title: string, onClose: () => void, children?: Children, name?: string, wide?: boolean}} props
 */
export function Dialog({ title, onClose, children, name, wide }) {
  const dialog = useRef(/** @type {HTMLDialogElement|null} */ (null));
  const heading = useId();
  useEffect(() => {
    const opener = /** @type {HTMLElement|null} */ (document.activeElement);
    dialog.current?.showModal();
    return () => opener?.focus?.();
  }, []);
  /** @param {Event} event */
  const cancel = (event) => {
    event.preventDefault();
    onClose();
  };
  /** @param {MouseEvent} event */
  const beside = (event) => {
    if (event.target === dialog.current) onClose();
  };
  return html`<dialog ref=${dialog} class=${wide ? 'dialog wide' : 'dialog'} data-dialog=${name}
      aria-labelledby=${heading} onCancel=${cancel} onMouseDown=${beside}>
    <div class="dialog-sheet">
      <header class="dialog-head">
        <h2 id=${heading}>${title}</h2>
        <button class="icon-button" type="button" data-action="close" aria-label=${t('shell.close')} onClick=${onClose}>
          <${Cross} />
        </button>
      </header>
      ${children}
    </div>
  </dialog>`;
}

/** A cross. */
export function Cross() {
  return html`<svg viewBox="0 0 16 16" class="icon" aria-hidden="true"><path d="M3.5 3.5l9 9m0-9l-9 9" /></svg>`;
}

/**
 * A choice of one among a few, side by side.
 * @template T
 * @param {{label: string, name: string, value: T, options: {value: T, label: string}[], onChange: (value: T) => void,
 *   hidden?: boolean}} props
 */
export function Choice({ label, name, value, options, onChange, hidden }) {
  const group = useId();
  return html`<fieldset class="choice" data-choice=${name}>
    <legend class=${hidden ? 'unseen' : ''}>${label}</legend>
    <div class="choice-row">
      ${options.map(
        (option) => html`<label key=${String(option.value)}>
        <input type="radio" name=${group} value=${String(option.value)} checked=${option.value === value}
          onChange=${() => onChange(option.value)} />
        <span>${option.label}</span>
      </label>`,
      )}
    </div>
  </fieldset>`;
}
