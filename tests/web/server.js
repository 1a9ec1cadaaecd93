/** A server that a test holds in its hand: it answers what it was asked when the test says so. */

import { Refused } from '../../src/rheinlaender/web/js/api.js';
import { signal } from '../../src/rheinlaender/web/js/lib.js';
import { Planning } from '../../src/rheinlaender/web/js/planning/planning.js';

/** @param {number} milliseconds */
export const rest = (milliseconds) =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });

/** Moves as the server lists them. */
export const MOVES = /** @type {any[]} */ ([
  { move: '17L', kind: 'settle', card: 17, field: 'L17' },
  { move: '17R', kind: 'settle', card: 17, field: 'R17' },
  { move: '18L', kind: 'settle', card: 18, field: 'L18' },
  { move: '17>L18', kind: 'reinforce', card: 17, field: 'L18' },
]);
export const NONE = /** @type {any} */ ({ move: '.', kind: 'none', card: null, field: null });
export const BASTION = /** @type {any} */ ({ move: '@L19', kind: 'bastion', card: null, field: 'L19' });
export const CHANGE = /** @type {any} */ ({ move: '18-', kind: 'change', card: 18, field: null });
const FAR = { ...BASTION, move: '@L20', field: 'L20' };

/** What is seen by the seat that is to move. */
export const VIEW = /** @type {any} */ ({
  turn: 3,
  seat: 'a',
  to_move: 'a',
  phase: 'knight',
  hand: [17, 18],
  knights: { L30: 'b' },
  bastions: ['L31'],
  moves: MOVES,
});

/**
 * The preview of decisions.
 * @param {any[]} decisions
 */
export function previewOf(decisions) {
  const isComplete = decisions.length > 1;
  return {
    decisions,
    view: { ...VIEW, moves: [] },
    events: [],
    changes: {},
    moves: isComplete ? [] : [NONE, BASTION, FAR],
    is_complete: isComplete,
  };
}

/** @param {string} code */
export const refusal = (code) => ({ code, arguments: {}, section: null });

const KNOWN = [...MOVES, NONE, BASTION, FAR, CHANGE];

export class Server {
  /** @type {{moves: string[], attempt: any}[]} */
  asked = [];
  /** @type {{resolve: (answer: any) => void, reject: (error: Error) => void}[]} */
  #waiting = [];

  /**
   * @param {string[]} moves
   * @param {any} [attempt]
   * @returns {Promise<any>}
   */
  foresee = (moves, attempt) => {
    this.asked.push({ moves, attempt });
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject });
    });
  };

  /**
   * Answers a question, the newest if no other is named; if nothing else is said, by the preview of its moves.
   * @param {any} [answer]
   * @param {number} [place]
   */
  async answer(answer, place = this.asked.length - 1) {
    const moves = this.asked[place].moves.map((text) => KNOWN.find(({ move }) => move === text));
    this.#waiting[place].resolve(answer ?? previewOf(moves));
    await rest(2);
  }

  /**
   * Refuses a question, the newest if no other is named.
   * @param {any} why
   * @param {number} [place]
   */
  async refuse(why, place = this.asked.length - 1) {
    this.#waiting[place].reject(new Refused(why, 409));
    await rest(2);
  }
}

/**
 * Lets the browser's requests go to a server in the hand.
 * @param {Server} server
 */
export function answerRequests(server) {
  const requests = /** @type {{path: string, body: any}[]} */ ([]);
  globalThis.fetch = /** @type {any} */ (
    async (/** @type {string} */ path, /** @type {any} */ { body }) => {
      const asked = JSON.parse(body);
      requests.push({ path, body: asked });
      try {
        return Response.json(await server.foresee(asked.moves ?? [], asked.attempt));
      } catch (error) {
        return Response.json({ refusal: /** @type {Refused} */ (error).refusal }, { status: 409 });
      }
    }
  );
  return requests;
}

/**
 * A turn that is planned with such a server.
 * @param {Record<string, any>} [parts]
 */
export function plan({ view = VIEW, ...parts } = {}) {
  const server = new Server();
  const seen = signal(/** @type {any} */ (view));
  const planning = new Planning({ view: seen, foresee: server.foresee, ...parts });
  planning.begin();
  return { server, planning, seen };
}

/**
 * A plan in notation.
 * @param {Planning} planning
 */
export const texts = (planning) => planning.plan.value.map(({ move }) => move);
