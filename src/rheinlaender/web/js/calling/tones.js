/** Short tones, once somebody has touched the page: before that browsers let nothing sound. */

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
const TOUCHES = ['pointerdown', 'keydown'];

let context = /** @type {AudioContext|null} */ (null);

/**
 * Let tones be heard from the first touch on, also when the page is hidden later.
 * @returns {() => void} stops waiting for it
 */
export function unlock() {
  const wake = () => {
    context ??= new AudioContext();
    if (context.state === 'suspended') void context.resume();
    stop();
  };
  const stop = () => {
    for (const touch of TOUCHES) removeEventListener(touch, wake, true);
  };
  for (const touch of TOUCHES) addEventListener(touch, wake, true);
  if (navigator.userActivation?.hasBeenActive) wake();
  return stop;
}

/**
 * Play a tone, if the page was touched.
 * @param {keyof typeof TONES} name
 */
export function sing(name) {
  if (context?.state !== 'running') return;
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
