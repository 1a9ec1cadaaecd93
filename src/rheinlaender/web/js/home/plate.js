/** A piece of the map in the middle of a game, framed like a printed plate. */

import { html } from '../lib.js';
import { Board } from '../board/board.js';
import { t } from '../words.js';
import { SCENE, SCENE_FIELDS } from './scene.js';

/** The plate. */
export function Plate() {
  return html`<figure class="plate">
    <div class="plate-sheet"><${Board} view=${SCENE} crop=${SCENE_FIELDS} animate=${false} label=${t('home.plate')} />
      </div>
    <figcaption class="small soft">${t('home.plate_caption')}</figcaption>
  </figure>`;
}
