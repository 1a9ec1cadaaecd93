/** What is agreed at a table that waits: whoever says that they are ready has read it. */

import { html, useEffect } from '../lib.js';
import {
  askForOptions,
  clockLimitWords,
  lengthWords,
  optionName,
  presetAbout,
  presetName,
  valueWords,
} from '../options.js';
import { namesOf, t } from '../words.js';

/** @typedef {import('../protocol.js').TableBody} Table */

/**
 * Edition and changed options, who begins, pace, absence, hints.
 * @param {{table: Table}} props
 */
export function Agreed({ table }) {
  useEffect(() => void askForOptions().catch(() => {}), []);
  const [edition, ...changes] = table.options.split(',');
  return html`<section class="agreed" aria-labelledby="agreed">
    <h2 id="agreed">${t('home.agreed')}</h2>
    <dl>
      <${Line} name="edition" label=${t('home.edition')} value=${presetName(edition) ?? edition}
        about=${presetAbout(edition)} />
      ${changes.map((change) => {
        const [option, value] = change.split(':');
        return html`<${Line} key=${option} name=${option} label=${optionName(option) ?? option}
        value=${valueWords(option, value)} />`;
      })}
      <${Line} name="first" label=${t('home.first')} value=${firstWords(table)} />
      <${Line} name="pace" label=${t('home.pace')}
        value=${t(table.pace === 'live' ? 'home.pace_live' : 'home.pace_days')}
        about=${t(table.pace === 'live' ? 'home.pace_live_about' : 'home.pace_days_about')} />
      <${Line} name="clock" label=${t('home.clock')} value=${clockLimitWords(table.clock, table.pace)}
        about=${t(table.clock ? 'home.clock_about' : 'home.clock_none_about')} />
      <${Line} name="stand-in" label=${t('home.stand_in')} value=${standInWords(table)} />
      ${
        table.deal &&
        html`<${Line} name="deal" label=${t('home.deal')} value=${`${table.deal.commitment.slice(0, 16)} …`}
        about=${t('home.deal_about')} />`
      }
      <${Line} name="hints" label=${t('home.hints')} value=${t(table.hints ? 'home.value.yes' : 'home.value.no')} />
    </dl>
  </section>`;
}

/** @param {{name: string, label: string, value: string, about?: string}} props */
function Line({ name, label, value, about }) {
  return html`<div data-agreed=${name}><dt>${label}</dt>
    <dd><b>${value}</b>${about && html` <span class="small soft">${about}</span>`}</dd></div>`;
}

/** @param {Table} table */
function firstWords({ first, seats }) {
  if (first === 'chance') return t('home.first_chance');
  return namesOf(seats)[first] || t('shell.seat', { letter: first.toUpperCase() });
}

/** @param {Table} table */
function standInWords({ stand_in, grace }) {
  if (!stand_in) return t('home.stand_in_none');
  return t('home.stand_in_after', { level: t(`level.${stand_in}`), time: lengthWords(grace) });
}
