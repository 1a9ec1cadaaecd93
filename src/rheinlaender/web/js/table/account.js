/** The end of the game: the final account and what can be done next. */
import { AccountPicture } from '../game/account.js';
import { html, signal } from '../lib.js';
import { notify } from '../notice.js';
import { giveString } from '../open.js';
import { Link, go } from '../router.js';
import { follow, secretOf } from '../secrets.js';
import { refusalWords, t } from '../words.js';
import { saveRecord } from './record.js';

/** @typedef {import('./scene.js').Scene} Scene */

const first = signal(/** @type {'clockwise'|'loser'} */ ('clockwise'));

/**
 * The final account with what can be done next.
 * @param {{scene: Scene}} properties
 */
export function Account({ scene }) {
  const view = scene.newest.value;
  if (!view?.result) return null;
  return html`<section class="account" data-account aria-labelledby="account-title">
    <${AccountPicture} view=${view} result=${view.result} names=${scene.names.value}
      own=${scene.own.value} turns=${scene.story.turns.value.map((frame) => frame.entry)} />
    ${scene.own.value !== '' && !scene.table.value?.rematch && html`<${RematchFirst} />`}
    <${AccountButtons} scene=${scene} />
  </section>`;
}

/** @param {{scene: Scene}} properties */
function AccountButtons({ scene }) {
  const isPlayer = scene.own.value !== '';
  const [way, words] = scene.table.value?.day ? ['today', 'home.today'] : ['', 'shell.to_home'];
  return html`<footer class="account-buttons"><div class="account-first">
    ${
      (isPlayer || scene.table.value?.rematch) &&
      html`<button type="button" class="button primary" data-action="rematch"
      onClick=${() => askRematch(scene)}>${t('table.rematch')}</button>`
    }
    <${Link} class="button" data-action="review" href=${`/review/${scene.id}`}>${t('table.review')}<//>
    </div><div class="account-rest">
    <button type="button" class="button" data-action="view-board"
      onClick=${() => {
        scene.isAccount.value = false;
      }}>${t('table.view_board')}</button>
    <${Link} class="button" data-action="replay" href=${`/replay/${scene.id}`}>${t('table.replay')}<//>
    <button type="button" class="button" data-action="save-record"
      onClick=${() => saveRecord(scene)}>${t('table.save_record')}</button>
    <${Link} class="button" data-action="verify" href=${`/verify/${scene.id}`}>${t('table.verify')}<//>
    <${Link} class="button quiet" data-action="home" href=${`/${way}`}>${t(words)}<//>
  </div></footer>`;
}

/** Who begins the rematch. */
function RematchFirst() {
  return html`<label class="rematch-first"><span>${t('table.rematch_first')}</span>
    <select data-pick="rematch-first" value=${first.value}
      onChange=${(/** @type {any} */ event) => {
        first.value = event.currentTarget.value;
      }}>
      <option value="clockwise">${t('table.rematch_clockwise')}</option>
      <option value="loser">${t('table.rematch_loser')}</option>
    </select></label>`;
}

/**
 * Opens the next table of the same players, or goes to it where it is open already.
 * @param {Scene} scene
 */
async function askRematch(scene) {
  try {
    const known = scene.table.peek()?.rematch;
    const wish = { first: first.peek(), gives_string: true };
    const next = known ?? (await scene.connection.command('rematch', wish)).table;
    follow(scene.id, next);
    if (!known) await giveString(next, secretOf(next));
    go(`/table/${next}`);
  } catch (error) {
    notify(refusalWords(/** @type {any} */ (error).refusal), 'bad');
  }
}
