/** The board as the server draws it: its places, its sheet and its symbols, each fetched once for the whole page. */

import { signal } from '../lib.js';

/** @typedef {[number, number]} Point */
/** @typedef {import('../protocol.js').FieldPlace} FieldPlaces */
/** @typedef {import('../protocol.js').BoardPlaces} Places */

/** @type {import('../lib.js').Signal<Places|null>} */
export const places = signal(null);

/** @type {import('../lib.js').Signal<SVGSVGElement|null>} */
export const sheet = signal(null);

/** Whether the board could not be fetched. */
export const isMissing = signal(false);

let isPlacesAsked = false;
let isSheetAsked = false;
let isSymbolsAsked = false;

/** Fetch the places, unless that has begun. */
export function askForPlaces() {
  if (isPlacesAsked) return;
  isPlacesAsked = true;
  void fetched('/api/board')
    .then(async (answer) => {
      places.value = await answer.json();
    })
    .catch(() => {
      isPlacesAsked = false;
      isMissing.value = true;
    });
}

/** Fetch the sheet, unless that has begun. */
export function askForSheet() {
  if (isSheetAsked) return;
  isSheetAsked = true;
  void svgAt('/api/board.svg')
    .then((document) => {
      sheet.value = bare(document);
    })
    .catch(() => {
      isSheetAsked = false;
      isMissing.value = true;
    });
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
 * The sheet without what the page has already (symbols) or says itself (titles).
 * @param {SVGSVGElement} drawn
 */
function bare(drawn) {
  for (const part of drawn.querySelectorAll('defs.symbols, title, script')) part.remove();
  return drawn;
}
