/** The page of a table: the waiting room before the start, the table itself afterwards. */
import { connect } from '../connection.js';
import { late } from '../late.js';
import { html, useEffect, useMemo } from '../lib.js';
import { RefusedPage, WaitingPage } from '../lost.js';
import { claim, remember, secretOf } from '../secrets.js';
import { calls, sound } from '../settings.js';
import { GameTable } from './game.js';
import { Scene } from './scene.js';

const Judging = late(async () => (await import('./claim.js')).Judging);
const TakeOver = late(async () => (await import('./claim.js')).TakeOver);
const WaitingRoom = late(async () => (await import('./waiting.js')).WaitingRoom);

/**
 * A table. The connection is opened anew when the browser's secret for the table changes; a secret that comes by a link
 * is judged first.
 * @param {{id: string}} properties
 */
export function TablePage({ id }) {
  const secret = secretOf(id);
  const claimed = claim.value?.table === id ? claim.value : null;
  if (claimed && !claimed.names) return html`<${Judging} claimed=${claimed} secret=${secret} />`;
  return html`<${ConnectedTable} key=${`${id} ${secret}`} id=${id} secret=${secret} />
    ${claimed && html`<${TakeOver} />`}`;
}

/** @param {{id: string, secret: string|null}} properties */
function ConnectedTable({ id, secret }) {
  const connection = useMemo(() => connect(id, secret), []);
  const scene = useMemo(() => new Scene(id, secret, connection), []);
  useEffect(
    () => () => {
      scene.close();
      connection.close();
    },
    [],
  );
  useCalls(connection, id, secret);
  const frame = connection.frame.value;
  useEffect(() => {
    if (frame) remember(id, secret);
  }, [frame !== null]);
  const isTurnedAway = connection.failure.value?.code === 'watchers_off';
  if (connection.failure.value && (!frame || isTurnedAway)) {
    return html`<${RefusedPage} refusal=${connection.failure.value} again=${() => location.reload()} />`;
  }
  if (!frame) return html`<${WaitingPage} />`;
  if (frame.table.stage === 'waiting') return html`<${WaitingRoom} connection=${connection} id=${id} />`;
  return html`<${GameTable} scene=${scene} />`;
}

/**
 * Calls whoever looks elsewhere, where they have asked for it.
 * @param {import('../types.js').Connection} connection
 * @param {string} id
 * @param {string|null} secret
 */
function useCalls(connection, id, secret) {
  const isWanted = sound.value || calls.value.notify;
  useEffect(() => {
    if (!isWanted) return undefined;
    const calling = import('../calling/calls.js').then(({ callAway }) => callAway(connection, id, secret), Boolean);
    return () => void calling.then((stop) => typeof stop === 'function' && stop());
  }, [isWanted]);
}
