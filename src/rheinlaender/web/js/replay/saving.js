/** The buttons that save what a replay shows. */

import { html, useState } from '../lib.js';
import { Refused } from '../api.js';
import { saveFile } from '../file.js';
import { replayLink, useInvitation } from '../links.js';
import { copy } from '../qr.js';
import { notify } from '../notice.js';
import { refusalWords, t } from '../words.js';
import { pictureOf } from './picture.js';
import { drawPng, fetchBoard, fetchRecord } from './save.js';

/**
 * Where a replay comes from: a table, or a file's text.
 * @typedef {{table: string|null, text: string|null, name: string, seat: string, secret: string|null}} Source
 */

/**
 * Link, record, picture.
 * @param {{player: import('./player.js').Player, source: Source}} props
 */
export function SaveMenu({ player, source }) {
  const [isBusy, setBusy] = useState(false);
  const { turn } = player;
  useInvitation();
  const picture = `rheinlaender-${turn}`;
  /** @param {() => Promise<void>} work */
  const attempt = async (work) => {
    setBusy(true);
    try {
      await work();
    } catch (error) {
      notify(error instanceof Refused ? refusalWords(error.refusal) : t('replay.not_saved'), 'bad');
    } finally {
      setBusy(false);
    }
  };
  const saveRecord = async () =>
    saveFile(
      source.text ?? (await fetchRecord(source.table ?? '', source.seat, source.secret)),
      source.name,
      'text/plain',
    );
  const board = async () =>
    source.table
      ? fetchBoard(source.table, turn, source.seat === '*' ? '-' : source.seat, source.secret)
      : pictureOf(/** @type {Element} */ (document.querySelector('.replay-board')));
  const saveSvg = async () => saveFile(await board(), `${picture}.svg`, 'image/svg+xml');
  const savePng = async () => saveFile(await drawPng(await board()), `${picture}.png`, 'image/png');
  return html`<div class="save-menu actions">
    ${
      source.table &&
      html`<${SaveButton} name="copy-link" label=${t('replay.copy_link')} isBusy=${isBusy}
      onClick=${() => copy(replayLink(source.table ?? '', turn))} />`
    }
    <${SaveButton} name="save-record" label=${t('replay.save_record')} isBusy=${isBusy}
      onClick=${() => attempt(saveRecord)} />
    <${SaveButton} name="save-svg" label=${t('replay.save_svg')} isBusy=${isBusy} onClick=${() => attempt(saveSvg)} />
    <${SaveButton} name="save-png" label=${t('replay.save_png')} isBusy=${isBusy} onClick=${() => attempt(savePng)} />
  </div>`;
}

/** @param {{name: string, label: string, isBusy: boolean, onClick: () => void}} props */
function SaveButton({ name, label, isBusy, onClick }) {
  return html`<button type="button" class="button quiet small" data-action=${name} disabled=${isBusy}
    onClick=${onClick}>${label}</button>`;
}
