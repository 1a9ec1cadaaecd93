"""The logs of all tables in SQLite or PostgreSQL, behind coroutines.

An entry is durable before `append` returns. One thread writes (see `writer`), a pool of a few threads reads; the event
loop never waits for the disk.
"""

import asyncio
import json
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from typing import TypeVar

from sqlalchemy import Connection, RowMapping, func, select

from rheinlaender.game.rulings import RULES
from rheinlaender.server.store import database
from rheinlaender.server.store.orders import Append, Opening, StoreClosed
from rheinlaender.server.store.schema import commands, entries, leases, tables
from rheinlaender.server.store.uptime import Uptime
from rheinlaender.server.store.writer import Writer
from rheinlaender.server.traces import span
from rheinlaender.server.values.clock import Now, as_carried
from rheinlaender.server.values.entry import PLAYING, Entry, Parts, in_todays_format

READERS = 4
WELL_SECONDS = 5.0
ENTRY_COLUMNS = ("number", "kind", "parts", "at", "format", "rules", "uptime")

Answer = TypeVar("Answer")


def utc_now() -> str:
    """The time in whole seconds, as entries carry it."""
    return as_carried(datetime.now(UTC))


class Store:
    """The logs of all tables."""

    def __init__(self, url: str, clock: Callable[[], str] = utc_now) -> None:
        self.url = database.read_url(url)
        self.clock = clock
        self.engine = database.connect(self.url)
        self.readers = ThreadPoolExecutor(READERS, thread_name_prefix="store-reader")
        self.uptime = Uptime(self.engine)
        self.writer: Writer | None = None

    @property
    def is_shared(self) -> bool:
        """Whether other servers may write to the same logs."""
        return self.engine.dialect.name == "postgresql"

    async def open(self) -> None:
        """Bring the database to the newest schema and start the writer; a database that is refused is let go of."""
        loop = asyncio.get_running_loop()
        try:
            await loop.run_in_executor(self.readers, database.prepare, self.engine)
        except BaseException:
            await self.close()
            raise
        self.writer = Writer(self.engine, loop)
        self.writer.thread.start()

    async def close(self) -> None:
        """Write what waits, then let go of the database."""
        await self.uptime.close()
        if self.writer is not None:
            self.writer.close()
            await asyncio.to_thread(self.writer.thread.join)
        self.readers.shutdown()
        self.engine.dispose()

    async def open_table(self, table: str, opening: str, parts: Parts) -> str:
        """Write entry 0 of a new table and return its id; the same `opening` again returns the table that is there."""
        entry = Entry(0, "opened", parts, self.clock(), uptime=self.uptime.now())
        found: str = await self.writing().order(Opening(table, opening, entry))
        return found

    async def append(
        self,
        table: str,
        number: int,
        kind: str,
        parts: Parts,
        command: str | None = None,
        reply: Parts | None = None,
        stage: str = PLAYING,
        rules: int = RULES,
    ) -> Entry:
        """Append an entry to a log and remember what its command is answered; durable when it returns.

        Raises `NumberTaken` when the log has such an entry, `NumberSkipped` when one before it is missing and
        `CommandKnown` when the command was carried out before. After any other exception it is unknown whether the
        entry was written: `entries` says what is.
        """
        entry = Entry(number, kind, parts, self.clock(), rules=rules, uptime=self.uptime.now())
        with span("append", kind=kind):
            written: Entry = await self.writing().order(Append(table, entry, command, reply or {}, stage))
        return written

    async def entries(self, table: str, after: int = -1, most: int | None = None) -> list[Entry]:
        """The entries of a table after a number, in order, at most so many; none for an unknown table."""
        return await self.read(lambda connection: read_entries(connection, table, after, most))

    async def newest(self, tables: list[str]) -> dict[str, int]:
        """The number of the newest entry of each of these tables."""
        return await self.read(lambda connection: read_newest(connection, tables))

    async def reply_of(self, table: str, command: str) -> Parts | None:
        """What a command was answered when it was carried out, or None."""
        return await self.read(lambda connection: read_reply(connection, table, command))

    async def unfinished(self) -> list[str]:
        """The tables that are being played, in the order in which they were opened."""
        return await self.read(read_unfinished)

    async def unattended(self) -> list[str]:
        """The tables with clocks that are being played and that no server plays at."""
        return await self.read(read_unattended)

    def now(self) -> Now:
        """The time that it is, as the next entry will carry it."""
        return Now(self.uptime.now(), self.clock())

    async def is_well(self) -> bool:
        """Whether the database can be written, down to the disk, and the writer runs."""
        loop = asyncio.get_running_loop()
        try:
            written = loop.run_in_executor(self.readers, database.try_to_write, self.engine)
            await asyncio.wait_for(written, WELL_SECONDS)
        except Exception:
            return False
        return self.writer is not None and self.writer.thread.is_alive() and not self.writer.is_closed

    def writing(self) -> Writer:
        """The writer, which runs between `open` and `close`."""
        if self.writer is None:
            raise StoreClosed
        return self.writer

    async def read(self, question: Callable[[Connection], Answer]) -> Answer:
        """Ask the database in one of the reading threads."""
        return await asyncio.get_running_loop().run_in_executor(self.readers, self.ask, question)

    def ask(self, question: Callable[[Connection], Answer]) -> Answer:
        """Ask the database and wait."""
        with self.engine.connect() as connection:
            return question(connection)


def read_entries(connection: Connection, table: str, after: int, most: int | None = None) -> list[Entry]:
    """The entries of a table after a number, at most so many; refused where one of them cannot be understood."""
    rows = connection.execute(
        select(*(entries.c[name] for name in ENTRY_COLUMNS))
        .where(entries.c.table_id == table)
        .where(entries.c.number > after)
        .order_by(entries.c.number)
        .limit(most)
    )
    return [entry_of(row._mapping) for row in rows]


def entry_of(row: RowMapping) -> Entry:
    """An entry from a row of the database; refused where it cannot be understood."""
    return in_todays_format(Entry(**{name: row[name] for name in ENTRY_COLUMNS} | {"parts": json.loads(row["parts"])}))


def read_kinds(connection: Connection, wanted: Sequence[str], kinds: Sequence[str]) -> dict[str, list[Entry]]:
    """The entries of some kinds in the logs of tables, in order."""
    rows = connection.execute(
        select(entries.c.table_id, *(entries.c[name] for name in ENTRY_COLUMNS))
        .where(entries.c.table_id.in_(wanted))
        .where(entries.c.kind.in_(kinds))
        .order_by(entries.c.table_id, entries.c.number)
    )
    found: dict[str, list[Entry]] = {}
    for row in rows:
        found.setdefault(row.table_id, []).append(entry_of(row._mapping))
    return found


def read_newest(connection: Connection, wanted: list[str]) -> dict[str, int]:
    """The number of the newest entry of each table."""
    last = select(func.max(entries.c.number)).where(entries.c.table_id == tables.c.table_id).scalar_subquery()
    rows = connection.execute(select(tables.c.table_id, last).where(tables.c.table_id.in_(wanted)))
    return {table: number for table, number in rows}  # noqa: C416 - rows are no pairs to the type checker


def read_reply(connection: Connection, table: str, command: str) -> Parts | None:
    """What a command was answered."""
    reply = connection.execute(
        select(commands.c.reply).where(commands.c.table_id == table).where(commands.c.command == command)
    ).scalar()
    return None if reply is None else dict(json.loads(reply))


def read_unfinished(connection: Connection) -> list[str]:
    """The tables that are being played."""
    rows = connection.execute(
        select(tables.c.table_id).where(tables.c.stage == PLAYING).order_by(tables.c.opened, tables.c.table_id)
    )
    return [table for (table,) in rows]


def read_unattended(connection: Connection) -> list[str]:
    """The tables with clocks that are being played, of which no server has the lease."""
    rows = connection.execute(
        select(tables.c.table_id)
        .where(tables.c.stage == PLAYING)
        .where(tables.c.is_timed == 1)
        .where(tables.c.table_id.not_in(select(leases.c.table_id)))
        .order_by(tables.c.opened, tables.c.table_id)
    )
    return [table for (table,) in rows]
