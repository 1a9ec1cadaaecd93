"""The database behind the store: its address, how it is connected to, and the migration to the newest schema."""

import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event, inspect, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import (
    ArgumentError,
    DBAPIError,
    InterfaceError,
    InternalError,
    NoSuchModuleError,
    OperationalError,
    TimeoutError as PoolTimeout,
)

from rheinlaender.i18n import Refusal
from rheinlaender.i18n.extras import command_for
from rheinlaender.server.store.schema import VERSION

POSTGRESQL = "postgresql+psycopg"
OUTAGES = (OperationalError, InterfaceError, InternalError, PoolTimeout)
"""What is raised while a database cannot be reached, read or written; nothing is wrong with what was asked."""
SESSION = {
    "synchronous_commit": "on",
    "lock_timeout": "5s",
    "idle_in_transaction_session_timeout": "5s",
    "tcp_keepalives_idle": "2",
    "tcp_keepalives_interval": "1",
    "tcp_keepalives_count": "3",
}
"""How PostgreSQL treats a connection: a commit waits for the disk, and whoever vanishes halfway holds nobody up."""
KEEPALIVES = {"keepalives_idle": 5, "keepalives_interval": 2, "keepalives_count": 3, "tcp_user_timeout": 10_000}
"""How soon this side notices that the machine of the database has vanished."""
BUSY_MILLISECONDS = 10_000
CONNECT_SECONDS = 10
PRIVATE = 0o600
MIGRATION_LOCK = 0x5268_6569_6E
"""The number by which servers that open one PostgreSQL database at the same time wait for each other."""


class WrongDatabaseUrl(Refusal):
    """An address that names neither an SQLite file nor a PostgreSQL database."""

    code = "wrong_database_url"


class DatabaseDriverMissing(Refusal):
    """The package that speaks to the database is not installed."""

    code = "database_driver_missing"


class DatabaseUnwritable(Refusal):
    """The file of the database cannot be made, read or written."""

    code = "database_unwritable"


class DatabaseUnreachable(Refusal):
    """The database server does not answer or refuses."""

    code = "database_unreachable"


class DatabaseTooNew(Refusal):
    """The database was written by a newer version of the product."""

    code = "database_too_new"


def read_url(address: str) -> URL:
    """The address of a database, `sqlite:///file` or `postgresql://…`, or a refusal."""
    try:
        url = make_url(address)
    except (ArgumentError, ValueError):
        raise WrongDatabaseUrl(url=address.split("@")[-1]) from None
    if url.drivername == "postgresql":
        url = url.set(drivername=POSTGRESQL)
    is_file = url.drivername == "sqlite" and url.database not in (None, "", ":memory:")
    if not is_file and url.drivername != POSTGRESQL:
        raise WrongDatabaseUrl(url=shown_address(url))
    return url


def driver_address(address: str) -> str | None:
    """The address of a PostgreSQL database as its driver wants it; None for a file."""
    url = read_url(address)
    if url.drivername != POSTGRESQL:
        return None
    return url.set(drivername="postgresql").render_as_string(hide_password=False)


def shown_address(url: URL) -> str:
    """An address as it may be shown: without its password."""
    return url.render_as_string(hide_password=True)


def connect(url: URL) -> Engine:
    """The engine of a database; nothing is opened yet, except that a file is made."""
    if url.drivername == "sqlite":
        make_file(url)
        return connect_sqlite(url)
    return connect_postgresql(url)


def make_file(url: URL) -> None:
    """Make the file of a database; a folder that is not there is rather mistyped than missing."""
    assert url.database
    try:
        make_private(Path(url.database))
    except OSError as error:
        raise DatabaseUnwritable(file=url.database, problem=error.strerror or str(error)) from error


def make_private(file: Path) -> None:
    """Let nobody but its owner read or write a file, which is made where it is missing."""
    os.close(os.open(file, os.O_CREAT | os.O_RDWR, PRIVATE))
    with suppress(PermissionError):
        file.chmod(PRIVATE)


def connect_sqlite(url: URL) -> Engine:
    """An engine for a file: readers never wait for the writer, and a commit is on the disk when it returns."""
    engine = create_engine(url, hide_parameters=True)

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, _: object) -> None:
        connection.isolation_level = None
        connection.execute(f"PRAGMA busy_timeout={BUSY_MILLISECONDS}")
        write_ahead(connection)
        connection.execute("PRAGMA synchronous=FULL")
        connection.execute("PRAGMA foreign_keys=ON")

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        is_writer = connection.get_execution_options().get("is_writer", False)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if is_writer else "BEGIN")

    return engine


def write_ahead(connection: sqlite3.Connection) -> None:
    """Put a file into WAL mode. SQLite does not wait when others do so at the same moment; this does."""
    until = time.monotonic() + BUSY_MILLISECONDS / 1000
    while True:
        try:
            connection.execute("PRAGMA journal_mode=WAL")
            return
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > until:
                raise
            time.sleep(0.01)


def connect_postgresql(url: URL) -> Engine:
    """An engine for a server: connections that broke are replaced, and a commit waits for the disk."""
    try:
        connecting = {"connect_timeout": CONNECT_SECONDS, **KEEPALIVES}
        engine = create_engine(url, pool_pre_ping=True, hide_parameters=True, connect_args=connecting)
    except (ImportError, NoSuchModuleError) as error:
        raise DatabaseDriverMissing(package="psycopg", command=command_for("postgres")) from error

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, _: object) -> None:
        for name, value in SESSION.items():
            connection.execute(f"SET {name} TO '{value}'")
        connection.commit()

    return engine


@contextmanager
def writing(engine: Engine) -> Iterator[Connection]:
    """A transaction that writes: committed at the end, taken back when anything is raised."""
    with engine.connect().execution_options(is_writer=True) as connection, connection.begin():
        yield connection


def try_to_write(engine: Engine) -> None:
    """Write something that changes nothing, down to the disk; raises where that cannot be done."""
    with writing(engine) as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = version_num"))


def prepare(engine: Engine) -> None:
    """Bring a database to the newest schema, or refuse with words."""
    try:
        if read_version(engine) != VERSION:
            with writing(engine) as connection:
                migrate(connection)
    except DBAPIError as error:
        raise unusable(engine, error) from error


def unusable(engine: Engine, error: DBAPIError) -> Refusal:
    """The refusal of a database that cannot be used."""
    if engine.dialect.name == "sqlite":
        return DatabaseUnwritable(file=engine.url.database, problem=first_line(error))
    return DatabaseUnreachable(url=shown_address(engine.url), problem=first_line(error))


def first_line(error: DBAPIError) -> str:
    """What a database says is wrong, without what was asked."""
    return str(error.orig).strip().splitlines()[0]


def read_version(engine: Engine) -> str | None:
    """The migration that a database has reached, or None for an empty one."""
    with engine.connect() as connection:
        if not inspect(connection).has_table("alembic_version"):
            return None
        return connection.execute(text("SELECT version_num FROM alembic_version")).scalar()


def migrate(connection: Connection) -> None:
    """Run the migrations that are missing, in one transaction; only one server does so at a time."""
    from alembic import command
    from alembic.config import Config
    from alembic.migration import MigrationContext
    from alembic.script import ScriptDirectory

    if connection.dialect.name == "postgresql":
        for patience in ("lock_timeout", "idle_in_transaction_session_timeout"):
            connection.execute(text(f"SET LOCAL {patience} = 0"))
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": MIGRATION_LOCK})
    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations").replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    found = MigrationContext.configure(connection).get_current_revision()
    known = {script.revision for script in ScriptDirectory.from_config(config).walk_revisions()}
    if found is not None and found not in known:
        raise DatabaseTooNew(url=shown_address(connection.engine.url), found=found, known=VERSION)
    command.upgrade(config, "head")
