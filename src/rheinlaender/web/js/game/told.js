/** Texts in which the words that name places light them on the board. */

import { hold, leave, pointAt } from '../board/spots.js';
import { createContext, html, useContext } from '../lib.js';
import { has, language, named, piecesOf, refusalWords } from '../words.js';

/** @typedef {import('../types.js').Names} Names */
/** @typedef {import('../types.js').Arguments} Arguments */
/** @typedef {import('../board/spots.js').Spot} Spot */

/**
 * Arguments of texts that are places, and their kinds.
 * @type {Record<string, import('../board/spots.js').Kind>}
 */
const KINDS = { field: 'field', duchy: 'duchy', site: 'site', card: 'card' };
/** Marks that stand at the end of a word. */
const MARKS = /^[.,;:!?)…]+/;

/**
 * The text of a key, its places as words that light them. Whoever writes a text says by the names of its arguments what
 * is a place.
 * @param {string} key
 * @param {Arguments} values
 * @param {Names} [names]
 */
export function told(key, values, names = {}) {
  const shown = named(values, names);
  const pieces = piecesOf(key, values).map((piece) => {
    if (typeof piece === 'string') return piece;
    const word = shown[piece.name];
    const kind = KINDS[piece.name];
    return kind && values[piece.name] != null
      ? html`<${Place} kind=${kind} at=${values[piece.name]}>${word}<//>`
      : whole(word);
  });
  return kept(pieces.flat(Infinity).filter((piece) => piece !== ''));
}

/**
 * A text in which no line begins with the mark that follows a place.
 * @param {any[]} pieces
 */
function kept(pieces) {
  const isPlace = (/** @type {any} */ piece) => piece?.type === Place;
  return pieces.map((piece, number) => {
    if (!isPlace(piece)) return isPlace(pieces[number - 1]) ? unmarked(piece) : piece;
    const mark = MARKS.exec(String(pieces[number + 1]))?.[0];
    return mark ? html`<span class="kept">${piece}${mark}</span>` : piece;
  });
}

/** @param {any} piece */
function unmarked(piece) {
  return typeof piece === 'string' ? piece.replace(MARKS, '') : piece;
}

/**
 * What stands in a text as it is: words, or a text of its own.
 * @param {any} word
 */
function whole(word) {
  return typeof word === 'object' ? word : String(word);
}

/**
 * Such a text without its places, for whoever hears it.
 * @param {any} text
 * @returns {string}
 */
export function spoken(text) {
  if (Array.isArray(text)) return text.map(spoken).join('');
  return typeof text === 'object' ? spoken(text?.props.children ?? '') : String(text);
}

/**
 * Fields of which one may choose: "L17 or R17", each a word that lights its place.
 * @param {string[]} fields
 */
export function eitherOf(fields) {
  const either = new Intl.ListFormat(language.value, { type: 'disjunction' });
  return either
    .formatToParts(fields)
    .map(({ type, value }) => (type === 'element' ? html`<${Place} kind="field" at=${value}>${value}<//>` : value));
}

/**
 * An event as such a text.
 * @param {{name: string} & Arguments} event
 * @param {Names} names
 */
export function toldEvent(event, names) {
  return told(`event.${event.name}`, event, names);
}

/** Whether texts stand in a long list, whose places are walked by arrows instead of Tab. */
export const Listed = createContext(false);

/**
 * Arrows to the right and left walk over the places of a list, from its end on.
 * @param {KeyboardEvent} event
 */
export function walkPlaces(event) {
  const way = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!way || event.ctrlKey || event.metaKey || event.altKey) return;
  const list = /** @type {HTMLElement} */ (event.currentTarget);
  const all = /** @type {HTMLElement[]} */ ([...list.querySelectorAll('.place')]);
  const here = all.indexOf(/** @type {HTMLElement} */ (document.activeElement));
  const next = here === -1 ? all.length - 1 : here + way;
  all[Math.max(0, Math.min(all.length - 1, next))]?.focus();
  event.preventDefault();
}

/**
 * A refusal as such a text.
 * @param {import('../protocol.js').RefusalBody} refusal
 * @param {Names} names
 */
export function toldRefusal(refusal, names) {
  const key = `refusal.${refusal.code}`;
  return has(key) ? told(key, refusal.arguments ?? {}, names) : refusalWords(refusal, names);
}

/**
 * A word that names a place: pointed at or focused it lights the place, pressed it brings it into sight.
 * @param {Spot & {children?: any}} properties
 */
export function Place({ kind, at, children }) {
  const place = { kind, at };
  /** @param {PointerEvent} event */
  const point = (event) => {
    if (event.pointerType !== 'touch') pointAt(place);
  };
  const isListed = useContext(Listed);
  return html`<button type="button" class="place" data-place=${`${kind} ${at}`} tabindex=${isListed ? -1 : 0}
    onPointerEnter=${point} onPointerLeave=${leave} onFocus=${() => pointAt(place)} onBlur=${leave}
    onClick=${() => hold(place)}>${children}</button>`;
}

/**
 * What sites are called: by the fields beside them, because landmarks lie on their letters.
 * @param {import('../board/places.js').Places|null} places
 * @returns {Record<string, string>}
 */
export function siteNames(places) {
  return Object.fromEntries(Object.entries(places?.sites ?? {}).map(([site, { fields }]) => [site, joined(fields)]));
}

/**
 * Fields of one bank in short: "L22/23".
 * @param {string[]} fields
 */
function joined(fields) {
  const isOneBank = new Set(fields.map((field) => field[0])).size === 1;
  return isOneBank ? fields[0][0] + fields.map((field) => field.slice(1)).join('/') : fields.join('/');
}
