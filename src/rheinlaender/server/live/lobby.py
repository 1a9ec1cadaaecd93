"""The lobby: the public tables that wait for players or can be watched, whichever server they are at."""

import asyncio
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial

from rheinlaender.server.errors import EntryTooNew
from rheinlaender.server.live.kept import Kept
from rheinlaender.server.store.lobby import Public, read_public, read_ratings_at, read_telling
from rheinlaender.server.store.log import Store
from rheinlaender.server.values.clock import earlier
from rheinlaender.server.values.entry import PLAYING, WAITING
from rheinlaender.server.values.listing import LISTED_SECONDS_OVER_DAYS, Listing, listing_of

MOST_LISTED = 200
"""So many tables of a stage are looked at, those first whose people were there last."""
LOOK_SECONDS = 1.0
"""However many ask, the database is asked once in this time."""


class Lobby:
    """What is public in a store. Tables that are not in use stay so: only the entries that are told of are read."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.known: Kept[str, tuple[int, Listing]] = Kept(2 * MOST_LISTED)
        """Listings by table, each with the number of the newest entry that it tells of."""
        self._looking = asyncio.Lock()
        self._found: list[Listing] = []
        self._due = 0.0
        """When the database is to be asked again."""

    async def listings(self) -> list[Listing]:
        """What is listed: first the tables that wait, then those that are played, the newest first of each."""
        async with self._looking:
            if time.monotonic() >= self._due:
                self._due = time.monotonic() + LOOK_SECONDS
                self._found = [*await self._look(WAITING), *await self._look(PLAYING)]
        return self._found

    def look_again(self) -> None:
        """Let whoever asks next see what has just changed."""
        self._due = 0.0

    def forget(self, table: str) -> None:
        """Forget a table in which something was erased."""
        self.known.pop(table, None)
        self.look_again()

    async def _look(self, stage: str) -> list[Listing]:
        """The tables of a stage that are listed, the newest first."""
        now = self.store.clock()
        since = earlier(now, LISTED_SECONDS_OVER_DAYS)
        public = await self.store.read(lambda connection: read_public(connection, stage, since, MOST_LISTED))
        await self._learn([one for one in public if self._number(one.table) != one.newest])
        found = [listing for one in public if (listing := self._listing(one, now)) is not None]
        listed = await self._rated(found)
        return sorted(listed, key=lambda listing: (listing.since, listing.table.id), reverse=True)

    async def _rated(self, listed: Sequence[Listing]) -> list[Listing]:
        """Listings with the ratings of their people as they are now."""
        these = [listing.table.id for listing in listed]
        found = await self.store.read(lambda connection: read_ratings_at(connection, these))
        return [replace(listing, ratings=found[listing.table.id]) for listing in listed]

    def _number(self, table: str) -> int | None:
        """The number of the newest entry that is known of a table."""
        return self.known[table][0] if table in self.known else None

    def _listing(self, public: Public, now: str) -> Listing | None:
        """A listing that is open to others; None where it is not, or was not understood."""
        if public.table not in self.known:
            return None
        listing = self.known[public.table][1]
        return listing if listing.is_open and not listing.is_abandoned(public.seen, now) else None

    async def _learn(self, changed: Sequence[Public]) -> None:
        """Read what is new; a table in which a newer server has written is left out."""
        for one in changed:
            self.known.pop(one.table, None)
            with suppress(EntryTooNew):
                log = await self.store.read(partial(read_telling, table=one.table))
                if log:
                    self.known[one.table] = log[-1].number, await asyncio.to_thread(listing_of, one.table, log)
