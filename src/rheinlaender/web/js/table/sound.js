/** Short tones for what happens at the table; silent unless the person has asked for them. */
import { effect } from '../lib.js';
import { sound } from '../settings.js';

/** @typedef {import('./scene.js').Scene} Scene */

/** Notes in hertz, and when each begins in seconds. */
const TONES = {
  turn: [
    [523.25, 0],
    [659.25, 0.12],
    [783.99, 0.24],
  ],
  knight: [
    [196, 0],
    [147, 0.05],
  ],
  coins: [
    [1567.98, 0],
    [2093, 0.07],
  ],
};
const LENGTH = 0.22;

let context = /** @type {AudioContext|null} */ (null);

/**
 * Plays a tone, if sound is on.
 * @param {keyof typeof TONES} name
 */
function play(name) {
  if (!sound.peek() || document.hidden) return;
  context ??= new AudioContext();
  for (const [pitch, start] of TONES[name]) ring(context, pitch, context.currentTime + start);
}

/**
 * @param {AudioContext} audio
 * @param {number} pitch
 * @param {number} start
 */
function ring(audio, pitch, start) {
  const tone = audio.createOscillator();
  const loudness = audio.createGain();
  tone.type = 'triangle';
  tone.frequency.value = pitch;
  loudness.gain.setValueAtTime(0.0001, start);
  loudness.gain.exponentialRampToValueAtTime(0.12, start + 0.01);
  loudness.gain.exponentialRampToValueAtTime(0.0001, start + LENGTH);
  tone.connect(loudness).connect(audio.destination);
  tone.start(start);
  tone.stop(start + LENGTH);
}

/**
 * Lets the table sound: a knight placed, coins paid, one's own turn.
 * @param {Scene} scene
 * @returns {() => void} stops it
 */
export function soundTable(scene) {
  let shown = scene.story.shown.peek()?.seq;
  let wasMine = scene.isMine.peek();
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
