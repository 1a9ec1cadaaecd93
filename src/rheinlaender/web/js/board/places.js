/** The board as the server draws it: its places, its sheet and its symbols, each fetched once for the whole page. */

import { computed, signal } from '../lib.js';

/** @typedef {[number, number]} Point */
/** @typedef {import('../protocol.js').FieldPlace} FieldPlaces */
/** @typedef {import('../protocol.js').BoardPlaces} Places */
/** @typedef {import('../protocol.js').DuchyView} Duchy */

/** A window in which the board is larger when it is turned: high, and not too low for hand and seats besides. */
const UPRIGHT = '(max-aspect-ratio: 4/5) and (min-height: 700px)';

/** Whether the board of the page is turned by a quarter to the left. */
const isTurned = signal(false);
/** Whether the board could not be fetched. */
export const isMissing = signal(false);

/** The board as it lies, and turned. */
const lying = newBoard('');
const turned = newBoard('?turned=true');
const wanted = () => (isTurned.peek() ? turned : lying);
/** The board that is shown: while the one that is wanted is on its way, the other. */
const shown = computed(() => {
  const [first, other] = isTurned.value ? [turned, lying] : [lying, turned];
  const isThere = first.places.value && first.sheet.value;
  return isThere || !other.places.value || !other.sheet.value ? first : other;
});
export const places = computed(() => shown.value.places.value);
export const sheet = computed(() => shown.value.sheet.value);

let isSymbolsAsked = false;

/** @param {string} query */
function newBoard(query) {
  return {
    query,
    places: signal(/** @type {Places|null} */ (null)),
    sheet: signal(/** @type {SVGSVGElement|null} */ (null)),
    isPlacesAsked: false,
    isSheetAsked: false,
  };
}

/** Turn the board as the window wants it, once. */
export function turnBoard() {
  isTurned.value = globalThis.matchMedia?.(UPRIGHT).matches ?? false;
}

/** Turn the board whenever the window wants it; returns how to stop, with the board as it lies. */
export function keepTurning() {
  const upright = matchMedia(UPRIGHT);
  const look = () => {
    turnBoard();
    askForPlaces();
    askForSheet();
  };
  look();
  upright.addEventListener('change', look);
  return () => {
    upright.removeEventListener('change', look);
    isTurned.value = false;
  };
}

/** Fetch the places, unless that has begun. */
export function askForPlaces() {
  const board = wanted();
  if (board.isPlacesAsked) return;
  board.isPlacesAsked = true;
  void fetched(`/api/board${board.query}`)
    .then(async (answer) => {
      board.places.value = await answer.json();
    })
    .catch(() => {
      board.isPlacesAsked = false;
      isMissing.value = true;
    });
}

/** Fetch the sheet, unless that has begun. */
export function askForSheet() {
  const board = wanted();
  if (board.isSheetAsked) return;
  board.isSheetAsked = true;
  void svgAt(`/api/board.svg${board.query}`)
    .then((document) => {
      board.sheet.value = bare(document);
    })
    .catch(() => {
      board.isSheetAsked = false;
      isMissing.value = true;
    });
}

/**
 * Where the duke of a duchy stands on a board, which may be turned.
 * @param {Places} board
 * @param {Duchy} duchy
 * @returns {Point|null}
 */
export function thronePlace({ is_turned, height }, { at }) {
  if (!at) return null;
  return is_turned ? [at[1], height - at[0]] : [at[0], at[1]];
}

/** Put the symbols into the page, unless they are there. */
export function askForSymbols() {
  if (isSymbolsAsked) return;
  isSymbolsAsked = true;
  void svgAt('/api/symbols.svg')
    .then((symbols) => {
      symbols.setAttribute('aria-hidden', 'true');
      symbols.setAttribute('class', 'symbols');
      symbols.style.position = 'absolute';
      document.body.prepend(symbols);
    })
    .catch(() => {
      isSymbolsAsked = false;
    });
}

/** Try again what could not be fetched. */
export function askAgain() {
  isMissing.value = false;
  askForSymbols();
  askForPlaces();
  askForSheet();
}

/** @param {string} path */
async function fetched(path) {
  const answer = await fetch(path);
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer;
}

/**
 * @param {string} path
 * @returns {Promise<SVGSVGElement>}
 */
async function svgAt(path) {
  const text = await (await fetched(path)).text();
  const parsed = new DOMParser().parseFromString(text, 'image/svg+xml').documentElement;
  return /** @type {SVGSVGElement} */ (/** @type {unknown} */ (document.importNode(parsed, true)));
}

/**
 * The sheet without what the page says itself.
 * @param {SVGSVGElement} drawn
 */
function bare(drawn) {
  for (const part of drawn.querySelectorAll('title, script')) part.remove();
  return drawn;
}
