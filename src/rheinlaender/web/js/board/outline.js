/** Outlines as descriptions of SVG paths, and the border of fields that lie side by side. */

/** @typedef {import('./places.js').Point} Point */
/** @typedef {import('./places.js').Places} Places */

/** @param {Point[]} points */
export function pathOf(points) {
  return `M${points.map(([x, y]) => `${x} ${y}`).join('L')}Z`;
}

/**
 * The border of some fields taken together: the sides that no two of them share.
 * @param {Places} places
 * @param {Iterable<string>} fields
 */
export function borderOf(places, fields) {
  const outlines = [...fields].map((field) => places.fields[field]?.outline ?? []);
  return loopsOf(openSides(outlines)).map(pathOf).join('');
}

/**
 * What comes after each point along the sides that belong to one outline only.
 * @param {Point[][]} outlines
 */
function openSides(outlines) {
  /** @type {Map<string, [Point, Point]>} */
  const sides = new Map();
  for (const points of outlines) {
    points.forEach((start, number) => {
      const end = points[(number + 1) % points.length];
      const side = [String(start), String(end)].sort().join('|');
      if (String(start) === String(end)) return;
      if (!sides.delete(side)) sides.set(side, [start, end]);
    });
  }
  /** @type {Map<string, Point[]>} */
  const beyond = new Map();
  for (const [start, end] of sides.values()) {
    beyond.set(String(start), [...(beyond.get(String(start)) ?? []), end]);
    beyond.set(String(end), [...(beyond.get(String(end)) ?? []), start]);
  }
  return beyond;
}

/**
 * Walk along sides, each once, until every walk is back where it began.
 * @param {Map<string, Point[]>} beyond
 */
function loopsOf(beyond) {
  /** @type {Point[][]} */
  const loops = [];
  for (const start of beyond.keys()) {
    while (beyond.get(start)?.length) loops.push(walk(beyond, start));
  }
  return loops;
}

/**
 * @param {Map<string, Point[]>} beyond
 * @param {string} start
 */
function walk(beyond, start) {
  /** @type {Point[]} */
  const loop = [];
  let here = start;
  for (let next = beyond.get(here)?.pop(); next; next = beyond.get(here)?.pop()) {
    const back = beyond.get(String(next)) ?? [];
    back.splice(
      back.findIndex((point) => String(point) === here),
      1,
    );
    loop.push(next);
    here = String(next);
  }
  return loop;
}

/**
 * The smallest rectangle around fields and the sites beside them, with room around it: [left, top, width, height].
 * @param {Places} places
 * @param {Iterable<string>} fields
 * @param {number} room
 * @returns {[number, number, number, number]}
 */
export function boxAround(places, fields, room) {
  const points = [...fields].flatMap((field) => [
    ...(places.fields[field]?.outline ?? []),
    places.fields[field]?.beside ?? [],
  ]);
  const [xs, ys] = [0, 1].map((axis) => points.map((point) => point[axis]).filter((number) => number !== undefined));
  if (!xs.length)
    return [-places.margin, -places.margin, places.width + 2 * places.margin, places.height + 2 * places.margin];
  const [left, top] = [Math.min(...xs) - room, Math.min(...ys) - room];
  return [left, top, Math.max(...xs) + room - left, Math.max(...ys) + room - top];
}

/**
 * Where a crop lies in a frame of another shape: what else the frame shows is map, not what is beyond its edge.
 * @param {Places} board
 * @param {number[]} box
 */
export function alignment({ width, height, margin }, [left, top, wide, tall]) {
  const [x, y] = [(left + margin) / (width + 2 * margin - wide), (top + margin) / (height + 2 * margin - tall)];
  const [across, down] = [x, y].map((share) => (share < 0.3 ? 'Min' : share > 0.7 ? 'Max' : 'Mid'));
  return `x${across}Y${down}`;
}
