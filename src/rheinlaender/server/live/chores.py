"""Chores of the room: going on after a restart, and putting idle tables away."""

import asyncio
import gc
import logging
import time

from rheinlaender.server.live.room import Room

SWEEP_SECONDS = 30.0
log = logging.getLogger("rheinlaender.server")


class Chores:
    """What is done in a room while nobody asks for it."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self._tasks: list[asyncio.Task[None]] = []

    def begin(self) -> None:
        """Go on with the games that were being played, and put idle tables away."""
        self._tasks = [asyncio.create_task(self._go_on()), asyncio.create_task(self._sweep())]

    def stop(self) -> None:
        """Do nothing more."""
        for task in self._tasks:
            task.cancel()

    async def _go_on(self) -> None:
        """Load every table that is being played, so that computer players go on after a restart."""
        for table in await self.room.store.unfinished():
            try:
                await self.room.table(table)
            except Exception:
                log.exception("table cannot be loaded", extra={"table": table})

    async def _sweep(self) -> None:
        """Put idle tables away from time to time, and tidy the memory when nobody is there to wait for it."""
        idle = self.room.settings.idle
        while True:
            await asyncio.sleep(min(SWEEP_SECONDS, idle))
            self.room.put_away(time.monotonic() - idle)
            if not any(live.audience for live in self.room.in_use.values()):
                gc.collect()
