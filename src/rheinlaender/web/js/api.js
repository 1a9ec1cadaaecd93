/** Requests to the server. */

/** @typedef {import('./protocol.js').RefusalBody} Refusal */

/** The server refused: `refusal` says why. */
export class Refused extends Error {
  /**
   * @param {Refusal} refusal
   * @param {number} status
   */
  constructor(refusal, status) {
    super(refusal.code);
    this.name = 'Refused';
    this.refusal = refusal;
    this.status = status;
  }
}

/** The refusal for a server that does not answer. */
export const UNREACHABLE = Object.freeze({ code: 'unreachable', arguments: {}, section: null });

/**
 * Ask the server: the JSON of its answer, or with `text: true` its text. A refusal is thrown as `Refused`.
 * @param {string} method
 * @param {string} path
 * @param {{body?: any, secret?: string|null, text?: boolean,
 *   signal?: AbortSignal}} [parts] a string body is sent as plain text
 * @returns {Promise<any>}
 */
export async function ask(method, path, { body, secret, text, signal } = {}) {
  const answer = await send(path, { method, signal, headers: headersOf(body, secret), body: bodyOf(body) });
  if (!answer.ok) throw new Refused(await refusalOf(answer), answer.status);
  return text ? answer.text() : answer.json();
}

/**
 * @param {string} path
 * @param {RequestInit} request
 */
async function send(path, request) {
  try {
    return await fetch(path, request);
  } catch (error) {
    if (request.signal?.aborted) throw error;
    throw new Refused(UNREACHABLE, 0);
  }
}

/**
 * @param {any} body
 * @param {string|null|undefined} secret
 */
function headersOf(body, secret) {
  /** @type {Record<string, string>} */
  const headers = {};
  if (body !== undefined) headers['Content-Type'] = typeof body === 'string' ? 'text/plain' : 'application/json';
  if (secret) headers.Authorization = `Bearer ${secret}`;
  return headers;
}

/** @param {any} body */
function bodyOf(body) {
  return body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
}

/**
 * @param {Response} answer
 * @returns {Promise<Refusal>}
 */
async function refusalOf(answer) {
  try {
    const { refusal } = await answer.json();
    if (refusal?.code) return { arguments: {}, section: null, ...refusal };
  } catch {
    // Not one of ours, for example an answer of a proxy.
  }
  return answer.status >= 500 ? UNREACHABLE : { code: `status ${answer.status}`, arguments: {}, section: null };
}
