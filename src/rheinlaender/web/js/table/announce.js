/** The live region: moves, whose turn it is, refusals and consequences, said to those who listen. */
import { effect, html } from '../lib.js';
import { eventWords, refusalWords, t } from '../words.js';
import { toldEvents, turnWords } from '../game/happenings.js';
import { spoken } from '../game/told.js';
import { promptOf } from './prompt.js';

/** @typedef {import('./scene.js').Scene} Scene */

/**
 * The place where the words stand that are said.
 * @param {{scene: Scene}} properties
 */
export function Announcer({ scene }) {
  return html`<div class="unseen" role="status" aria-live="polite" aria-atomic="true"
    data-announcer>${scene.spoken.value}</div>`;
}

/**
 * Says what happens at the table.
 * @param {Scene} scene
 * @returns {() => void} stops it
 */
export function announce(scene) {
  const stops = [
    effect(() => say(scene, shownWords(scene))),
    effect(() => say(scene, foreseenWords(scene))),
    effect(() => say(scene, refusedWords(scene))),
    effect(() => say(scene, promptWords(scene))),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

/**
 * @param {Scene} scene
 * @param {string} words
 */
function say(scene, words) {
  if (words) scene.spoken.value = words;
}

/** @param {Scene} scene */
function shownWords({ story, names, isMine }) {
  const recap = isMine.value ? [] : story.recap.value;
  const entry = (story.told.value ?? recap[recap.length - 1])?.entry;
  return entry ? turnWords(entry, names.value) : '';
}

/**
 * What happened while one waited, where it is not told bit by bit, and then that one is to move.
 * @param {Scene} scene
 */
function promptWords(scene) {
  const { isCalled, story, turn, names } = scene;
  if (!isCalled.value || turn.plan.value.length > 0) return '';
  return [...story.recap.value.map(({ entry }) => turnWords(entry, names.value)), spoken(promptOf(scene))].join(' ');
}

/** @param {Scene} scene */
function foreseenWords({ turn, names }) {
  const preview = turn.preview.value;
  if (!preview) return '';
  const events = toldEvents(preview.events).map((event) => eventWords(event, names.value));
  return `${t('table.would_happen')} ${events.join(' ')}`;
}

/** @param {Scene} scene */
function refusedWords({ turn, names }) {
  if (turn.refusal.value) return refusalWords(turn.refusal.value, names.value);
  return turn.note.value ? t('table.no_card_for', { field: turn.note.value }) : '';
}
