"""Listening: what other servers on the same PostgreSQL database say, heard in a thread of its own.

They say which table has changed and the number of its newest entry, that somebody came or went
there, or that something was said; nothing else.
"""

import threading
from collections.abc import Callable, Iterable
from contextlib import closing
from typing import Any

from sqlalchemy import Connection, Engine, text

from rheinlaender.server.logs import log_outage

CHANNEL = "rheinlaender"
NOTIFY = text("SELECT pg_notify(:channel, word) FROM unnest(CAST(:words AS text[])) AS word")
AGAIN_SECONDS = 0.5
LISTEN_SECONDS = 1.0
SAID_PARTS = 3
Hear = Callable[[str | None], None]
"""Takes what was said; None when something may have been missed."""


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


def read_words(words: str) -> tuple[str, int | None]:
    """The table that was spoken of, and the number of its newest entry, if it was that."""
    table, _, number = words.partition(" ")
    return table, int(number) if number else None


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
                with closing(self._connect()) as line:
                    line.autocommit = True
                    line.execute(f"LISTEN {CHANNEL}")
                    self.hear(None)
                    self._listen(line)
            except Exception as error:
                log_outage(error)
                self.is_stopped.wait(AGAIN_SECONDS)

    def _connect(self) -> Any:
        """A line of psycopg's own, apart from those that are asked."""
        borrowed = self.engine.raw_connection()
        line = borrowed.driver_connection
        borrowed.detach()
        assert line is not None
        return line

    def _listen(self, line: Any) -> None:
        while not self.is_stopped.is_set():
            for said in line.notifies(timeout=LISTEN_SECONDS):
                self.hear(said.payload)
