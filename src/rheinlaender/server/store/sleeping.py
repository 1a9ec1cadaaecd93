"""Calls that are held while somebody sleeps: whichever server runs in the morning finds them."""

from contextlib import suppress
from dataclasses import dataclass

from sqlalchemy import Connection, Engine, select
from sqlalchemy.exc import IntegrityError

from rheinlaender.server.store.database import writing
from rheinlaender.server.store.schema import held
from rheinlaender.server.values.calls import Call


@dataclass(frozen=True)
class HeldCall:
    """A call to a seat that waits until a time."""

    table: str
    call: Call
    wakes: str


def hold(engine: Engine, one: HeldCall) -> None:
    """Keep a call for when somebody is awake; a newer one takes its place, and an older one changes nothing."""
    seat, kind, number = one.call.seats, one.call.kind, one.call.number
    this = (held.c.table_id == one.table) & (held.c.seat == seat)
    kept = {"kind": kind, "number": number, "wakes": one.wakes}
    with suppress(IntegrityError), writing(engine) as connection:
        if not connection.execute(held.update().where(this & (held.c.number <= number)).values(**kept)).rowcount:
            connection.execute(held.insert().values(table_id=one.table, seat=seat, **kept))


def let_go(engine: Engine, one: HeldCall) -> None:
    """Let go of a call, unless it is held anew."""
    this = (held.c.table_id == one.table) & (held.c.seat == one.call.seats)
    with writing(engine) as connection:
        connection.execute(held.delete().where(this & (held.c.number == one.call.number) & (held.c.wakes == one.wakes)))


def read_awake(connection: Connection, now: str) -> list[HeldCall]:
    """The calls to those who are awake by now, those first who woke first."""
    rows = connection.execute(select(held).where(held.c.wakes <= now).order_by(held.c.wakes, held.c.table_id))
    return [HeldCall(row.table_id, Call(row.kind, row.seat, row.number), row.wakes) for row in rows]
