"""Holding a database: an SQLite file belongs to one server at a time; a PostgreSQL database is shared by all.

What holds a file is SQLite's own lock on another file beside it, which every system has and which ends with its
process, however that ends.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from rheinlaender.i18n import Refusal
from rheinlaender.server.store.database import DatabaseUnwritable, make_private, read_url

SUFFIX = "-server"


class DatabaseHeld(Refusal):
    """Another server has the file of the database."""

    code = "database_held"


def is_shared(address: str) -> bool:
    """Whether several servers may use a database at the same time."""
    return read_url(address).drivername != "sqlite"


@contextmanager
def holding(address: str) -> Iterator[None]:
    """Hold a database while it is served, or refuse it if it belongs to another server."""
    if is_shared(address):
        yield
        return
    file = str(read_url(address).database)
    try:
        make_private(Path(file + SUFFIX))
    except OSError as error:
        raise DatabaseUnwritable(file=file, problem=error.strerror or str(error)) from error
    with closing(sqlite3.connect(file + SUFFIX, timeout=0.0, isolation_level=None)) as lock:
        try:
            lock.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError:
            raise DatabaseHeld(file=file) from None
        yield
