"""Erasing: whole tables, or one name wherever it stands, each put on record before anything goes.

The log stays honest: the database lets entries go only in a transaction that says so in `erasures`, which keeps which
table it was, when, why and how many entries, and nothing that anybody wrote.
"""

import json
from collections.abc import Collection, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, exists, func, select, text

from rheinlaender.server.store import database
from rheinlaender.server.store.backup import NoSuchDatabase
from rheinlaender.server.store.database import writing
from rheinlaender.server.store.log import read_kinds, utc_now
from rheinlaender.server.store.outcomes import finished, results, unnoted
from rheinlaender.server.store.schema import (
    attempts,
    belongings,
    commands,
    entries,
    erasures,
    held,
    identities,
    leases,
    lobby,
    presence,
    remarks,
    reviews,
    subscriptions,
    tables,
)
from rheinlaender.server.store.talk import forget_said, has_spoken
from rheinlaender.server.store.writer import written_parts
from rheinlaender.server.values.named import NAMING, NOBODY, holders_named, without_names_of

TABLE, NAME = "table", "name"
OPERATOR, RETENTION, OWN_WISH = "operator", "retention", "own wish"
MOST_AT_ONCE = 100
OF_A_TABLE = (
    *(presence, leases, lobby, belongings, subscriptions, held, attempts, unnoted, results, finished),
    *(commands, remarks, entries),
)
"""What goes with a table, in an order in which nothing is left that refers to what has gone."""


class Overtaken(Exception):
    """Somebody else has erased the table meanwhile."""


@dataclass(frozen=True)
class Erasure:
    """What was erased: a table, or a name in its log."""

    number: int
    table: str
    what: str


@contextmanager
def using(address: str) -> Iterator[Engine]:
    """A database that is there, brought to the newest schema; nothing is made of nothing."""
    url = database.read_url(address)
    if url.drivername == "sqlite" and not Path(str(url.database)).is_file():
        raise NoSuchDatabase(file=url.database)
    engine = database.connect(url)
    try:
        database.prepare(engine)
        yield engine
    finally:
        engine.dispose()


def erase_table(engine: Engine, table: str, why: str = OPERATOR) -> int:
    """Erase a table with its log and what was answered to its commands; how many entries it had, 0 for none such."""
    try:
        with writing(engine) as connection:
            count = read_count(connection, table)
            with on_record(connection, table, TABLE, why, count):
                for owner in OF_A_TABLE:
                    connection.execute(owner.delete().where(owner.c.table_id == table))
                connection.execute(reviews.delete().where(reviews.c.subject == table))
                if not connection.execute(tables.delete().where(tables.c.table_id == table)).rowcount:
                    raise Overtaken
    except Overtaken:
        return 0
    return count


def count_entries(engine: Engine, table: str) -> int:
    """How many entries a table has; 0 for none such."""
    with engine.connect() as connection:
        return read_count(connection, table)


def read_count(connection: Connection, table: str) -> int:
    """How many entries a table has."""
    return connection.execute(select(func.count()).select_from(entries).where(entries.c.table_id == table)).scalar_one()


def erase_name(engine: Engine, name: str) -> list[str]:
    """Put nobody's name in the place of one wherever it stands; the tables in whose logs it stood.

    What was said there under the name, or with it, is forgotten too.
    """
    found = tables_named(engine, name)
    with writing(engine) as connection:
        for named in (identities, results):
            connection.execute(named.update().where(named.c.name == name).values(name=NOBODY))
    for table in found:
        with writing(engine) as connection:
            rows = list(rows_with(connection, name, table))
            speakers = holders_named(read_kinds(connection, [table], NAMING).get(table, []), name)
            with on_record(connection, table, NAME, OPERATOR, len(rows)):
                forget_said(connection, table, speakers, name)
                for number, parts in rows:
                    where = (entries.c.table_id == table) & (entries.c.number == number)
                    connection.execute(entries.update().where(where).values(parts=without(parts, name)))
    return found


def erase_names_of(engine: Engine, table: str, holders: Collection[str]) -> int:
    """Put nobody's name in the place of those that the holders of secrets have had at a table; in how many entries.

    What they have said there is forgotten too.
    """
    with writing(engine) as connection:
        own = (results.c.table_id == table) & results.c.holder.in_(holders)
        connection.execute(results.update().where(own).values(name=NOBODY))
        changed = without_names_of(read_kinds(connection, [table], NAMING).get(table, []), holders)
        if changed or has_spoken(connection, table, holders):
            with on_record(connection, table, NAME, OWN_WISH, len(changed)):
                forget_said(connection, table, holders)
                for entry in changed:
                    where = (entries.c.table_id == table) & (entries.c.number == entry.number)
                    connection.execute(entries.update().where(where).values(parts=written_parts(entry.parts)))
    return len(changed)


def tables_named(engine: Engine, name: str) -> list[str]:
    """The tables in whose logs a name stands."""
    with engine.connect() as connection:
        rows = connection.execute(select(entries.c.table_id, entries.c.parts).where(mentions(name))).all()
    return sorted({table for table, parts in rows if without(parts, name) != parts})


def rows_with(connection: Connection, name: str, table: str) -> Iterator[tuple[int, str]]:
    """The entries of a table in which a name stands: their numbers and parts."""
    question = select(entries.c.number, entries.c.parts).where(entries.c.table_id == table).where(mentions(name))
    rows = connection.execute(question).all()
    return ((number, parts) for number, parts in rows if without(parts, name) != parts)


def mentions(name: str) -> Any:
    """Entries that may hold a name, as the log writes it."""
    return entries.c.parts.contains(json.dumps(name), autoescape=True)


def without(parts: str, name: str) -> str:
    """The parts of an entry with nobody's name in the place of one; they are the same where it does not stand."""
    read = json.loads(parts)
    named = [read, *(seat for seat in read.get("seats", ()) if isinstance(seat, dict))]
    found = [seat for seat in named if seat.get("name") == name]
    for seat in found:
        seat["name"] = NOBODY
    return written_parts(read) if found else parts


@contextmanager
def on_record(connection: Connection, table: str, what: str, why: str, count: int) -> Iterator[None]:
    """Put on record what is erased, which the database then allows in this transaction until it is done."""
    row = {"table_id": table, "what": what, "why": why, "entries": count, "at": utc_now(), "is_done": 0}
    number = connection.execute(erasures.insert().values(**row).returning(erasures.c.erasure)).scalar_one()
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql("PRAGMA secure_delete=ON")
    yield
    connection.execute(erasures.update().where(erasures.c.erasure == number).values(is_done=1))


def tidy(engine: Engine) -> None:
    """Let go of the room that erased entries took, so that they cannot be read there any more."""
    if engine.dialect.name == "sqlite":
        with closing(engine.raw_connection()) as connection:
            connection.cursor().execute("PRAGMA wal_checkpoint(TRUNCATE)")
        return
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        for table in (entries, commands, reviews, subscriptions, attempts, remarks, results, tables):
            connection.execute(text(f"VACUUM {table.name}"))


def untouched(connection: Connection, before: str) -> list[str]:
    """The tables in whose logs nothing was written since a time, at most some of them, the oldest first."""
    touched = exists().where(entries.c.table_id == tables.c.table_id).where(entries.c.at >= before)
    question = select(tables.c.table_id).where(tables.c.opened < before).where(~touched)
    rows = connection.execute(question.order_by(tables.c.opened).limit(MOST_AT_ONCE))
    return [table for (table,) in rows]


def newest_erasure(connection: Connection) -> int:
    """The number of the newest erasure, 0 before the first."""
    return connection.execute(select(func.max(erasures.c.erasure))).scalar() or 0


def erasures_after(connection: Connection, number: int) -> list[Erasure]:
    """What was erased after an erasure."""
    question = select(erasures.c.erasure, erasures.c.table_id, erasures.c.what).where(erasures.c.erasure > number)
    return [Erasure(*row) for row in connection.execute(question.order_by(erasures.c.erasure))]
