"""Hearing: what a room does when other servers on the same database have done something."""

import asyncio
from collections.abc import Coroutine, Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Any, Protocol

from rheinlaender.server.errors import NoSuchTable, ServerBusy
from rheinlaender.server.live.live_table import LiveTable
from rheinlaender.server.logs import log_outage
from rheinlaender.server.store.database import OUTAGES
from rheinlaender.server.store.log import Store
from rheinlaender.server.store.neighbours import Neighbours
from rheinlaender.server.values.entry import Entry

RETRY_SECONDS = 1.0


class HeardRoom(Protocol):
    """The room, as far as hearing needs it."""

    in_use: dict[str, LiveTable]
    store: Store
    neighbours: Neighbours

    async def table(self, table: str) -> LiveTable:
        """A table by its id, loaded if it is not in use."""


class Hearing:
    """Takes what other servers have done into the tables that are in use here.

    A table that nobody here follows is left as it is until somebody wants it: then its log is asked.
    """

    def __init__(self, room: HeardRoom) -> None:
        self.room = room
        self._newest: dict[str, int] = {}
        self._people: set[str] = set()
        self._works: set[asyncio.Task[None]] = set()

    def known_of(self, table: str) -> int | None:
        """The newest entry that is known of a table that somebody follows, unless one is being written here."""
        live = self.room.in_use.get(table)
        return live.table.number if live is not None and is_followed(live) and not live.lock.locked() else None

    def entry_written(self, table: str, number: int, found: Sequence[Entry]) -> None:
        """Catch up with a table that somebody follows."""
        live = self.room.in_use.get(table)
        if live is None or live.table.number >= number or not is_followed(live):
            return
        with suppress(ServerBusy):
            live.take_read(found)
        if live.table.number >= number or live.is_outdated:
            return
        is_known = table in self._newest
        self._newest[table] = max(number, self._newest.get(table, -1))
        if not is_known:
            self._start(self._catch_up(live))

    async def _catch_up(self, live: LiveTable) -> None:
        """Take in all that was heard of, however often it takes to read it."""
        table = live.table.id
        try:
            while (number := self._newest[table]) > live.table.number and not live.is_outdated:
                try:
                    with suppress(ServerBusy):
                        await live.catch_up_to(number)
                except OUTAGES as error:
                    log_outage(error)
                    await asyncio.sleep(RETRY_SECONDS)
        finally:
            del self._newest[table]

    def said(self, table: str, room: str, number: int) -> None:
        """Tell those who are connected here what was said at another server."""
        live = self.room.in_use.get(table)
        if live is not None and live.audience:
            self._start(self._hear_talk(live, room, number))

    async def _hear_talk(self, live: LiveTable, room: str, number: int) -> None:
        await self._until_answered(lambda: live.talk.hear(room, number))

    def all_may_have_changed(self) -> None:
        """Look whether anything was missed at any table."""
        self._start(self._look_at_all())

    async def _look_at_all(self) -> None:
        known = {table: live.table.number for table, live in self.room.in_use.items() if is_followed(live)}
        newest = await self._until_answered(lambda: self.room.store.newest(list(known)))
        for table, number in known.items():
            if newest.get(table, -1) != number and table in self.room.in_use:
                self._start(self._compare(self.room.in_use[table], number, newest.get(table, -1)))

    async def _compare(self, live: LiveTable, known: int, newest: int) -> None:
        """Take in what was missed at a table, or let it be loaded anew."""
        with suppress(ServerBusy):
            await self._until_answered(lambda: live.compare(known, newest))

    def people_changed(self, tables: Iterable[str] | None) -> None:
        """Ask who is connected to these tables; many questions at once are one."""
        is_asking = bool(self._people)
        self._people.update(self.room.in_use if tables is None else self.room.in_use.keys() & set(tables))
        if self._people and not is_asking:
            self._start(self._ask_for_people())

    async def _ask_for_people(self) -> None:
        await asyncio.sleep(0)
        tables, self._people = self._people, set()
        found: Mapping[str, frozenset[str]] = await self._until_answered(lambda: self.room.neighbours.elsewhere(tables))
        for table, elsewhere in found.items():
            if table in self.room.in_use:
                self.room.in_use[table].notice_people(elsewhere)

    def left_behind(self, tables: Iterable[str]) -> None:
        """Go on with the tables at which a server played that has gone, unless this one goes too."""
        for table in tables:
            self._start(self._adopt(table))

    async def _adopt(self, table: str) -> None:
        with suppress(NoSuchTable, ServerBusy):
            await self._until_answered(lambda: self.room.table(table))

    def let_go_of(self, tables: Iterable[str]) -> None:
        """Look whether somebody is to play at the tables at which nobody else plays any more."""
        for table in self.room.in_use.keys() & set(tables):
            self.room.in_use[table].driver.wake()

    async def _until_answered(self, ask: Any) -> Any:
        """Ask until the database answers."""
        while True:
            try:
                return await ask()
            except OUTAGES as error:
                log_outage(error)
                await asyncio.sleep(RETRY_SECONDS)

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._works.add(task)
        task.add_done_callback(self._works.discard)


def is_followed(live: LiveTable) -> bool:
    """Whether somebody here wants to know at once what happens at a table."""
    return bool(live.audience) or live.driver.is_busy
