/** Tones for what happens at the table while it is looked at; silent unless the person has asked for them. */
import { isNight } from '../calling/night.js';
import { sing, unlock } from '../calling/tones.js';
import { effect } from '../lib.js';
import { sound } from '../settings.js';

/** @typedef {import('./scene.js').Scene} Scene */

/**
 * Plays a tone, if sound is on and it is not night; whoever looks elsewhere is called, and hears nothing else.
 * @param {Scene} scene
 * @param {Parameters<typeof sing>[0]} name
 */
function play(scene, name) {
  if (sound.peek() && !document.hidden && !isNight(scene.table.peek()?.night, new Date())) sing(name);
}

/**
 * Lets the table sound: a knight placed, coins paid, one's own turn.
 * @param {Scene} scene
 * @returns {() => void} stops it
 */
export function soundTable(scene) {
  let shown = scene.story.shown.peek()?.seq;
  let wasMine = scene.isMine.peek();
  const stopWaiting = unlock();
  const stopNudges = soundNudges(scene);
  const stopTurns = effect(() => {
    const frame = scene.story.shown.value;
    const isMine = scene.isMine.value && !scene.story.isTelling.value;
    if (isMine && !wasMine) play(scene, 'turn');
    else if (frame && frame.seq !== shown && frame.entry.kind === 'turn') {
      play(scene, (frame.entry.events ?? []).some((event) => event.coins) ? 'coins' : 'knight');
    }
    shown = frame?.seq;
    wasMine = isMine;
  });
  return () => {
    stopWaiting();
    stopNudges();
    stopTurns();
  };
}

/**
 * Whoever is nudged hears the call to the turn again.
 * @param {Scene} scene
 */
function soundNudges(scene) {
  const { connection, own } = scene;
  let heard = connection.frame.peek()?.seq ?? 0;
  return effect(() => {
    const frame = connection.frame.value;
    if (!frame || frame.seq <= heard) return;
    heard = frame.seq;
    if (frame.entry.kind === 'nudged' && own.peek().includes(frame.entry.seat)) play(scene, 'turn');
  });
}
