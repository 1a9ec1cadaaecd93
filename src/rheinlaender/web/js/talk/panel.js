/** The panel of the talk: what was said, ready-made words, one's own words, and how to have quiet. */
import { Cross } from '../dialog.js';
import { html, useEffect, useId, useRef, useSignal } from '../lib.js';
import { notify } from '../notice.js';
import { listed, namesOf, refusalWords, t } from '../words.js';
import { isHidden, keyOf, speakerOf } from './hearing.js';
import { WORDS, aboutOf, lastTurn, offered } from './reactions.js';
import { saidWords, speakerWords, timeWords } from './said.js';

/** @typedef {import('./hearing.js').Hearing} Hearing */
/** @typedef {import('../protocol.js').RemarkBody} Remark */
/** @typedef {import('../protocol.js').TableBody} Table */

const LONGEST = 300;

/** @param {{hearing: Hearing, onClose: () => void}} properties */
export function TalkPanel({ hearing, onClose }) {
  const panel = useRef(/** @type {HTMLElement|null} */ (null));
  const heading = useId();
  const table = hearing.connection.frame.value?.table;
  useEffect(() => {
    const isTouched = matchMedia('(pointer: coarse)').matches;
    /** @type {HTMLElement|null|undefined} */ (panel.current?.querySelector(isTouched ? 'h2' : 'input'))?.focus();
  }, []);
  useEffect(() => hearing.read(), [hearing.said.value]);
  /** The keys of the table are not for those who talk. @param {KeyboardEvent} event */
  const press = (event) => {
    event.stopPropagation();
    if (event.key === 'Escape') onClose();
  };
  if (!table) return null;
  return html`<section class="talk" ref=${panel} data-talk aria-labelledby=${heading} onKeyDown=${press}>
    <header class="talk-head"><h2 id=${heading} tabindex="-1">${t('company.talk')}</h2>
      <button type="button" class="icon-button" data-action="close-talk" aria-label=${t('shell.close')}
        onClick=${onClose}><${Cross} /></button></header>
    ${isHidden.value ? html`<${Hidden} />` : html`<${Open} hearing=${hearing} table=${table} />`}
  </section>`;
}

function Hidden() {
  return html`<p class="talk-note">${t('company.talk_hidden')}</p>
    <button type="button" class="button" data-action="show-talk" onClick=${() => {
      isHidden.value = false;
    }}>${t('company.talk_show')}</button>`;
}

/** @param {{hearing: Hearing, table: Table}} properties */
function Open({ hearing, table }) {
  return html`<p class="talk-note small soft">${audienceWords(table)}</p>
    <${Lines} hearing=${hearing} />
    ${
      table.quiet
        ? html`<p class="talk-note" data-quiet>${quietWords(table)}</p>`
        : html`<${Speaking} hearing=${hearing} table=${table} />`
    }
    <${TalkSettings} hearing=${hearing} table=${table} />`;
}

/** @param {Table} table */
function audienceWords({ stage, you }) {
  if (stage === 'over') return t('company.talk_all');
  return t(you.seats ? 'company.talk_players' : 'company.talk_watchers');
}

/** @param {Table} table */
function quietWords(table) {
  const seats = listed(table.quiet.replace('-', ''), namesOf(table.seats));
  const names = [seats, table.quiet.includes('-') && t('company.talk_owner')].filter(Boolean).join(', ');
  return t('company.talk_quiet_by', { names });
}

/**
 * What was said; the newest is in sight.
 * @param {{hearing: Hearing}} properties
 */
function Lines({ hearing }) {
  const list = useRef(/** @type {HTMLDivElement|null} */ (null));
  const said = hearing.heard.value;
  useEffect(() => {
    if (list.current) list.current.scrollTop = list.current.scrollHeight;
  }, [said.length]);
  if (said.length === 0) return html`<p class="talk-lines soft">${t('company.talk_empty')}</p>`;
  return html`<div class="talk-lines" ref=${list} role="log" aria-live="off" tabindex="0"
    aria-label=${t('company.talk')}><ol>${said.map(
      (remark) => html`<${Line} key=${keyOf(remark)} remark=${remark} hearing=${hearing} />`,
    )}</ol></div>`;
}

/** @param {{remark: Remark, hearing: Hearing}} properties */
function Line({ remark, hearing }) {
  const { who, words } = saidWords(remark, hearing.connection);
  const isLeft = remark.text === null && !remark.reaction;
  return html`<li data-said=${keyOf(remark)} data-yours=${remark.is_yours} data-seat=${remark.seat}>
    <b class="talk-who"><bdi>${who}</bdi></b>
    <time class="small soft" datetime=${remark.at}>${timeWords(remark.at)}${
      remark.about !== null && ` · ${t('company.talk_about', { turn: remark.about })}`
    }</time>
    <bdi class="talk-words" data-ready=${remark.reaction !== null} data-erased=${isLeft}>${words}</bdi></li>`;
}

/** @param {{hearing: Hearing, table: Table}} properties */
function Speaking({ hearing, table }) {
  const text = useSignal('');
  const isBusy = useSignal(false);
  const last = lastTurn(hearing.connection.frames.value);
  /** @param {Parameters<Hearing['say']>[0]} parts */
  const say = async (parts) => {
    isBusy.value = true;
    try {
      await hearing.say(parts);
      return true;
    } catch (error) {
      notify(refusalWords(/** @type {any} */ (error).refusal, namesOf(table.seats)), 'bad');
      return false;
    } finally {
      isBusy.value = false;
    }
  };
  /** @param {Event} event */
  const submit = async (event) => {
    event.preventDefault();
    if (text.peek().trim() && !isBusy.peek() && (await say({ text: text.peek() }))) text.value = '';
  };
  return html`<div class="talk-ready" role="group" aria-label=${t('company.talk_ready')}>
      ${offered(table.stage, last, table.you.seats).map(
        (reaction) => html`<button type="button" key=${reaction} class="button" data-reaction=${reaction}
        disabled=${isBusy.value}
        onClick=${() => say({ reaction, about: aboutOf(reaction, last) })}>${t(WORDS[reaction])}</button>`,
      )}</div>
    <form class="talk-form" onSubmit=${submit}>
      <input type="text" data-field="talk" maxlength=${LONGEST} autocomplete="off" dir="auto" value=${text.value}
        aria-label=${t('company.talk_say')} placeholder=${t('company.talk_say')}
        onInput=${(/** @type {any} */ event) => {
          text.value = event.currentTarget.value;
        }} />
      <button type="submit" class="button primary" data-action="say"
        disabled=${isBusy.value}>${t('company.talk_send')}</button>
    </form>`;
}

/**
 * Quiet for everybody, and what only this person does not want to hear.
 * @param {{hearing: Hearing, table: Table}} properties
 */
function TalkSettings({ hearing, table }) {
  const { seats, is_owner: isOwner } = table.you;
  const isQuiet = seats ? [...seats].some((seat) => table.quiet.includes(seat)) : table.quiet.includes('-');
  const hush = () =>
    hearing.connection
      .command('hush', { is_quiet: !isQuiet })
      .catch((error) => notify(refusalWords(error.refusal, namesOf(table.seats)), 'bad'));
  return html`<details class="talk-settings"><summary>${t('company.talk_settings')}</summary>
    ${
      (seats || isOwner) &&
      html`<label class="check"><input type="checkbox" data-pick="quiet" checked=${isQuiet} onChange=${hush} />
      <span>${t('company.talk_quiet')}<small class="soft">${t('company.talk_quiet_about')}</small></span></label>`
    }
    <button type="button" class="button quiet" data-action="hide-talk" onClick=${() => {
      isHidden.value = true;
    }}>${t('company.talk_hide')}</button>
    ${mutableOf(hearing).map(
      (remark) => html`<button type="button" class="button quiet" key=${speakerOf(remark)}
      data-mute=${speakerOf(remark)} onClick=${() => hearing.mute(speakerOf(remark))}>${t(
        hearing.muted.value.includes(speakerOf(remark)) ? 'company.talk_hear' : 'company.talk_mute',
        { name: speakerWords(remark, namesOf(table.seats)) },
      )}</button>`,
    )}</details>`;
}

/**
 * One remark of each of the others who have spoken.
 * @param {Hearing} hearing
 */
function mutableOf(hearing) {
  const others = hearing.said.value.filter((remark) => !remark.is_yours && speakerOf(remark));
  return [...new Map(others.map((remark) => [speakerOf(remark), remark])).values()];
}
