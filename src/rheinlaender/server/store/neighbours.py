"""Neighbours: the other servers on the same PostgreSQL database, what they are told and what they tell.

Each server says again and again that it runs; one that has not for some seconds has gone, and whatever it said is worth
nothing. A lease says which server plays at a table what no person plays; only that nobody thinks twice depends on it,
for the log takes a number once. It is kept as long as somebody there sees the game.
"""

import asyncio
import secrets
import time
from collections.abc import Callable, Coroutine, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Protocol, TypeVar

from sqlalchemy import Connection, Engine

from rheinlaender.server.logs import log_outage
from rheinlaender.server.store import shared
from rheinlaender.server.store.database import OUTAGES
from rheinlaender.server.store.listening import Hearer, Listener
from rheinlaender.server.store.shared import PeopleChange

BEAT_SECONDS = 0.7
GONE_SECONDS = 3.0
"""After how long a silent server has gone. Then, and a beat later, others play where it played."""
SURE_SECONDS = 2.0
"""How long after a beat a server may be sure that nobody takes it for gone."""
NAME_BYTES = 8
Answer = TypeVar("Answer")
Holders = frozenset[str]
"""Who is connected to a table, by the digests of secrets; a watcher's is empty."""


class Neighbours(Protocol):
    """The other servers, as a table in use needs them."""

    def here(self, table: str, holders: Holders) -> None:
        """Tell who is connected to a table at this server."""

    async def elsewhere(self, tables: Iterable[str]) -> dict[str, Holders]:
        """Who is connected to tables at other servers."""

    async def take(self, table: str) -> bool:
        """Whether this server plays at a table, and no other one."""

    def let_go(self, table: str) -> None:
        """Play at a table no more."""

    async def close(self) -> None:
        """Say goodbye."""


class NoNeighbours:
    """Where there can be no other server."""

    def here(self, table: str, holders: Holders) -> None:
        """Nobody needs to know."""

    async def elsewhere(self, tables: Iterable[str]) -> dict[str, Holders]:
        """There is no other place."""
        return {}

    async def take(self, table: str) -> bool:
        """Nobody else could."""
        return True

    def let_go(self, table: str) -> None:
        """Nobody else wants to."""

    async def close(self) -> None:
        """Nobody hears it."""


@dataclass
class Known:
    """What a server knows of the others."""

    running: frozenset[str] = frozenset()
    led: frozenset[str] = frozenset()
    """The tables at which others play."""


@dataclass
class Own:
    """What a server has told the others, or will again when they have forgotten it."""

    name: str = field(default_factory=lambda: secrets.token_hex(NAME_BYTES))
    here: dict[str, Holders] = field(default_factory=dict)
    leases: set[str] = field(default_factory=set)
    is_told: bool = False
    """Whether the database has all of it, as far as is known."""


class SharedNeighbours:
    """The other servers on a PostgreSQL database. One thread asks and tells, in the order in which it is told to."""

    def __init__(self, engine: Engine, hearer: Hearer) -> None:
        self.engine, self.hearer = engine, hearer
        self.own, self.known = Own(), Known()
        self.loop = asyncio.get_running_loop()
        self.thread = ThreadPoolExecutor(1, thread_name_prefix="store-neighbours")
        self._beat_now = asyncio.Event()
        self.listener = Listener(engine, hearer, self._beat_now.set)
        self.beaten = -GONE_SECONDS
        """When the last beat began that was heard, on this machine's clock."""
        self._untold: dict[str, Holders] = {}
        """The tables at which somebody came or went since it was told last, and who was there then."""
        self._telling: asyncio.Task[None] | None = None
        self._tasks: set[asyncio.Task[Any]] = set()

    async def open(self) -> None:
        """Say hello, and go on saying so."""
        await self._beat()
        self.listener.start()
        self._start(self._go_on_beating())

    async def close(self) -> None:
        """Say goodbye: nobody has to wait until this server is taken for gone."""
        self.listener.stop()
        for task in self._tasks:
            task.cancel()
        try:
            await self._ask(lambda connection: shared.leave(connection, self.own.name))
        except OUTAGES as error:
            log_outage(error)
        await asyncio.to_thread(self.listener.thread.join)
        self.thread.shutdown()

    # Who is there

    def here(self, table: str, holders: Holders) -> None:
        """Tell who is connected to a table at this server."""
        before = self.own.here.get(table, frozenset())
        if holders == before:
            return
        if holders:
            self.own.here[table] = holders
        else:
            del self.own.here[table]
        self._untold.setdefault(table, before)
        if self._telling is None or self._telling.done():
            self._telling = self._start(self._tell_people())

    async def _tell_people(self) -> None:
        """Tell who came and went, at all tables together: many who come at once hold up no beat."""
        while self._untold:
            untold, self._untold = self._untold, {}
            here = self.own.here
            changes = [PeopleChange(table, before, here.get(table, frozenset())) for table, before in untold.items()]
            await self._try_to_tell(partial(shared.change_presence, server=self.own.name, changes=changes))

    async def elsewhere(self, tables: Iterable[str]) -> dict[str, Holders]:
        """Who is connected to tables at other servers."""
        wanted = list(tables)
        return await self._ask(lambda connection: shared.read_presence(connection, self.own.name, wanted, GONE_SECONDS))

    # Who plays

    async def take(self, table: str) -> bool:
        """Whether this server plays at a table, and no other one."""
        if table in self.known.led:
            return False
        if table in self.own.leases and time.monotonic() < self.beaten + SURE_SECONDS:
            return True
        is_taken = await self._ask(lambda connection: shared.take(connection, self.own.name, table, GONE_SECONDS))
        if is_taken:
            self.own.leases.add(table)
            self.known.led -= {table}
        else:
            self.own.leases.discard(table)
            self.known.led |= {table}
        return is_taken

    def let_go(self, table: str) -> None:
        """Play at a table no more."""
        if table in self.own.leases:
            self.own.leases.discard(table)
            self._tell(lambda connection: shared.let_go(connection, self.own.name, table))

    # Beats

    async def _go_on_beating(self) -> None:
        while True:
            self._beat_now.clear()
            with suppress(TimeoutError):
                await asyncio.wait_for(self._beat_now.wait(), BEAT_SECONDS)
            try:
                await self._beat()
            except Exception as error:
                self.own.is_told = False
                log_outage(error)

    async def _beat(self) -> None:
        """Say that this server runs, and look which others do."""
        began = time.monotonic()
        if not self.own.is_told:
            await self._introduce()
        beat = await self._ask(lambda connection: shared.beat(connection, self.own.name, GONE_SECONDS))
        self.own.is_told = self.own.is_told and beat.is_known
        self.beaten = began
        before, self.known = self.known, Known(beat.running, beat.led)
        self.own.leases -= beat.led
        if before.running != beat.running:
            self.hearer.people_changed(None)
        if beat.left_behind:
            self.hearer.left_behind(beat.left_behind)
        if before.led - beat.led:
            self.hearer.let_go_of(before.led - beat.led)

    async def _introduce(self) -> None:
        """Tell everything anew that others should know of this server."""
        self.own.leases.clear()
        self.own.is_told = True
        here = dict(self.own.here)
        await self._ask(lambda connection: shared.introduce(connection, self.own.name, here))

    # Asking and telling

    async def _ask(self, question: Callable[[Connection], Answer]) -> Answer:
        """Ask the database in the thread, after all that was told before."""
        return await self.loop.run_in_executor(self.thread, self._in_transaction, question)

    def _in_transaction(self, question: Callable[[Connection], Answer]) -> Answer:
        with self.engine.begin() as connection:
            return question(connection)

    def _tell(self, work: Callable[[Connection], None]) -> None:
        """Tell the database something; where that fails, everything is told again with the next beat."""
        self._start(self._try_to_tell(work))

    async def _try_to_tell(self, work: Callable[[Connection], None]) -> None:
        try:
            await self._ask(work)
        except OUTAGES as error:
            self.own.is_told = False
            log_outage(error)

    def _start(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task


async def meet(engine: Engine, hearer: Hearer) -> Neighbours:
    """The neighbours of a server that begins."""
    if engine.dialect.name != "postgresql":
        return NoNeighbours()
    neighbours = SharedNeighbours(engine, hearer)
    await neighbours.open()
    return neighbours
