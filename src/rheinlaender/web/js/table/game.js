/** The table while the game is played, and after: board, tray, side panel, and what lies over them. */
import { Board } from '../board/board.js';
import { keepTurning } from '../board/places.js';
import { spot } from '../board/spots.js';
import { late } from '../late.js';
import { effect, html, useEffect, useLayoutEffect, useMemo, useRef } from '../lib.js';
import { WhyAnswer } from '../clauses/why.js';
import { turnOf } from '../game/happenings.js';
import { motion, sound } from '../settings.js';
import { t } from '../words.js';
import { Announcer, announce } from './announce.js';
import { Banners } from './banners.js';
import { Caption, Steps } from './caption.js';
import { DuchyCard } from './duchy.js';
import { Grid } from './grid.js';
import { useTableKeys } from './keys.js';
import { drawnView, marksOf } from './marks.js';
import { Side } from './side.js';
import { Seats } from './seats.js';
import { TopBar } from './top.js';
import { touchField, touchSite } from './touch.js';
import { Tray } from './tray.js';

/** @typedef {import('./scene.js').Scene} Scene */

const Account = late(async () => (await import('./account.js')).Account);
const CallsDialog = late(async () => (await import('../calling/dialog.js')).CallsDialog);
const Help = late(async () => (await import('./help.js')).Help);
const EndDialog = late(async () => (await import('../company/ending.js')).loadDialog());
const ResignDialog = late(async () => (await import('../company/resign.js')).ResignDialog);
const ShareSeat = late(async () => (await import('./share.js')).ShareSeat);

/** Without a side panel: a narrow window, unless it is a tablet that stands. */
const NARROW = [
  '(max-width: 699px)',
  '(max-width: 999px) and (max-height: 899px)',
  '(max-width: 999px) and (min-aspect-ratio: 801/1000)',
].join();
/** So many targets glow less each. */
const MANY = 20;
const LOW = '(max-width: 999px) and (max-height: 719px)';

/**
 * The whole table.
 * @param {{scene: Scene}} properties
 */
export function GameTable({ scene }) {
  useTableKeys(scene);
  useMatch(NARROW, scene.isNarrow);
  useMatch(LOW, scene.isLow);
  useEffect(() => announce(scene), [scene]);
  useSound(scene);
  useLayoutEffect(keepTurning, []);
  useTitle(scene);
  useEffect(() => showSpots(scene), [scene]);
  useEffect(() => payVisibly(scene), [scene]);
  const isOver = scene.newest.value?.is_over && !scene.story.isTelling.value;
  const isAccount = isOver && scene.isAccount.value && !scene.story.isPast.value;
  return html`<div class="table-page" data-page="table" data-stage=${scene.table.value?.stage}
    data-mine=${scene.isMine.value}
    data-turn=${scene.newest.value?.turn} data-telling=${scene.story.isTelling.value}>
    <${TopBar} scene=${scene} />
    <${Banners} scene=${scene} />
    <main class="table-main">
      <h1 class="unseen">${t('table.title')}</h1>
      ${isAccount ? html`<${Account} scene=${scene} />` : html`<${BoardPlace} scene=${scene} isOver=${isOver} />`}
      <${Seats} scene=${scene} isStrip />
      <${Tray} scene=${scene} />
    </main>
    <${Side} scene=${scene} />
    <${Announcer} scene=${scene} />
    <${Overlay} scene=${scene} />
    <${WhyAnswer} />
  </div>`;
}

/** @param {{scene: Scene, isOver: boolean|undefined}} properties */
function BoardPlace({ scene, isOver }) {
  const view = useMemo(() => drawnView(scene), [scene]);
  const marks = useMemo(() => marksOf(scene), [scene]);
  const handle = useRef(/** @type {import('../board/board.js').Handle|null} */ (null));
  useEffect(
    () =>
      effect(() => {
        const { last, ghosts } = marks.value;
        const fields = [...ghosts.map((ghost) => ghost.field), ...(scene.story.told.value ? last : [])];
        if (fields.length > 0) handle.current?.focusOn(fields);
      }),
    [marks],
  );
  if (!view.value) return null;
  return html`<div class="board-place" data-look=${scene.seat.value} data-past=${scene.story.isPast.value}
    data-many=${marks.value.targets.size > MANY}>
    <${Board} view=${view.value} names=${scene.names.value} marks=${marks.value} cursor=${scene.cursor.value}
      handle=${handle}
      onField=${(/** @type {string} */ field) => touchField(scene, field)}
      onSite=${(/** @type {string} */ site) => touchSite(scene, site, marks.peek().targets)}
      onDuchy=${(/** @type {string} */ duchy) => {
        scene.pinned.value = scene.pinned.peek() === duchy ? null : duchy;
      }}
      onHover=${(/** @type {any} */ thing) => {
        scene.pointed.value = thing;
      }} />
    <${Grid} scene=${scene} />
    <${DuchyCard} scene=${scene} />
    <${Caption} scene=${scene} />
    <${Steps} scene=${scene} />
    ${
      isOver &&
      html`<button type="button" class="button primary view-account" data-action="view-account"
      onClick=${() => {
        scene.isAccount.value = true;
      }}>${t('table.view_account')}</button>`
    }
  </div>`;
}

/** @param {{scene: Scene}} properties */
function Overlay({ scene }) {
  const close = () => {
    scene.overlay.value = null;
  };
  if (scene.overlay.value === 'help') return html`<${Help} scene=${scene} onClose=${close} />`;
  if (scene.overlay.value === 'resign') return html`<${ResignDialog} scene=${scene} onClose=${close} />`;
  if (scene.overlay.value === 'end') return html`<${EndDialog} scene=${scene} onClose=${close} />`;
  if (scene.overlay.value === 'calls') return html`<${CallsDialog} table=${scene.id} onClose=${close} />`;
  if (scene.overlay.value === 'share' && scene.secret) {
    return html`<${ShareSeat} table=${scene.id} secret=${scene.secret}
      hasWatchers=${scene.table.value?.watchers} onClose=${close} />`;
  }
  return null;
}

/**
 * Lets the table sound where somebody has asked for it.
 * @param {Scene} scene
 */
function useSound(scene) {
  useEffect(() => {
    let stop = () => {};
    let isHere = true;
    if (sound.value) {
      import('./sound.js').then(({ soundTable }) => {
        if (isHere) stop = soundTable(scene);
      }, Boolean);
    }
    return () => {
      isHere = false;
      stop();
    };
  }, [scene, sound.value]);
}

/**
 * Lets coins fly from the bank to whoever is paid in a turn that comes to be shown.
 * @param {Scene} scene
 * @returns {() => void} stops it
 */
function payVisibly({ story }) {
  let before = story.shown.peek();
  return effect(() => {
    const frame = story.shown.value;
    const isNew = frame !== before && before !== null && story.step.peek() === null;
    before = frame;
    const paid = isNew && motion() ? (turnOf(frame?.entry)?.events ?? []).filter((event) => event.coins > 0) : [];
    if (paid.length > 0) void import('./coins.js').then(({ fly }) => fly(paid), Boolean);
  });
}

/**
 * Lets the board be seen where a place on it was asked for.
 * @param {Scene} scene
 * @returns {() => void} stops it
 */
function showSpots(scene) {
  return effect(() => {
    if (!spot.value?.isHeld) return;
    scene.sheet.value = null;
    scene.isAccount.value = false;
  });
}

/**
 * Keeps in a signal whether the window is as a media query says.
 * @param {string} media
 * @param {import('../lib.js').Signal<boolean>} matches
 */
function useMatch(media, matches) {
  useEffect(() => {
    const query = matchMedia(media);
    const look = () => {
      matches.value = query.matches;
    };
    look();
    query.addEventListener('change', look);
    return () => query.removeEventListener('change', look);
  }, [media, matches]);
}

/**
 * The window's title says whose turn it is.
 * @param {Scene} scene
 */
function useTitle(scene) {
  const title = scene.isCalled.value ? `● ${t('table.your_turn')} – ${t('drawing.title')}` : t('drawing.title');
  useEffect(() => {
    document.title = title;
    return () => {
      document.title = t('drawing.title');
    };
  }, [title]);
}
