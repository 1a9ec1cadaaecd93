"""Uptime: for how many milliseconds servers have run on a database, which is the time that clocks go by.

A server whose tables have clocks says twice a second that it runs. What then is added to the count is at most the time
since the same server said so before, by a clock of its machine that never leaps. So nothing is counted while no server
runs, an hour that leaps changes nothing, and whoever is killed takes at most one beat along. Between two beats each
server counts on by itself. Nobody waits for the disk: what a power cut may take is given to whoever is to move.
"""

import asyncio
import sqlite3
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

from sqlalchemy import BigInteger, Connection, Engine, bindparam, case, func, select, text, update
from sqlalchemy.exc import OperationalError
from sqlalchemy.sql.elements import ColumnElement

from rheinlaender.server.logs import log_outage
from rheinlaender.server.store.database import OUTAGES
from rheinlaender.server.store.schema import uptime
from rheinlaender.server.store.shared import now as database_now

BEAT_SECONDS = 0.5
MOST_SECONDS = 3.0
"""What is counted at most between two beats: a server that hangs longer, or whose database does, serves nobody."""


class Uptime:
    """The count, as this server knows it."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.thread = ThreadPoolExecutor(1, thread_name_prefix="store-uptime")
        self.counted = 0
        """The count after the last beat."""
        self.beaten: float | None = None
        """When the last beat began that was heard, on this machine's clock; None where time does not count."""
        self._line: sqlite3.Connection | None = None
        self._task: asyncio.Task[None] | None = None
        self._beginning = asyncio.Lock()

    def now(self) -> int:
        """The milliseconds for which servers have run."""
        return self.counted + self._since()

    def _since(self) -> int:
        """The milliseconds since the last beat, as far as they count."""
        if self.beaten is None:
            return 0
        return int(1000 * max(0.0, min(MOST_SECONDS, time.monotonic() - self.beaten)))

    async def begin(self) -> None:
        """Count from now on; whoever counts already goes on."""
        async with self._beginning:
            if self._task is None:
                await self._beat()
                self._task = asyncio.create_task(self._go_on())

    async def close(self) -> None:
        """Count no more."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
            with suppress(*OUTAGES):
                await self._beat()
        await asyncio.to_thread(self.thread.shutdown)
        if self._line is not None:
            self._line.close()

    async def _go_on(self) -> None:
        while True:
            await asyncio.sleep(BEAT_SECONDS)
            try:
                await self._beat()
            except Exception as error:
                self.counted, self.beaten = self.now(), None
                log_outage(error)

    async def _beat(self) -> None:
        """Say that this server runs, and learn the count."""
        began = time.monotonic()
        work = self._beat_file if self.engine.dialect.name == "sqlite" else self._beat_shared
        self.counted = await asyncio.get_running_loop().run_in_executor(self.thread, work, self._since())
        self.beaten = began

    def _beat_file(self, since: int) -> int:
        """Where there is one server only, it asks nobody for the hour, and does not wait for the disk."""
        try:
            if self._line is None:
                self._line = line_without_waiting(self.engine)
            self._line.execute("UPDATE uptime SET counted = counted + ?", (since,))
            return int(self._line.execute("SELECT counted FROM uptime").fetchone()[0])
        except sqlite3.Error as error:
            raise OperationalError("beat", None, error) from error

    def _beat_shared(self, since: int) -> int:
        with self.engine.begin() as connection:
            connection.execute(text("SET LOCAL synchronous_commit = off"))
            return beat(connection, since)


def line_without_waiting(engine: Engine) -> sqlite3.Connection:
    """A line of SQLite's own, whose commits outlive the server, and wait for the disk only with those of others."""
    borrowed = engine.raw_connection()
    line = borrowed.driver_connection
    borrowed.detach()
    assert isinstance(line, sqlite3.Connection)
    line.execute("PRAGMA synchronous=NORMAL")
    return line


def beat(connection: Connection, since: int) -> int:
    """Count what has passed since any server said so last, by the clock of the database, but not more than `since`."""
    passed: ColumnElement[int] = database_now() - uptime.c.seen
    most = bindparam("most", since, BigInteger)
    counted = case((passed < 0, 0), (passed > most, most), else_=passed)
    connection.execute(update(uptime).values(counted=uptime.c.counted + counted, seen=database_now()))
    return int(connection.execute(select(func.max(uptime.c.counted))).scalar_one())
