"""Identities in the database: their names, and the seats that belong to them. All servers see the same."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Engine, func, select
from sqlalchemy.exc import IntegrityError

from rheinlaender.server.store.database import writing
from rheinlaender.server.store.outcomes import ratings, results
from rheinlaender.server.store.schema import belongings, identities, passkeys, tables
from rheinlaender.server.values.refusals import IdentityDeleted, IdentityFull

MOST_BELONGINGS = 1000
TRIES = 3
DAY = len("2026-01-31")


@dataclass(frozen=True)
class Identity:
    """Somebody, known by the digest of a key; when it was made, and when it was there last."""

    identity: str
    name: str
    made: str
    seen: str
    is_deleted: int = 0


@dataclass(frozen=True)
class Belonging:
    """A secret of a table that belongs to an identity: its digest, and itself, sealed."""

    table_id: str
    holder: str
    sealed: str
    at: str
    is_put_away: int = 0


def read_identity(connection: Connection, identity: str) -> Identity | None:
    """An identity, if there is such."""
    row = connection.execute(select(identities).where(identities.c.identity == identity)).first()
    return None if row is None else Identity(*row)


def read_belongings(connection: Connection, identity: str) -> list[Belonging]:
    """What belongs to an identity, the newest first."""
    columns = [belongings.c[name] for name in ("table_id", "holder", "sealed", "at", "is_put_away")]
    question = select(*columns).where(belongings.c.identity == identity)
    rows = connection.execute(question.order_by(belongings.c.at.desc(), belongings.c.table_id, belongings.c.holder))
    return [Belonging(*row) for row in rows]


def save_identity(engine: Engine, identity: str, name: str | None, new: Sequence[Belonging], at: str) -> None:
    """Make an identity, or change its name where one is given, and let secrets of tables that exist belong to it."""

    def save(connection: Connection) -> None:
        known = read_identity(connection, identity)
        if known is not None and known.is_deleted:
            raise IdentityDeleted()
        changes = {"seen": at} if name is None else {"seen": at, "name": name}
        if not connection.execute(identities.update().where(_this(identity)).values(**changes)).rowcount:
            connection.execute(identities.insert().values(**vars(Identity(identity, name or "", at, at))))
        for belonging in existing(connection, new):
            attach(connection, identity, belonging)
        if count_belongings(connection, identity) > MOST_BELONGINGS:
            raise IdentityFull(most=MOST_BELONGINGS)

    write_again(engine, save)


def existing(connection: Connection, new: Sequence[Belonging]) -> list[Belonging]:
    """Those of tables that there are, in an order in which no two writers wait for each other."""
    wanted = [belonging.table_id for belonging in new]
    found = set(connection.execute(select(tables.c.table_id).where(tables.c.table_id.in_(wanted))).scalars())
    return sorted((one for one in new if one.table_id in found), key=lambda one: (one.table_id, one.holder))


def attach(connection: Connection, identity: str, belonging: Belonging) -> None:
    """Let a secret belong to an identity; one that was put away comes back."""
    this = _of(identity, belonging.table_id) & (belongings.c.holder == belonging.holder)
    if not connection.execute(belongings.update().where(this).values(is_put_away=0)).rowcount:
        connection.execute(belongings.insert().values(identity=identity, **vars(belonging)))


def count_belongings(connection: Connection, identity: str) -> int:
    """How much belongs to an identity."""
    question = select(func.count()).select_from(belongings).where(belongings.c.identity == identity)
    return connection.execute(question).scalar_one()


def put_away(engine: Engine, identity: str, table: str) -> None:
    """Take a table from the list of an identity; its secrets stay, sealed."""
    with writing(engine) as connection:
        connection.execute(belongings.update().where(_of(identity, table)).values(is_put_away=1))


def notice(engine: Engine, known: Identity, at: str) -> None:
    """Note once a day that an identity is in use."""
    if known.seen[:DAY] != at[:DAY]:
        with writing(engine) as connection:
            connection.execute(identities.update().where(_this(known.identity)).values(seen=at))


def erase_identity(engine: Engine, identity: str) -> None:
    """Erase the name of an identity and all that belongs to it; that it was deleted stays."""
    with writing(engine) as connection:
        for owned in (belongings, passkeys):
            connection.execute(owned.delete().where(owned.c.identity == identity))
        forget_results(connection, [identity])
        connection.execute(identities.update().where(_this(identity)).values(name="", is_deleted=1))


def forget_results(connection: Connection, gone: Any) -> None:
    """Forget how strong identities are, and which games were theirs; others keep what they have."""
    connection.execute(ratings.delete().where(ratings.c.person.in_(gone)))
    connection.execute(results.update().where(results.c.person.in_(gone)).values(person=results.c.holder))


def erase_old_identities(engine: Engine, before: str) -> None:
    """Erase the identities that were there last before a time."""
    gone = select(identities.c.identity).where(identities.c.seen < before)
    with writing(engine) as connection:
        for owned in (belongings, passkeys):
            connection.execute(owned.delete().where(owned.c.identity.in_(gone)))
        forget_results(connection, gone)
        connection.execute(identities.delete().where(identities.c.seen < before))


def read_stages(connection: Connection, wanted: Sequence[str]) -> dict[str, tuple[str, str]]:
    """When tables were opened, and their stages."""
    columns = (tables.c.table_id, tables.c.opened, tables.c.stage)
    rows = connection.execute(select(*columns).where(tables.c.table_id.in_(wanted)))
    return {table: (opened, stage) for table, opened, stage in rows}


def write_again(engine: Engine, write: Callable[[Connection], None]) -> None:
    """Write in one transaction; where another server writes the same at that moment, its rows are seen next time."""
    for place in range(TRIES):
        try:
            with writing(engine) as connection:
                write(connection)
            return
        except IntegrityError:
            if place == TRIES - 1:
                raise


def _this(identity: str) -> Any:
    return identities.c.identity == identity


def _of(identity: str, table: str) -> Any:
    return (belongings.c.identity == identity) & (belongings.c.table_id == table)
