/** Two ways to hear from a table and to speak to it: a WebSocket, or a stream of server-sent events and POST. */

import { Refused, ask, UNREACHABLE } from './api.js';

/** @typedef {import('./protocol.js').Frame} Frame */
/** @typedef {import('./protocol.js').RefusalBody} Refusal */
/** @typedef {{id: string, name: string} & Record<string, any>} Command */
/** @typedef {import('./protocol.js').ReplySaid['reply']} Reply */

/**
 * What a line tells its owner.
 * @typedef {object} Ears
 * @property {(frame: Frame) => void} frame
 * @property {(presence: Record<string, boolean>) => void} presence
 * @property {(watchers: number) => void} watchers how many have no seat
 * @property {(clocks: import('./protocol.js').Clocks) => void} clocks
 * @property {(remark: import('./protocol.js').RemarkBody) => void} talk
 * @property {(reply: Reply) => void} reply
 * @property {(refusal: Refusal, isFinal: boolean) => void} failure
 * @property {() => void} sign anything at all was heard
 * @property {() => void} closed
 */

/**
 * @typedef {object} Line
 * @property {(command: Command) => void} send
 * @property {(number: number) => void} ping
 * @property {() => void} close
 */

/** @typedef {(table: string, secret: string|null, after: number|null, ears: Ears) => Line} OpenLine */

/** Failures after which coming back may help. */
const PASSING = new Set([
  'unreachable',
  'too_many_requests',
  'too_many_connections',
  'too_slow',
  'table_busy',
  'entry_too_new',
  'server_busy',
  'server_failed',
]);

/**
 * Whether coming back cannot help.
 * @param {Refusal} refusal
 */
function isFinal(refusal) {
  return !PASSING.has(refusal.code);
}

/**
 * A WebSocket to a table.
 * @type {OpenLine}
 */
export function socketLine(table, secret, after, ears) {
  const address = new URL(`/api/tables/${table}/socket`, location.href);
  address.protocol = address.protocol.replace('http', 'ws');
  const socket = new WebSocket(address);
  let isClosed = false;
  const end = () => {
    if (isClosed) return;
    isClosed = true;
    ears.closed();
  };
  /** @param {object} message */
  const say = (message) => {
    if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
  };
  socket.addEventListener('open', () => {
    if (!isClosed) say({ hello: { secret, after } });
  });
  socket.addEventListener('message', (event) => {
    if (!isClosed) hear(JSON.parse(event.data), ears);
  });
  socket.addEventListener('close', end);
  socket.addEventListener('error', end);
  return {
    send: (command) => say({ command }),
    ping: (number) => say({ ping: number }),
    close() {
      isClosed = true;
      if (socket.readyState === WebSocket.CONNECTING) socket.addEventListener('open', () => socket.close());
      else socket.close();
    },
  };
}

/**
 * @param {any} message
 * @param {Ears} ears
 */
function hear(message, ears) {
  ears.sign();
  if (message.frame) ears.frame(message.frame);
  else if (message.presence) ears.presence(message.presence);
  else if (message.watchers !== undefined) ears.watchers(message.watchers);
  else if (message.clocks) ears.clocks(message.clocks);
  else if (message.talk) ears.talk(message.talk);
  else if (message.reply) ears.reply(message.reply);
  else if (message.failure) ears.failure(message.failure, isFinal(message.failure));
}

/**
 * The same by HTTP, for networks that block sockets.
 * @type {OpenLine}
 */
export function streamLine(table, secret, after, ears) {
  const stop = new AbortController();
  const path = `/api/tables/${table}`;
  listen(path, secret, after, ears, stop.signal);
  return {
    send: (command) => post(path, secret, command, ears, stop.signal),
    ping: () => {},
    close: () => stop.abort(),
  };
}

/**
 * @param {string} path
 * @param {string|null} secret
 * @param {number|null} after
 * @param {Ears} ears
 * @param {AbortSignal} stop
 */
async function listen(path, secret, after, ears, stop) {
  /** @type {Record<string, string>} */
  const headers = secret ? { Authorization: `Bearer ${secret}` } : {};
  const query = after === null ? '' : `?after=${after}`;
  try {
    const answer = await fetch(`${path}/events${query}`, { headers, signal: stop, cache: 'no-store' });
    if (!answer.ok || !answer.body) await refusedListening(answer, ears);
    else await hearEvents(answer.body, ears, stop);
  } catch {
    // A broken stream is one that ended.
  }
  if (!stop.aborted) ears.closed();
}

/**
 * @param {ReadableStream<Uint8Array>} body
 * @param {Ears} ears
 * @param {AbortSignal} stop
 */
async function hearEvents(body, ears, stop) {
  for await (const event of readEvents(body, ears.sign)) {
    if (stop.aborted) return;
    hearEvent(event, ears);
  }
}

/**
 * @param {Response} answer
 * @param {Ears} ears
 */
async function refusedListening(answer, ears) {
  const told = await answer.json().catch(() => ({}));
  const refusal = told.refusal ?? UNREACHABLE;
  ears.failure(refusal, answer.status < 500 && isFinal(refusal));
}

/**
 * @param {{event: string, text: string}} event
 * @param {Ears} ears
 */
function hearEvent({ event, text }, ears) {
  const told = JSON.parse(text);
  if (event === 'frame') ears.frame(told);
  else if (event === 'presence') ears.presence(told);
  else if (event === 'watchers') ears.watchers(told);
  else if (event === 'clocks') ears.clocks(told);
  else if (event === 'talk') ears.talk(told);
  else if (event === 'failure') ears.failure(told, isFinal(told));
}

/**
 * @param {string} path
 * @param {string|null} secret
 * @param {Command} command
 * @param {Ears} ears
 * @param {AbortSignal} stop
 */
async function post(path, secret, command, ears, stop) {
  try {
    ears.reply({
      ok: true,
      ...(await ask('POST', `${path}/commands`, { body: command, secret, signal: stop })),
      id: command.id,
    });
  } catch (error) {
    if (stop.aborted) return;
    if (error instanceof Refused && isFinal(error.refusal))
      ears.reply({ id: command.id, ok: false, refusal: error.refusal });
    else ears.closed();
  }
}

/**
 * Server-sent events out of a stream of bytes.
 * @param {ReadableStream<Uint8Array>} body
 * @param {() => void} [sign] called whenever something comes in, a comment too
 * @returns {AsyncGenerator<{event: string, text: string}>}
 */
export async function* readEvents(body, sign = () => {}) {
  const reader = body.pipeThrough(/** @type {any} */ (new TextDecoderStream())).getReader();
  let rest = '';
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    sign();
    const blocks = (rest + value).replaceAll('\r\n', '\n').split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const event = readEvent(block);
      if (event.text) yield event;
    }
  }
}

/** @param {string} block */
function readEvent(block) {
  const found = { event: 'message', text: '' };
  for (const line of block.split('\n')) {
    if (line.startsWith('event:')) found.event = line.slice(6).trim();
    if (line.startsWith('data:')) found.text += (found.text && '\n') + line.slice(5).trimStart();
  }
  return found;
}
