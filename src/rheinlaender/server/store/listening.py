"""Listening: what other servers on the same PostgreSQL database say, heard in a thread of its own.

They say which table has changed and the number of its newest entry, that somebody came or went
there, or that something was said; nothing else.
"""

import threading
from collections.abc import Callable, Iterable
from typing import Any

from sqlalchemy import Connection, Engine, text

from rheinlaender.server.logs import log_outage

CHANNEL = "rheinlaender"
NOTIFY = text("SELECT pg_notify(:channel, word) FROM unnest(CAST(:words AS text[])) AS word")
AGAIN_SECONDS = 0.5
LISTEN_SECONDS = 1.0
ENTRY_PARTS, SAID_PARTS = 2, 3
Hear = Callable[[Connection, str | None], None]
"""Takes what was said, in the thread that listens, with its line; None when something may have been missed."""


def tell_servers(connection: Connection, words: Iterable[str]) -> None:
    """Say something to all servers when the transaction is committed; where there can be only one, nothing."""
    if connection.dialect.name == "postgresql":
        connection.execute(NOTIFY, {"channel": CHANNEL, "words": list(words)})


def entry_words(table: str, number: int) -> str:
    """That a table has entries up to a number."""
    return f"{table} {number}"


def said_words(table: str, room: str, number: int) -> str:
    """That something was said at a table, by its room and its number there."""
    return f"{table} {room} {number}"


def read_said(words: str) -> tuple[str, str, int] | None:
    """The table, the room and the number of what was said, if it was that."""
    parts = words.split(" ")
    return (parts[0], parts[1], int(parts[2])) if len(parts) == SAID_PARTS else None


def read_entry_words(words: str) -> tuple[str, int] | None:
    """The table and the number of its newest entry, if it was that."""
    parts = words.split(" ")
    return (parts[0], int(parts[1])) if len(parts) == ENTRY_PARTS else None


class Listener:
    """The thread that listens; whenever its line breaks it makes a new one and says that something may be missed."""

    def __init__(self, engine: Engine, hear: Hear) -> None:
        self.engine, self.hear = engine, hear
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
                    self.hear(line, None)
                    self._listen(line, driver)
            except Exception as error:
                log_outage(error)
                self.is_stopped.wait(AGAIN_SECONDS)

    def _listen(self, line: Connection, driver: Any) -> None:
        """Take what is said; what comes while that is done waits in the driver."""
        while not self.is_stopped.is_set():
            for said in list(driver.notifies(timeout=LISTEN_SECONDS, stop_after=1)):
                self.hear(line, said.payload)
