/** Games of a day, each fetched once. */

import { Refused, UNREACHABLE, ask } from '../api.js';
import { identity } from '../identity/sync.js';
import { useEffect, useState } from '../lib.js';

/** @typedef {import('../protocol.js').DayGame} Game */
/** @typedef {import('../protocol.js').RefusalBody} Refusal */

/** @type {Map<string, Promise<Game>>} */
const asked = new Map();

/**
 * @param {string} date
 * @param {string} game
 * @returns {Promise<Game>}
 */
function fetchGame(date, game) {
  const path = `/api/today/${date}/games/${game}`;
  const found = asked.get(path) ?? ask('GET', path, { secret: identity.peek()?.key ?? null });
  asked.set(path, found);
  found.catch(() => asked.delete(path));
  return found;
}

/**
 * Some games; those that were there before, until the others have come.
 * @param {string} date
 * @param {string[]} names
 * @returns {{games: Game[]|null, refusal: Refusal|null, again: () => void}}
 */
export function useGames(date, names) {
  const [games, setGames] = useState(/** @type {Game[]|null} */ (null));
  const [refusal, setRefusal] = useState(/** @type {Refusal|null} */ (null));
  const [tries, setTries] = useState(0);
  useEffect(() => {
    let isWanted = true;
    setRefusal(null);
    Promise.all(names.map((name) => fetchGame(date, name))).then(
      (found) => {
        if (isWanted) setGames(found);
      },
      (error) => {
        if (isWanted) setRefusal(error instanceof Refused ? error.refusal : UNREACHABLE);
      },
    );
    return () => {
      isWanted = false;
    };
  }, [date, names.join(' '), tries]);
  return { games, refusal, again: () => setTries(tries + 1) };
}
