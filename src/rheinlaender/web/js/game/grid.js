/**
 * A part of the board as a grid of regions and three banks, for the keyboard and for those who listen. It is not seen;
 * its cursor is shown on the board.
 */
import { html, useRef, useSignal } from '../lib.js';
import { t } from '../words.js';
import { BANKS, bankWords } from './fields.js';

/** @typedef {{region: number, bank: number}} Cell */
/** @typedef {(region: number, bank: string, field: string) => string} FieldWords */

/**
 * A grid over some regions. Arrows move its cursor, Enter and the space bar touch the field.
 * @param {{places: import('../board/places.js').Places, regions: number[],
 *   cursor: import('../lib.js').Signal<string|null>,
 *   selected: string|null, wordsOf: FieldWords, onTouch: (field: string) => void}} properties
 */
export function FieldGrid({ places, regions, cursor, selected, wordsOf, onTouch }) {
  const here = useSignal(/** @type {Cell} */ ({ region: regions[0], bank: 0 }));
  const grid = useRef(/** @type {HTMLElement|null} */ (null));
  /** @param {Cell} cell */
  const fieldAt = (cell) => places.regions[cell.region][cell.bank];
  /** @param {KeyboardEvent} event */
  const press = (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Enter' || event.key === ' ') onTouch(fieldAt(here.peek()));
    else {
      const cell = moved(here.peek(), event.key, regions);
      if (!cell) return;
      focusCell(grid.current, cell);
    }
    event.preventDefault();
    event.stopPropagation();
  };
  return html`${
    cursor.value &&
    html`<p class="cursor-words" aria-hidden="true">
      ${wordsOf(here.value.region, BANKS[here.value.bank], fieldAt(here.value))}</p>`
  }
    <div class="unseen" role="grid" aria-label=${t('table.grid')} ref=${grid} aria-colcount=${regions.length}
      aria-rowcount="3" data-grid onKeyDown=${press} onFocusOut=${() => {
        cursor.value = null;
      }}>
    ${BANKS.map(
      (bank, row) => html`<div role="row" key=${bank}>
      <span role="rowheader">${bankWords(bank)}</span>
      ${regions.map((region) => {
        const field = places.regions[region][row];
        const isHere = here.value.region === region && here.value.bank === row;
        return html`<div role="gridcell" key=${region} data-cell=${`${bank}${region}`} tabindex=${isHere ? 0 : -1}
          aria-selected=${selected === field}
          onFocus=${() => {
            here.value = { region, bank: row };
            cursor.value = field;
          }}
          onClick=${() => onTouch(field)}>${wordsOf(region, bank, field)}</div>`;
      })}
    </div>`,
    )}
  </div>`;
}

/**
 * Gives the focus to a cell; the cursor follows it.
 * @param {HTMLElement|null} grid
 * @param {Cell} cell
 */
function focusCell(grid, { region, bank }) {
  /** @type {HTMLElement|null|undefined} */ (grid?.querySelector(`[data-cell="${BANKS[bank]}${region}"]`))?.focus();
}

/**
 * Where a key leads from a cell; null for keys that lead nowhere.
 * @param {Cell} cell
 * @param {string} key
 * @param {number[]} regions
 * @returns {Cell|null}
 */
export function moved({ region, bank }, key, regions) {
  const [first, last] = [regions[0], regions[regions.length - 1]];
  switch (key) {
    case 'ArrowLeft':
      return { region: Math.max(first, region - 1), bank };
    case 'ArrowRight':
      return { region: Math.min(last, region + 1), bank };
    case 'ArrowUp':
      return { region, bank: Math.max(0, bank - 1) };
    case 'ArrowDown':
      return { region, bank: Math.min(BANKS.length - 1, bank + 1) };
    case 'PageUp':
      return { region: Math.max(first, region - 10), bank };
    case 'PageDown':
      return { region: Math.min(last, region + 10), bank };
    case 'Home':
      return { region: first, bank };
    case 'End':
      return { region: last, bank };
    default:
      return null;
  }
}
