/** Asking for one's games and ratings, with the key of this browser. */

import { Refused, UNREACHABLE, ask } from '../api.js';
import { useEffect, useRef, useState } from '../lib.js';
import { identity, sync } from '../identity/sync.js';

/** @typedef {import('../protocol.js').HistoryBody} HistoryBody */
/** @typedef {import('../protocol.js').RatingsBody} RatingsBody */
/** @typedef {import('../protocol.js').RefusalBody} Refusal */
/** @typedef {import('../protocol.js').HistoryGame} Game */
/**
 * The games that were heard of so far; `isWhole` when what was asked for has come.
 * @typedef {{list: Game[], next: number|null, headToHead: HistoryBody['head_to_head'], isWhole: boolean,
 *   refusal: Refusal|null, askForMore: () => void}} Games
 */

const PATH = '/api/identity';

/**
 * @param {string} path
 * @param {string} key
 */
function askOwn(path, key) {
  return ask('GET', `${PATH}${path}`, { secret: key });
}

/** @param {unknown} error */
function refusalOf(error) {
  return error instanceof Refused ? error.refusal : UNREACHABLE;
}

/**
 * One's ratings; the seats of this browser belong to its identity first.
 * @returns {{ratings: RatingsBody|null, isNobody: boolean, refusal: Refusal|null}}
 */
export function useRatings() {
  const [ratings, setRatings] = useState(/** @type {RatingsBody|null} */ (null));
  const [refusal, setRefusal] = useState(/** @type {Refusal|null} */ (null));
  const [isSynced, setSynced] = useState(false);
  const key = identity.value?.key;
  useEffect(() => {
    sync()
      .catch(() => {})
      .then(() => setSynced(true));
  }, []);
  useEffect(() => {
    if (!isSynced || !key) return;
    askOwn('/ratings', key).then(setRatings, (error) => setRefusal(refusalOf(error)));
  }, [isSynced, key]);
  return { ratings, isNobody: isSynced && !key, refusal };
}

const NOTHING = { list: /** @type {Game[]} */ ([]), next: null, headToHead: null, isWhole: false, refusal: null };

/**
 * One's games as they are chosen, a page at a time.
 * @param {string} chosen
 * @returns {Games}
 */
export function useGames(chosen) {
  const [games, setGames] = useState(/** @type {Omit<Games, 'askForMore'>} */ (NOTHING));
  const asked = useRef('');
  const key = identity.value?.key;
  /** @param {Game[]} before @param {number|null} next */
  const askFor = (before, next) => {
    if (!key) return;
    const question = new URLSearchParams(chosen);
    if (next) question.set('before', String(next));
    asked.current = question.toString();
    askOwn(`/history?${question}`, key).then(
      (/** @type {HistoryBody} */ found) => {
        if (asked.current !== question.toString()) return;
        const list = [...before, ...found.games];
        setGames({ list, next: found.next, headToHead: found.head_to_head, isWhole: true, refusal: null });
      },
      (error) => {
        if (asked.current === question.toString()) setGames({ ...NOTHING, isWhole: true, refusal: refusalOf(error) });
      },
    );
  };
  useEffect(() => {
    sync()
      .catch(() => {})
      .then(() => askFor([], null));
  }, [chosen, key]);
  return { ...games, askForMore: () => askFor(games.list, games.next) };
}
