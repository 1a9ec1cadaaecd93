/** Tones for what happens at the table while it is looked at; silent unless the person has asked for them. */
import { sing, unlock } from '../calling/tones.js';
import { effect } from '../lib.js';
import { sound } from '../settings.js';

/** @typedef {import('./scene.js').Scene} Scene */

/**
 * Plays a tone, if sound is on; whoever looks elsewhere is called, and hears nothing else.
 * @param {Parameters<typeof sing>[0]} name
 */
function play(name) {
  if (sound.peek() && !document.hidden) sing(name);
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
    if (isMine && !wasMine) play('turn');
    else if (frame && frame.seq !== shown && frame.entry.kind === 'turn') {
      play((frame.entry.events ?? []).some((event) => event.coins) ? 'coins' : 'knight');
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
function soundNudges({ connection, own }) {
  let heard = connection.frame.peek()?.seq ?? 0;
  return effect(() => {
    const frame = connection.frame.value;
    if (!frame || frame.seq <= heard) return;
    heard = frame.seq;
    if (frame.entry.kind === 'nudged' && own.peek().includes(frame.entry.seat)) play('turn');
  });
}
