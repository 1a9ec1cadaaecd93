/** The page that checks a deal: everything is worked out here, nothing is believed. */

import { UNREACHABLE, ask } from '../api.js';
import { html, useEffect, useState } from '../lib.js';
import { RefusedPage, WaitingPage } from '../lost.js';
import { PageHeader } from '../menu.js';
import { Link } from '../router.js';
import { secretOf } from '../secrets.js';
import { OtherRecord, Upload, opened } from '../upload.js';
import { language, t } from '../words.js';
import { checkRecord } from './checks.js';
import { canCheck } from './fair.js';

/** @typedef {import('./checks.js').Found} Found */
/** @typedef {import('../protocol.js').RefusalBody} Refusal */

const COMMAND = 'rheinlaender verify FILE.rhg';

/** @param {{id: string|null}} props */
export function VerifyPage({ id }) {
  useEffect(() => {
    document.title = `${t('fair.title')} – ${t('drawing.title')}`;
  }, [language.value]);
  const [text, refusal] = useRecord(id);
  if (refusal) return html`<${RefusedPage} refusal=${refusal} />`;
  if (!id && !text)
    return html`<${PageHeader} />
      <${Upload} title=${t('fair.title')} about=${t('fair.about')} />`;
  return text === null ? html`<${WaitingPage} />` : html`<${Checked} text=${text} table=${id} />`;
}

/**
 * The record of a table, or the one that was opened.
 * @param {string|null} id
 * @returns {[string|null, Refusal|null]}
 */
function useRecord(id) {
  const [text, setText] = useState(/** @type {string|null} */ (null));
  const [refusal, setRefusal] = useState(/** @type {Refusal|null} */ (null));
  useEffect(() => {
    if (!id) return;
    ask('GET', `/api/tables/${id}/record?seat=*`, { secret: secretOf(id), text: true }).then(setText, (error) =>
      setRefusal(error.refusal ?? UNREACHABLE),
    );
  }, [id]);
  return [id ? text : (opened.value?.text ?? null), refusal];
}

/** @param {{text: string, table: string|null}} props */
function Checked({ text, table }) {
  const [found, setFound] = useState(/** @type {Found|null} */ (null));
  useEffect(() => {
    if (canCheck()) checkRecord(text).then(setFound, () => setFound({ missing: 'hands' }));
    else setFound({ missing: 'subtle' });
  }, [text]);
  if (!found) return html`<${WaitingPage} />`;
  return html`<div class="verify" data-page="verify"><${PageHeader} />
    <main class="upload">
      <h1>${t('fair.title')}</h1>
      ${found.missing === null ? html`<${Result} found=${found} />` : html`<${Missing} missing=${found.missing} />`}
      <${Ways} table=${table} />
      <p class="small soft">${t('fair.command')} <code>${COMMAND}</code></p>
    </main></div>`;
}

/** Where to go from here. @param {{table: string|null}} props */
function Ways({ table }) {
  const own = table ? `/${table}` : '';
  return html`<p class="actions">
    <${Link} class="button" data-action="replay" href=${`/replay${own}`}>${t('table.replay')}<//>
    <${Link} class="button" data-action="review" href=${`/review${own}`}>${t('table.review')}<//>
    ${!table && html`<${OtherRecord} />`}</p>`;
}

/** @param {{missing: string}} props */
function Missing({ missing }) {
  const words = missing === 'subtle' ? t('fair.no_digests') : t('fair.missing', { header: missing });
  return html`<p role="alert" data-missing=${missing}>${words}</p>`;
}

/** @param {{found: Extract<Found, {missing: null}>}} props */
function Result({ found: { checks, headers } }) {
  const isRight = checks.every((check) => check.isRight);
  const strings = Object.entries(headers).filter(([name]) => /^String[A-E]$/.test(name));
  return html`<p class="soft">${t('fair.how')}</p>
    <p role="status" class="checked" data-right=${isRight}><${Sign} isRight=${isRight} />
      <b>${t(isRight ? 'fair.all_right' : 'fair.not_right')}</b></p>
    <ul class="checks">${checks.map(
      (check) => html`<li key=${`${check.name}${check.number}`} data-check=${check.name} data-right=${check.isRight}>
        <${Sign} isRight=${check.isRight} /><span>${checkWords(check)}${' '}
          <b>${t(check.isRight ? 'fair.right' : 'fair.wrong')}</b></span></li>`,
    )}</ul>
    <dl class="fair-facts small">
      <dt>${t('fair.commitment')}</dt><dd><code>${headers.Commitment}</code></dd>
      <dt>${t('fair.seed')}</dt><dd><code>${headers.ServerSeed}</code></dd>
      ${strings.map(
        ([name, value]) => html`<dt key=${name}>${t('fair.string', { seat: whoOf(headers, name.slice(-1)) })}</dt>
        <dd><code>${value}</code></dd>`,
      )}
    </dl>`;
}

/**
 * Who sat there, by name where the record tells it.
 * @param {Record<string, string>} headers
 * @param {string} seat
 */
function whoOf(headers, seat) {
  return headers[`Player${seat}`] || seat;
}

/** A tick, or a cross. @param {{isRight: boolean}} props */
function Sign({ isRight }) {
  return html`<svg viewBox="0 0 16 16" class="icon" aria-hidden="true">
    <path d=${isRight ? 'M3 8.5l3.2 3.5L13 4.5' : 'M4 4l8 8m0-8l-8 8'} /></svg>`;
}

/** @param {import('./checks.js').Check} check */
function checkWords({ name, number }) {
  return {
    commitment: t('fair.check.commitment'),
    first: t('fair.check.first'),
    landmarks: t('fair.check.landmarks'),
    deal: t('fair.check.deal'),
    draws: t('fair.check.draws'),
    shuffle: t('fair.check.shuffle', { number }),
  }[name];
}
