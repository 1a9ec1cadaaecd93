"""The deal of the day in the database: what is played, who has begun it, and how it went. All servers see the same."""

import json
from collections.abc import Sequence

from sqlalchemy import Connection, Engine, func, select
from sqlalchemy.exc import IntegrityError

from rheinlaender.server.store.database import writing
from rheinlaender.server.store.identities import write_again
from rheinlaender.server.store.schema import attempts, days, identities, tables
from rheinlaender.server.values.attempt import ARCHBISHOP, COUNTED, DayAttempt, DayOutcome
from rheinlaender.server.values.entry import OVER, Parts


def kept_day(engine: Engine, date: str, parts: Parts) -> Parts:
    """What is played on a date: as it was said first; of several servers that begin at once, one says it for all."""
    with engine.connect() as connection:
        found = read_day(connection, date)
    if found is not None:
        return found
    try:
        with writing(engine) as connection:
            found = read_day(connection, date)
            if found is None:
                connection.execute(days.insert().values(day=date, parts=json.dumps(parts)))
            return found or parts
    except IntegrityError:
        with engine.connect() as connection:
            return read_day(connection, date) or parts


def read_day(connection: Connection, date: str) -> Parts | None:
    """What is played on a date, if that was said."""
    found = connection.execute(select(days.c.parts).where(days.c.day == date)).scalar()
    return None if found is None else dict(json.loads(found))


def save_attempt(engine: Engine, date: str, identity: str, number: int, table: str) -> None:
    """Keep that somebody has begun; the same again changes nothing."""

    def save(connection: Connection) -> None:
        row = {"day": date, "identity": identity, "number": number}
        known = select(attempts.c.table_id).filter_by(**row)
        if connection.execute(known).scalar() is None:
            connection.execute(attempts.insert().values(**row, table_id=table, outcome=""))

    write_again(engine, save)


def save_outcome(engine: Engine, table: str, outcome: DayOutcome) -> None:
    """Keep how a game went."""
    with writing(engine) as connection:
        connection.execute(attempts.update().where(attempts.c.table_id == table).values(outcome=outcome.write()))


def read_attempts(connection: Connection, date: str, identity: str | None = None) -> list[DayAttempt]:
    """The attempts of a date that count; or all of somebody, in their order."""
    question = (
        select(
            *(attempts.c[name] for name in ("identity", "number", "table_id")),
            tables.c.stage,
            identities.c.name,
            attempts.c.outcome,
        )
        .join(tables, tables.c.table_id == attempts.c.table_id)
        .outerjoin(identities, identities.c.identity == attempts.c.identity)
        .where(attempts.c.day == date)
        .order_by(attempts.c.number)
    )
    mine = attempts.c.number == COUNTED if identity is None else attempts.c.identity == identity
    rows = connection.execute(question.where(mine))
    return [DayAttempt(*row[:4], row.name or "", DayOutcome.read(row.outcome)) for row in rows]


def unsettled(connection: Connection, date: str, most: int) -> list[str]:
    """The tables of a date whose games are over and were not looked at yet."""
    question = select(attempts.c.table_id).join(tables, tables.c.table_id == attempts.c.table_id)
    question = question.where(attempts.c.day == date).where(attempts.c.outcome == "").where(tables.c.stage == OVER)
    return list(connection.execute(question.order_by(attempts.c.number).limit(most)).scalars())


def played_days(connection: Connection, before: str, most: int) -> list[tuple[str, int]]:
    """The days before a date on which somebody has played, the newest first, and how many have."""
    is_player = (attempts.c.number == COUNTED) & (attempts.c.identity != ARCHBISHOP)
    question = select(attempts.c.day, func.count()).where(is_player).where(attempts.c.day < before)
    rows = connection.execute(question.group_by(attempts.c.day).order_by(attempts.c.day.desc()).limit(most))
    return [(day, number) for day, number in rows]


def read_own(connection: Connection, identity: str) -> Sequence[tuple[str, int, str]]:
    """All attempts of an identity: the day, the number and the table."""
    columns = (attempts.c.day, attempts.c.number, attempts.c.table_id)
    rows = connection.execute(select(*columns).where(attempts.c.identity == identity).order_by(*columns[:2]))
    return [(day, number, table) for day, number, table in rows]
