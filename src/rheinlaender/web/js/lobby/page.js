/** The lobby: public tables that wait for players or can be watched. */

import { html, useEffect, useState } from '../lib.js';
import { RefusedPage } from '../lost.js';
import { PageHeader } from '../menu.js';
import { LONGEST_NAME, TABLE_SIZES, myName, nameToUse, openTable, setMyName, usual } from '../open.js';
import { LANGUAGES, language, t } from '../words.js';
import { LobbyLine, strengthWords } from './line.js';
import { ANY, page, refused, seen, useLooking, want, wanted } from './looking.js';

/** @typedef {import('../protocol.js').LobbyTable} LobbyTable */

/** @type {import('../protocol.js').Strength[]} */
const STRENGTHS = ['new', 'relaxed', 'practised', 'strong'];

/** The page. */
export function LobbyPage() {
  useLooking();
  useEffect(() => {
    document.title = `${t('settings.lobby')} – ${t('drawing.title')}`;
  }, [language.value]);
  if (refused.value?.code === 'lobby_off') return html`<${RefusedPage} refusal=${refused.value} />`;
  const found = seen.value;
  return html`
    <${PageHeader} />
    <main class="lobby" data-page="lobby" aria-busy=${!found}>
      <header class="lobby-head">
        <h1>${t('settings.lobby')}</h1>
        <p>${t('lobby.about')}</p>
      </header>
      <div class="lobby-choices">
        <label class="field"><span>${t('home.you_play_as')}</span>
          <input type="text" data-field="name" autocomplete="nickname" maxlength=${LONGEST_NAME}
            placeholder=${t('home.guest')} value=${myName.value}
            onInput=${(/** @type {any} */ event) => setMyName(event.currentTarget.value)} /></label>
        <${Filters} />
        <p class="small soft lobby-strength">${t('lobby.strength_about')}</p>
      </div>
      <p class="unseen" role="status">${
        found && t('lobby.status', { waiting: found.waiting, playing: found.playing })
      }</p>
      ${found && found.pages === 0 && html`<${Empty} />`}
      ${
        found &&
        html`<${Tables} stage="waiting" title=${t('lobby.waiting')} tables=${found.tables} />
        <${Tables} stage="playing" title=${t('lobby.playing')} tables=${found.tables} />
        <${Pages} pages=${found.pages} />`
      }
      ${found && found.pages > 0 && html`<${OpenOne} />`}
    </main>`;
}

/** What is looked for. */
function Filters() {
  const languages = Object.entries(LANGUAGES).map(([value, label]) => ({ value, label }));
  const paces = [
    { value: 'live', label: t('home.pace_live') },
    { value: 'days', label: t('home.pace_days') },
  ];
  const sizes = TABLE_SIZES.map((size) => ({ value: String(size), label: String(size) }));
  const strengths = STRENGTHS.map((value) => ({ value, label: strengthWords(value) }));
  return html`<${Filter} name="language" label=${t('settings.language')} options=${languages} />
    <${Filter} name="pace" label=${t('home.pace')} options=${paces} />
    <${Filter} name="seats" label=${t('home.size')} options=${sizes} />
    <${Filter} name="strength" label=${t('lobby.strength')} options=${strengths} />`;
}

/**
 * @param {{name: keyof import('./looking.js').Wanted, label: string,
 *   options: {value: string, label: string}[]}} props
 */
function Filter({ name, label, options }) {
  return html`<label class="field"><span>${label}</span>
    <select data-pick=${name} value=${wanted.value[name]}
        onChange=${(/** @type {any} */ event) => want({ [name]: event.currentTarget.value })}>
      <option value="">${t('lobby.any')}</option>
      ${options.map(({ value, label: words }) => html`<option key=${value} value=${value}>${words}</option>`)}
    </select></label>`;
}

/** @param {{stage: LobbyTable['stage'], title: string, tables: LobbyTable[]}} props */
function Tables({ stage, title, tables }) {
  const these = tables.filter((table) => table.stage === stage);
  if (!these.length) return null;
  return html`<section data-list=${stage} aria-labelledby=${`lobby-${stage}`}>
    <h2 id=${`lobby-${stage}`}>${title}</h2>
    <ul class="lobby-list">${these.map((table) => html`<${LobbyLine} key=${table.table} table=${table} />`)}</ul>
  </section>`;
}

/** Nothing is open, or nothing of what is looked for. */
function Empty() {
  const isPicky = Object.values(wanted.value).some(Boolean);
  return html`<div class="lobby-empty" data-told="empty">
    <p>${t(isPicky ? 'lobby.none_wanted' : 'lobby.none')}</p>
    ${
      isPicky &&
      html`<p><button type="button" class="button quiet" data-action="show-all"
      onClick=${() => want(ANY)}>${t('lobby.show_all')}</button></p>`
    }
    <${OpenOne} />
  </div>`;
}

/** One click: a table for everybody, with three free seats. */
function OpenOne() {
  const [isOpening, setOpening] = useState(false);
  const open = async () => {
    setOpening(true);
    const free = /** @type {import('../protocol.js').SeatWish} */ ({ kind: 'open' });
    const me = /** @type {import('../protocol.js').SeatWish} */ ({ kind: 'person', name: nameToUse() });
    const company = /** @type {const} */ ({ stand_in: 'knight', ready_check: true, is_public: true });
    if (!(await openTable({ ...usual(), ...company, seats: [me, free, free, free] }))) setOpening(false);
  };
  return html`<p class="lobby-open"><button type="button" class="button" data-action="open-public" disabled=${isOpening}
    aria-busy=${isOpening} onClick=${open}>${t('lobby.open')}</button>
    <span class="small soft">${t('lobby.open_about')}</span></p>`;
}

/** @param {{pages: number}} props */
function Pages({ pages }) {
  if (pages < 2 && page.value === 0) return null;
  /** @param {number} step */
  const turn = (step) => () => {
    page.value += step;
  };
  return html`<p class="actions">
    <button type="button" class="button quiet" data-action="page-before" disabled=${page.value === 0}
      onClick=${turn(-1)}>${t('lobby.page_before')}</button>
    <button type="button" class="button quiet" data-action="page-after" disabled=${page.value >= pages - 1}
      onClick=${turn(1)}>${t('lobby.page_after')}</button>
  </p>`;
}
