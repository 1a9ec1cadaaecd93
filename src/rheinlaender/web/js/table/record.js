/** Saving the record of a game as a file. */
import { ask } from '../api.js';
import { notify } from '../notice.js';
import { refusalWords } from '../words.js';

/**
 * Saves the record of a table as its own seat may know it; of a finished game all of it.
 * @param {import('./scene.js').Scene} scene
 */
export async function saveRecord(scene) {
  const seat = scene.newest.peek()?.is_over ? '*' : (scene.own.peek()[0] ?? '-');
  try {
    const text = await ask('GET', `/api/tables/${scene.id}/record?seat=${seat}`, { secret: scene.secret, text: true });
    saveText(text, `rheinlaender-${scene.id}.rhg`);
  } catch (error) {
    notify(refusalWords(/** @type {any} */ (error).refusal), 'bad');
  }
}

/**
 * @param {string} text
 * @param {string} name
 */
function saveText(text, name) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
