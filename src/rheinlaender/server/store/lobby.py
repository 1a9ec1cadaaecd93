"""The lobby in the database: which tables are public, and when somebody of theirs was there last."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, func, select

from rheinlaender.server.store.log import read_kinds
from rheinlaender.server.store.outcomes import ratings
from rheinlaender.server.store.schema import belongings, entries, lobby, tables
from rheinlaender.server.values.entry import Entry
from rheinlaender.server.values.listing import TELLING
from rheinlaender.server.values.rating import PEOPLE, Rating


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


def read_ratings_at(connection: Connection, these: Sequence[str]) -> dict[str, dict[str, Rating]]:
    """The ratings among people of those who hold seats at some tables: by table, then by the digest of a secret.

    A seat of several identities is that of the one to which it belonged first, as where games are noted.
    """
    of_people = (ratings.c.person == belongings.c.identity) & (ratings.c.pool == PEOPLE)
    rows = connection.execute(
        select(belongings.c.table_id, belongings.c.holder, ratings.c.mean, ratings.c.error, ratings.c.games)
        .outerjoin(ratings, of_people)
        .where(belongings.c.table_id.in_(these))
        .order_by(belongings.c.at.desc(), belongings.c.identity.desc())
    )
    found: dict[str, dict[str, Rating]] = {table: {} for table in these}
    for table, holder, mean, error, games in rows:
        found[table][holder] = Rating() if mean is None else Rating(float(mean), float(error), games)
    return found
