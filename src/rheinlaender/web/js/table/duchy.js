/** The card of one duchy: who rules and leads, knights by seat, and what it is worth. */
import { Cross } from '../dialog.js';
import { html } from '../lib.js';
import { DukeFigure, Piece, Shield } from '../board/pieces.js';
import { thronePlace } from '../board/places.js';
import { Why } from '../clauses/why.js';
import { t } from '../words.js';
import { strengths } from './consequences.js';
import { nameOf } from '../game/views.js';
import { pointedDuchy } from './scene.js';

/** @typedef {import('./scene.js').Scene} Scene */
/** @typedef {import('../protocol.js').DuchyView} Duchy */
/** @typedef {import('../protocol.js').ViewBody} View */

/**
 * The card of the duchy at the pointer or cursor. It lies at the side of the board where the duchy is not.
 * @param {{scene: Scene}} properties
 */
export function DuchyCard({ scene }) {
  const view = scene.view.value;
  const duchy = pointedDuchy(scene);
  if (!view || !duchy) return null;
  const names = scene.names.value;
  const places = scene.places.value;
  const isRight = places !== null && (thronePlace(places, duchy)?.[0] ?? 0) < places.width / 2;
  const isPinned = scene.pinned.value !== null;
  return html`<div class="duchy-card" data-duchy-card=${duchy.name} data-pinned=${isPinned}
    data-seat=${duchy.duke} data-side=${isRight ? 'right' : 'left'}>
    <header>${duchy.duke && html`<${DukeFigure} seat=${duchy.duke} size="2.4em" />`}
      <div><b>${duchy.duke ? t('table.duchy_of', { name: nameOf(names, duchy.duke) }) : t('table.duchy_of_nobody')}</b>
      <small>${leadWords(duchy, names)}</small></div>
      <span class="worth"><b>${duchy.worth}</b></span>
      ${
        isPinned &&
        html`<button type="button" class="icon-button" data-action="unpin" aria-label=${t('shell.close')}
        onClick=${() => {
          scene.pinned.value = null;
        }}><${Cross} /></button>`
      }
    </header>
    <ul class="strengths">${strengths(duchy).map(
      ([seat, count]) => html`<li key=${seat}>
      <${Shield} seat=${seat} size="1.2em" /><span>${nameOf(names, seat)}</span>
      <span class="pips" aria-hidden="true">${'•'.repeat(Math.min(count ?? 0, 12))}</span><b>${count}</b></li>`,
    )}</ul>
    <${Parts} duchy=${duchy} view=${view} />
    <${Questions} duchy=${duchy} isPinned=${isPinned} />
  </div>`;
}

/**
 * What can be asked about the duchy; a card that follows the pointer cannot be touched and says how to make it stay.
 * @param {{duchy: Duchy, isPinned: boolean}} properties
 */
function Questions({ duchy, isPinned }) {
  return html`<ul class="questions">
    <li><${Why} about=${duchy.duke ? ['leader', 'duke_installed'] : 'leader'} />${t('why.duke')}</li>
    <li><${Why} about="worth" />${t('why.worth')}</li>
    ${duchy.has_bishop && html`<li><${Why} about=${['bishop_installed', 'archbishop_named']} />${t('why.bishop')}</li>`}
  </ul>
  ${!isPinned && html`<p class="pin-words">${t('why.pin')}</p>`}`;
}

/**
 * What the worth is made of.
 * @param {{duchy: Duchy, view: View}} properties
 */
function Parts({ duchy, view }) {
  const sites = duchy.sites.filter((site) => view.landmarks[site]);
  if (!duchy.duke && sites.length === 0) return null;
  const ofDuke = duchy.worth - sites.reduce((sum, site) => sum + pointsOf(view.landmarks[site]), 0);
  return html`<ul class="worth-parts" aria-label=${t('table.worth', { worth: duchy.worth })}>
    ${duchy.duke && html`<li><${DukeFigure} seat=${duchy.duke} size="1.5em" title=${t('table.duke')} />${ofDuke}</li>`}
    ${sites.map(
      (site) => html`<li key=${site}>
      <${Piece} name=${view.landmarks[site]} size="1.7em"
        title=${t(`landmark.${view.landmarks[site]}`)} />${pointsOf(view.landmarks[site])}</li>`,
    )}
    ${
      duchy.has_bishop &&
      html`<li><${Piece} name="bishop" size="1.3em" title=${t('table.bishops', { count: 1 })} />
      </li>`
    }
  </ul>`;
}

/**
 * The number on a landmark: cities carry theirs in the name.
 * @param {string} landmark
 */
function pointsOf(landmark) {
  return Number(landmark.replace(/\D/g, '')) || 1;
}

/**
 * @param {Duchy} duchy
 * @param {import('../types.js').Names} names
 */
function leadWords(duchy, names) {
  return duchy.leader ? t('table.leads', { name: nameOf(names, duchy.leader) }) : t('table.nobody_leads');
}
