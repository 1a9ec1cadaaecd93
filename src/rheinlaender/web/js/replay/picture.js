/** The board as it is shown, as an SVG that stands alone: for records that no table of the server holds. */

const SVG = 'http://www.w3.org/2000/svg';
/** Properties that children take from their parents. */
const INHERITED = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'stroke-linecap',
  'stroke-linejoin',
  'stroke-opacity',
  'font-family',
  'font-size',
  'font-style',
  'font-weight',
  'letter-spacing',
  'text-anchor',
  'visibility',
  'paint-order',
];
/** Others, with the value that says nothing. */
const OWN = { opacity: '1', display: 'inline', filter: 'none', 'mix-blend-mode': 'normal', transform: 'none' };

/**
 * The text of an SVG with everything that the board shows; on paper, it is always light.
 * @param {Element} board
 */
export function pictureOf(board) {
  const { dataset } = document.documentElement;
  const { theme } = dataset;
  dataset.theme = 'light';
  try {
    return writePicture(board);
  } finally {
    dataset.theme = theme;
  }
}

/** @param {Element} board */
function writePicture(board) {
  const layers = [...board.querySelectorAll('svg.board-sheet, svg.board-play')];
  const box = layers[0].getAttribute('viewBox') ?? '0 0 1500 1000';
  const [, , width, height] = box.split(' ');
  const picture = document.createElementNS(SVG, 'svg');
  for (const [name, value] of Object.entries({ viewBox: box, width, height })) picture.setAttribute(name, value);
  picture.append(...[...document.querySelectorAll('svg.symbols > defs')].map((symbols) => symbols.cloneNode(true)));
  picture.append(...layers.map(asGroup));
  return new XMLSerializer().serializeToString(picture);
}

/** @param {Element} layer */
function asGroup(layer) {
  const group = document.createElementNS(SVG, 'g');
  const copy = /** @type {Element} */ (layer.cloneNode(true));
  writeStyle(layer, copy, null);
  group.setAttribute('style', copy.getAttribute('style') ?? '');
  group.append(...copy.childNodes);
  return group;
}

/**
 * Write what the page's style sheets say into a copy, where it differs from what its parent says.
 * @param {Element} shown
 * @param {Element} copy
 * @param {CSSStyleDeclaration|null} above
 */
function writeStyle(shown, copy, above) {
  const style = getComputedStyle(shown);
  const inherited = INHERITED.filter((name) => style.getPropertyValue(name) !== above?.getPropertyValue(name));
  const own = Object.entries(OWN)
    .filter(([name, usual]) => style.getPropertyValue(name) !== usual)
    .map(([name]) => name);
  copy.removeAttribute('class');
  const written = [...inherited, ...own].map((name) => `${name}:${style.getPropertyValue(name)}`).join(';');
  if (written) copy.setAttribute('style', written);
  for (const [place, child] of [...shown.children].entries()) writeStyle(child, copy.children[place], style);
}
