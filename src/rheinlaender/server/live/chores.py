"""Chores of the room: saying what waits after a restart, going on where clocks run, and putting idle tables away."""

import asyncio
import gc
import logging
import time
from contextlib import suppress
from functools import partial

from rheinlaender.server.errors import EntryTooNew, NoSuchTable, ServerBusy
from rheinlaender.server.live.keeping import Keeping
from rheinlaender.server.live.measuring import measure_room
from rheinlaender.server.live.noting import Noting
from rheinlaender.server.live.room import Room
from rheinlaender.server.logs import log_outage
from rheinlaender.server.measures import measure_lag
from rheinlaender.server.store.database import OUTAGES
from rheinlaender.server.store.publishing import note_seen
from rheinlaender.server.store.sleeping import HeldCall, read_awake
from rheinlaender.server.store.subscriptions import uncalled
from rheinlaender.server.values.clock import LONGEST_NIGHT, earlier

SWEEP_SECONDS = 30.0
ATTEND_SECONDS = 5.0
NOTICE_SECONDS = 20.0
WAKE_SECONDS = 60.0
"""How often it is looked whether somebody is awake for whom a call waits."""
CALLED_SECONDS = 3600 * (LONGEST_NIGHT + 1)
"""How old something may be for which people are still called after a restart: they may have slept."""
log = logging.getLogger("rheinlaender.server")


class Chores:
    """What is done in a room while nobody asks for it."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.keeping = Keeping(room)
        self.noting = Noting(room)
        self._tasks: list[asyncio.Task[None]] = []

    def begin(self) -> None:
        """Say how many games are being played, put idle tables away, and measure."""
        measure_room(self.room)
        self._tasks = [
            asyncio.create_task(work)
            for work in (
                self._count(),
                self._call_on(),
                self._wake(),
                self._attend(),
                self._sweep(),
                self._notice(),
                self.keeping.run(),
                self.noting.run(),
                measure_lag(),
            )
        ]

    def stop(self) -> None:
        """Do nothing more."""
        for task in self._tasks:
            task.cancel()

    async def _count(self) -> None:
        """Say how many games wait for somebody to come; none goes on before."""
        log.debug("games that wait for somebody", extra={"games": len(await self.room.store.unfinished())})

    async def _call_on(self) -> None:
        """Take the tables into use at which somebody was to be called when the last server was killed."""
        since = earlier(self.room.store.clock(), CALLED_SECONDS)
        with suppress(*OUTAGES):
            for table in await self.room.store.read(lambda connection: uncalled(connection, since)):
                with suppress(NoSuchTable, ServerBusy, EntryTooNew):
                    await self.room.table(table)

    async def _wake(self) -> None:
        """Call those whose night is over, whichever server has held their calls."""
        while self.room.calling.is_wanted:
            try:
                awake = partial(read_awake, now=self.room.store.clock())
                for held in await self.room.store.read(awake):
                    await self._call_awake(held)
            except OUTAGES as error:
                log_outage(error)
            await asyncio.sleep(WAKE_SECONDS)

    async def _call_awake(self, held: HeldCall) -> None:
        """Call somebody who slept; at a table that is gone nobody is called."""
        with suppress(ServerBusy, EntryTooNew):
            try:
                live = await self.room.table(held.table)
            except NoSuchTable:
                await self.room.calling.forget(held)
            else:
                await self.room.calling.call_late(live, held)

    async def _attend(self) -> None:
        """Take the tables into use at which clocks run and nobody plays: their people may never come."""
        while True:
            try:
                for table in await self.room.store.unattended():
                    if table not in self.room.in_use:
                        with suppress(NoSuchTable, ServerBusy, EntryTooNew):
                            await self.room.table(table)
            except OUTAGES as error:
                log_outage(error)
            await asyncio.sleep(ATTEND_SECONDS)

    async def _notice(self) -> None:
        """Say from time to time which public tables have somebody of theirs here, so that others see them."""
        while self.room.settings.has_lobby:
            await asyncio.sleep(NOTICE_SECONDS)
            tables = [
                table for table, live in self.room.in_use.items() if live.table.is_public and live.audience.has_people
            ]
            if tables:
                with suppress(*OUTAGES):
                    await asyncio.to_thread(note_seen, self.room.store.engine, tables, self.room.store.clock())

    async def _sweep(self) -> None:
        """Put idle tables away from time to time, and tidy the memory when nobody is there to wait for it."""
        idle = self.room.settings.idle
        while True:
            await asyncio.sleep(min(SWEEP_SECONDS, idle))
            self.room.put_away(time.monotonic() - idle)
            if not any(live.audience for live in self.room.in_use.values()):
                gc.collect()
