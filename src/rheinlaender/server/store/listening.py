"""Listening: what other servers on the same PostgreSQL database say, heard in a thread of its own."""

import asyncio
import threading
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from typing import Any, Protocol

from sqlalchemy import Connection, Engine, text

from rheinlaender.server.errors import EntryTooNew
from rheinlaender.server.logs import log_outage
from rheinlaender.server.store.log import read_entries
from rheinlaender.server.store.telling import CHANNEL, read_entry_words, read_said
from rheinlaender.server.values.entry import Entry

AGAIN_SECONDS = 0.5
LISTEN_SECONDS = 1.0


class Hearer(Protocol):
    """Who wants to know what happens at other servers."""

    def known_of(self, table: str) -> int | None:
        """The newest entry that is known of a table, if what is written there is wanted at once; from any thread."""

    def entry_written(self, table: str, number: int, found: Sequence[Entry]) -> None:
        """A table has entries up to a number; the newest that was known and those after it, where they were read."""

    def said(self, table: str, room: str, number: int) -> None:
        """Something was said at a table, in a room, up to a number."""

    def all_may_have_changed(self) -> None:
        """Entries may have been written that were not told."""

    def people_changed(self, tables: Iterable[str] | None) -> None:
        """Somebody came or went at these tables, or anywhere."""

    def left_behind(self, tables: Iterable[str]) -> None:
        """A server that played at these tables has gone."""

    def let_go_of(self, tables: Iterable[str]) -> None:
        """Nobody else plays at these tables any more."""


class Listener:
    """The thread that listens; whenever its line breaks it makes a new one and says that something may be missed.

    What it hears is done in the event loop in which it was made.
    """

    def __init__(self, engine: Engine, hearer: Hearer, servers_changed: Callable[[], None]) -> None:
        self.engine, self.hearer, self.servers_changed = engine, hearer, servers_changed
        self.loop = asyncio.get_running_loop()
        self.is_stopped = threading.Event()
        self.thread = threading.Thread(target=self._run, name="store-listener", daemon=True)

    def start(self) -> None:
        """Begin to listen."""
        self.thread.start()

    def stop(self) -> None:
        """Listen no more; whoever waits for the end waits for at most `LISTEN_SECONDS`."""
        self.is_stopped.set()

    def _run(self) -> None:
        while not self.is_stopped.is_set():
            try:
                with self.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as line:
                    driver = line.connection.driver_connection
                    line.detach()
                    line.execute(text(f"LISTEN {CHANNEL}"))
                    self._soon(self._hear_anything)
                    self._listen(line, driver)
            except Exception as error:
                log_outage(error)
                self.is_stopped.wait(AGAIN_SECONDS)

    def _listen(self, line: Connection, driver: Any) -> None:
        """Take what is said, and read at once what is wanted at once; what comes meanwhile waits in the driver."""
        while not self.is_stopped.is_set():
            for said in list(driver.notifies(timeout=LISTEN_SECONDS, stop_after=1)):
                self._soon(self._hear, said.payload, self._read(line, said.payload))

    def _read(self, line: Connection, said: str) -> list[Entry]:
        """The newest known entry of the table that was spoken of and those after it, if there are any to be read."""
        written = read_entry_words(said)
        known = None if written is None else self.hearer.known_of(written[0])
        if written is None or known is None or known >= written[1]:
            return []
        with suppress(EntryTooNew):
            return read_entries(line, written[0], known - 1)
        return []

    def _soon(self, work: Callable[..., None], *arguments: Any) -> None:
        """Do something in the event loop, unless it has ended."""
        if not self.loop.is_closed():
            self.loop.call_soon_threadsafe(work, *arguments)

    def _hear_anything(self) -> None:
        """Take into account that anything may have been said."""
        self.hearer.all_may_have_changed()
        self.hearer.people_changed(None)

    def _hear(self, said: str, found: Sequence[Entry]) -> None:
        """Take what another server said, and what was read because of it."""
        if not said:
            self.servers_changed()
        elif (heard := read_said(said)) is not None:
            self.hearer.said(*heard)
        elif (written := read_entry_words(said)) is not None:
            self.hearer.entry_written(*written, found)
        else:
            self.hearer.people_changed([said])
