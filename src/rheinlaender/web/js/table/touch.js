/** Touching the board, by pointer or by keyboard. */

/** @typedef {import('./scene.js').Scene} Scene */

/**
 * A field was touched. Whatever is being told is finished first; in the past nothing can be done.
 * @param {Scene} scene
 * @param {string} field
 */
export function touchField(scene, field) {
  if (scene.story.isPast.peek()) return;
  leaveStory(scene);
  scene.turn.touchField(field);
}

/**
 * A site was touched: it stands for the one field beside it that is a target, if it is just one.
 * @param {Scene} scene
 * @param {string} site
 * @param {Set<string>} targets
 */
export function touchSite(scene, site, targets) {
  const fields = (scene.places.peek()?.sites[site]?.fields ?? []).filter((field) => targets.has(field));
  if (fields.length === 1) touchField(scene, fields[0]);
}

/**
 * A card was touched; whatever is being told or looked at is left for the present.
 * @param {Scene} scene
 * @param {number} number
 */
export function touchCard(scene, number) {
  leaveStory(scene);
  scene.turn.chooseCard(number);
}

/** @param {Scene} scene */
function leaveStory({ story }) {
  if (story.isTelling.peek() || story.isPast.peek() || story.recap.peek().length > 0) story.skip();
}
