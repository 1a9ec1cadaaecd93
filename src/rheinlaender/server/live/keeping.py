"""Keeping and letting go: what was erased is forgotten here, and what nobody has touched for long enough is erased."""

import asyncio
import logging
from datetime import UTC, datetime, timedelta
from typing import Any

from rheinlaender.server.live.kept import Kept
from rheinlaender.server.live.room import Room
from rheinlaender.server.logs import log_outage
from rheinlaender.server.store.database import OUTAGES
from rheinlaender.server.store.erasing import RETENTION, erase_table, erasures_after, newest_erasure, tidy, untouched
from rheinlaender.server.store.identities import erase_old_identities
from rheinlaender.server.store.reviews import erase_old_reviews
from rheinlaender.server.values.clock import as_carried

LOOK_SECONDS = 10.0
log = logging.getLogger("rheinlaender.server")


class Keeping:
    """Looks from time to time what was erased, here or by an operator, and erases what is too old."""

    def __init__(self, room: Room) -> None:
        self.room, self.store = room, room.store
        self.last: int | None = None

    async def run(self) -> None:
        """Look for ever."""
        while True:
            try:
                await self.look()
            except OUTAGES as error:
                log_outage(error)
            await asyncio.sleep(LOOK_SECONDS)

    async def look(self) -> None:
        """Erase what is too old, then forget whatever was erased since the last time."""
        if self.last is None:
            self.last = await self.store.read(newest_erasure)
        if self.room.settings.retention_days:
            await self.erase_old()
        for erasure in await self.store.read(lambda connection: erasures_after(connection, self.last or 0)):
            self.last = erasure.number
            await self.forget(erasure.table)

    async def erase_old(self) -> None:
        """Erase the tables that nobody has touched for as long as the operator says."""
        before = datetime.now(UTC) - timedelta(days=self.room.settings.retention_days)
        since = as_carried(before)
        tables = await self.store.read(lambda connection: untouched(connection, since))
        await asyncio.to_thread(erase_old_reviews, self.store.engine, since)
        await asyncio.to_thread(erase_old_identities, self.store.engine, since)
        for table in tables:
            await asyncio.to_thread(erase_table, self.store.engine, table, RETENTION)
        if tables:
            await asyncio.to_thread(tidy, self.store.engine)
            log.info("old tables were erased", extra={"number": len(tables)})

    async def forget(self, table: str) -> None:
        """Forget a table as it was; whoever is connected comes back and sees what is left of it."""
        drop(self.room.pictures, table)
        drop(self.room.hints.kept, table)
        self.room.reviews.forget(table)
        self.room.lobby.forget(table)
        live = self.room.in_use.pop(table, None)
        if live is not None:
            live.leave()
            await live.driver.stop()


def drop(kept: Kept[Any, Any], table: str) -> None:
    """Let go of what is kept of a table."""
    for occasion in [occasion for occasion in kept if occasion[0] == table]:
        del kept[occasion]
