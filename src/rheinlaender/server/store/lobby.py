"""The lobby in the database: which tables are public, and when somebody of theirs was there last."""

from dataclasses import dataclass

from sqlalchemy import Connection, func, select

from rheinlaender.server.store.log import read_kinds
from rheinlaender.server.store.schema import entries, lobby, tables
from rheinlaender.server.values.entry import Entry
from rheinlaender.server.values.listing import TELLING


@dataclass(frozen=True)
class Public:
    """A public table: when its people were there last, and the number of the newest entry that a listing tells of."""

    table: str
    seen: str
    newest: int


def read_public(connection: Connection, stage: str, since: str, most: int) -> list[Public]:
    """The public tables in a stage at which somebody was since a time, at most so many, the last seen first."""
    of_table = (entries.c.table_id == tables.c.table_id) & entries.c.kind.in_(TELLING)
    newest = select(func.max(entries.c.number)).where(of_table).scalar_subquery()
    rows = connection.execute(
        select(lobby.c.table_id, lobby.c.seen, newest)
        .join(tables, tables.c.table_id == lobby.c.table_id)
        .where(tables.c.stage == stage)
        .where(lobby.c.seen >= since)
        .order_by(lobby.c.seen.desc(), lobby.c.table_id)
        .limit(most)
    )
    return [Public(*row) for row in rows]


def read_telling(connection: Connection, table: str) -> list[Entry]:
    """Those entries of a log that a listing tells of; none for a table that is not there any more."""
    return read_kinds(connection, [table], TELLING).get(table, [])
