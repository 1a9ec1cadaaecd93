"""Backups: a copy of the whole database in one moment, while the server goes on."""

import sqlite3
from contextlib import closing
from pathlib import Path

from rheinlaender.i18n import Refusal
from rheinlaender.server.store.database import make_private, read_url


class NoSuchDatabase(Refusal):
    """There is no database to be copied."""

    code = "no_such_database"


class BackupExists(Refusal):
    """The file that the copy would be written to is there already."""

    code = "backup_exists"


class BackupElsewhere(Refusal):
    """The database is one that has tools of its own for copies."""

    code = "backup_elsewhere"


def back_up(address: str, target: Path) -> int:
    """Copy an SQLite database, with what still waits beside its file; the bytes of the copy."""
    url = read_url(address)
    if url.drivername != "sqlite" or url.database is None:
        raise BackupElsewhere(tool="pg_dump")
    if not Path(url.database).is_file():
        raise NoSuchDatabase(file=url.database)
    if target.exists():
        raise BackupExists(file=target)
    make_private(target)
    with closing(sqlite3.connect(url.database)) as source, closing(sqlite3.connect(target)) as copy:
        source.backup(copy)
    return target.stat().st_size
