/** Choosing a record to look at: a file, dropped or picked, or pasted text. */

import { html, signal, useState } from './lib.js';
import { Refused, ask } from './api.js';
import { refusalWords, t } from './words.js';

/** @typedef {import('./protocol.js').Replay} Replay */
/** @typedef {{replay: Replay, text: string, name: string}} Opened */

const LARGEST = 200_000;

/** The record that was opened last; the pages of replays and reviews show the same. */
export const opened = signal(/** @type {Opened|null} */ (null));

/** The way to another record: puts the opened one away. */
export function OtherRecord() {
  return html`<button type="button" class="button quiet" data-action="other-record"
    onClick=${() => {
      opened.value = null;
    }}>${t('replay.other')}</button>`;
}

/**
 * The sheet that takes a record.
 * @param {{title: string, about: string}} props
 */
export function Upload({ title, about }) {
  const [problem, setProblem] = useState('');
  const [isOver, setOver] = useState(false);
  const [isBusy, setBusy] = useState(false);
  /** @param {string} text @param {string} name */
  const open = async (text, name) => {
    setBusy(true);
    try {
      opened.value = { replay: await ask('POST', '/api/replay', { body: text }), text, name };
    } catch (error) {
      setProblem(error instanceof Refused ? refusalWords(error.refusal) : t('replay.unreadable'));
    } finally {
      setBusy(false);
    }
  };
  /** @param {FileList|null|undefined} files */
  const take = async (files) => {
    const file = files?.[0];
    if (!file) return;
    if (file.size > LARGEST) setProblem(t('replay.too_large'));
    else await open(await file.text(), file.name);
  };
  /** @param {DragEvent} event */
  const drop = (event) => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer?.files);
  };
  /** @param {SubmitEvent} event */
  const paste = (event) => {
    event.preventDefault();
    const text = String(new FormData(/** @type {HTMLFormElement} */ (event.currentTarget)).get('record') ?? '').trim();
    if (text) open(`${text}\n`, 'record.rhg');
  };
  return html`<main class="upload" data-page="replay-upload">
    <h1>${title}</h1>
    <p class="soft">${about}</p>
    <label class="drop" data-over=${isOver} onDragOver=${(/** @type {Event} */ event) => {
      event.preventDefault();
      setOver(true);
    }}
        onDragLeave=${() => setOver(false)} onDrop=${drop}>
      <input class="unseen" type="file" accept=".rhg,text/plain" data-field="file" disabled=${isBusy}
        onChange=${(/** @type {any} */ event) => take(event.currentTarget.files)} />
      <span class="button primary" aria-hidden="true">${t('replay.pick')}</span>
      <span class="unseen">${t('replay.pick')}</span>
      <span class="soft">${t('replay.drop')}</span>
    </label>
    <form class="paste" onSubmit=${paste}>
      <label class="field"><span>${t('replay.paste')}</span>
        <textarea name="record" rows="6" spellcheck="false" data-field="record"
          placeholder='[Format "rhg1"]'></textarea></label>
      <button class="button" data-action="open-record" disabled=${isBusy}>${t('replay.open')}</button>
    </form>
    <p class="upload-problem" role="alert">${problem}</p>
  </main>`;
}
