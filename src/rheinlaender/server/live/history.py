"""The history of somebody: their games, whom they met and how they fared against them, and their ratings."""

from dataclasses import replace

from rheinlaender.server.live.identities import Identities
from rheinlaender.server.live.noting import Noting
from rheinlaender.server.store.finished import read_ratings
from rheinlaender.server.store.history import Wanted, read_games, read_opponents
from rheinlaender.server.store.log import Store
from rheinlaender.server.values.entry import Parts
from rheinlaender.server.values.noted import Opponent, head_to_head
from rheinlaender.server.values.opponent import opponent_of
from rheinlaender.server.values.rating import COMPUTERS, LEVELS, PEOPLE
from rheinlaender.server.values.refusals import OpponentUnknown
from rheinlaender.server.writing.history import write_game, write_head_to_head, write_opponent, write_rating

PAGE = 20
MOST_OPPONENTS = 100
MOST_MET = 500
"""So many games with an opponent are looked at, the newest of them."""


class History:
    """The histories of the identities of a store, each for whoever has its key."""

    def __init__(self, store: Store, noting: Noting) -> None:
        self.store, self.noting = store, noting
        self.identities = Identities(store)
        self.looked_into = noting.looked_into

    async def games(self, key: str, wanted: Wanted, opponent: str | None) -> Parts:
        """A page of games, the newest first; with an opponent, how one has fared against them."""
        own = await self.caught_up(key)
        met = None if opponent is None else await self._opponent(own, opponent)
        page = replace(wanted, opponent=met)
        found = await self.store.read(lambda connection: read_games(connection, own, page, PAGE + 1))
        return {
            "games": [write_game(game, own) for game in found[:PAGE]],
            "next": found[PAGE - 1].number if len(found) > PAGE else None,
            "head_to_head": None if met is None else await self._head_to_head(own, met),
        }

    async def ratings(self, key: str) -> Parts:
        """The ratings of somebody, and whom they met."""
        own = await self.caught_up(key)
        known = await self.store.read(lambda connection: read_ratings(connection, [own]))
        opponents = await self._opponents(own)
        rated = {pool: write_rating(known.get((own, pool))) for pool in (PEOPLE, COMPUTERS)}
        levels = {level: round(mean) for level, mean in LEVELS.items()}
        return {**rated, "levels": levels, "opponents": [write_opponent(own, one) for one in opponents]}

    async def caught_up(self, key: str) -> str:
        """The identity of a key, whose games that were over a moment ago are noted."""
        known = await self.identities.known(key)
        await self.noting.look(own=known.identity)
        return known.identity

    async def _opponents(self, own: str) -> list[Opponent]:
        return await self.store.read(lambda connection: read_opponents(connection, own, MOST_OPPONENTS))

    async def _opponent(self, own: str, opponent: str) -> Opponent:
        """The opponent of a name that only the asker knows them by."""
        for met in await self._opponents(own):
            if opponent_of(own, met.person, met.name) == opponent:
                return met
        raise OpponentUnknown()

    async def _head_to_head(self, own: str, met: Opponent) -> Parts:
        wanted = Wanted(opponent=met)
        games = await self.store.read(lambda connection: read_games(connection, own, wanted, MOST_MET))
        return write_head_to_head(head_to_head(met, games))
