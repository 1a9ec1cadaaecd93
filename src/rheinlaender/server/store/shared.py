"""What servers that share a PostgreSQL database write and read about each other; times are those of the database."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import BigInteger, ColumnElement, Connection, Select, cast, delete, func, or_, select, tuple_, update
from sqlalchemy.dialects.postgresql import insert

from rheinlaender.server.store.schema import leases, presence, servers
from rheinlaender.server.store.telling import tell_servers

FORGET_SECONDS = 60.0
"""After how long nothing is left of a server that has gone."""


@dataclass(frozen=True)
class Beat:
    """What a server sees when it says that it runs: whether it was known, who else runs, at which tables others play,
    and at which tables somebody played who has gone."""

    is_known: bool
    running: frozenset[str]
    led: frozenset[str]
    left_behind: tuple[str, ...]


@dataclass(frozen=True)
class PeopleChange:
    """Who was connected to a table when it was told last, and who is now: the digests of secrets."""

    table: str
    before: frozenset[str]
    now: frozenset[str]


def now() -> ColumnElement[int]:
    """The time of the database in milliseconds."""
    return cast(func.extract("epoch", func.clock_timestamp()) * 1000, BigInteger)


def running(seconds: float) -> Select[Any]:
    """The servers that have said so within some seconds."""
    return select(servers.c.server).where(servers.c.seen >= now() - int(seconds * 1000))


def introduce(connection: Connection, server: str, here: Mapping[str, Iterable[str]]) -> None:
    """Write everything that others should know of a server, in place of what they knew."""
    connection.execute(
        insert(servers)
        .values(server=server, seen=now())
        .on_conflict_do_update(servers.primary_key, set_={"seen": now()})
    )
    connection.execute(delete(leases).where(leases.c.server == server))
    connection.execute(delete(presence).where(presence.c.server == server))
    rows = [
        {"table_id": table, "server": server, "holder": holder} for table, holders in here.items() for holder in holders
    ]
    if rows:
        connection.execute(insert(presence).on_conflict_do_nothing(), rows)
    tell_servers(connection, [""])


def leave(connection: Connection, server: str) -> None:
    """Take everything back that was told of a server."""
    for table in (servers, leases, presence):
        connection.execute(delete(table).where(table.c.server == server))
    tell_servers(connection, [""])


def beat(connection: Connection, server: str, gone_seconds: float) -> Beat:
    """Say that a server runs, and look around; of what is left behind each table is shown to one server only."""
    is_known = connection.execute(update(servers).where(servers.c.server == server).values(seen=now())).rowcount
    runs = frozenset(connection.execute(running(gone_seconds)).scalars().all())
    left = select(leases.c.table_id).where(leases.c.server.not_in(running(gone_seconds)))
    left = left.with_for_update(skip_locked=True)
    left_behind = connection.execute(
        delete(leases).where(leases.c.table_id.in_(left)).returning(leases.c.table_id)
    ).scalars()
    found = tuple(left_behind)
    led = frozenset(connection.execute(select(leases.c.table_id).where(leases.c.server != server)).scalars())
    forget(connection)
    return Beat(bool(is_known), runs, led, found)


def forget(connection: Connection) -> None:
    """Let go of what servers said that have gone long ago."""
    old = select(servers.c.server).where(servers.c.seen < now() - int(FORGET_SECONDS * 1000))
    gone = connection.execute(
        delete(servers).where(servers.c.server.in_(old.with_for_update(skip_locked=True))).returning(servers.c.server)
    ).scalars()
    for server in list(gone):
        connection.execute(delete(presence).where(presence.c.server == server))


def change_presence(connection: Connection, server: str, changes: Iterable[PeopleChange]) -> None:
    """Write who has come to tables at a server, and who has gone."""
    known = sorted(changes, key=lambda change: change.table)
    gone = [(change.table, holder) for change in known for holder in change.before - change.now]
    come = [(change.table, holder) for change in known for holder in change.now - change.before]
    if gone:
        place = tuple_(presence.c.table_id, presence.c.holder)
        connection.execute(delete(presence).where(presence.c.server == server, place.in_(gone)))
    if come:
        rows = [{"table_id": table, "server": server, "holder": holder} for table, holder in come]
        connection.execute(insert(presence).on_conflict_do_nothing(), rows)
    tell_servers(connection, [change.table for change in known])


def read_presence(
    connection: Connection, server: str, tables: list[str], gone_seconds: float
) -> dict[str, frozenset[str]]:
    """Who is connected to tables at other servers that run."""
    rows = connection.execute(
        select(presence.c.table_id, presence.c.holder)
        .where(presence.c.table_id.in_(tables))
        .where(presence.c.server != server)
        .where(presence.c.server.in_(running(gone_seconds)))
    )
    found: dict[str, frozenset[str]] = dict.fromkeys(tables, frozenset())
    for table, holder in rows:
        found[table] |= {holder}
    return found


def take(connection: Connection, server: str, table: str, gone_seconds: float) -> bool:
    """Take the lease of a table, unless another server has it that runs."""
    offered = insert(leases).values(table_id=table, server=server)
    taken = offered.on_conflict_do_update(
        leases.primary_key,
        set_={"server": server},
        where=or_(leases.c.server == server, leases.c.server.not_in(running(gone_seconds))),
    )
    return connection.execute(taken.returning(leases.c.table_id)).first() is not None


def let_go(connection: Connection, server: str, table: str) -> None:
    """Give the lease of a table back."""
    connection.execute(delete(leases).where(leases.c.table_id == table).where(leases.c.server == server))
