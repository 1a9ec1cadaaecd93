"""Subscriptions: by which ways those who hold seats want to be called, by their table and the digest of a secret."""

import hashlib
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import Connection, Engine, RowMapping, delete, select, update
from sqlalchemy.exc import IntegrityError

from rheinlaender.server.store.database import writing
from rheinlaender.server.store.schema import entries, subscriptions

PUSH, MAIL = "push", "mail"
MOST_OF_A_WAY = {PUSH: 5, MAIL: 1}
"""So many subscriptions of a way one may have at a table; then the oldest goes."""
MOST_MAILS_A_DAY = 24
"""To one address for one table."""
NEVER = -1
DAY_LENGTH = len("2026-11-16")


PRESERVED = ("subscription", "called", "is_confirmed", "day", "sent")
"""What stays as it is when a subscription is asked for anew."""


@dataclass(frozen=True)
class Subscription:
    """One way to call somebody: an address, what it takes to speak to it, and the entry that was called for last."""

    table: str
    holder: str
    way: str
    address: str
    keys: str = ""
    language: str = "en"
    is_confirmed: bool = True
    called: int = NEVER
    day: str = ""
    sent: int = 0
    """How often it was called on that day."""
    at: str = ""

    @property
    def name(self) -> str:
        """What it is known by."""
        text = f"{self.table} {self.holder} {self.way} {self.address}"
        return hashlib.sha256(text.encode()).hexdigest()[:32]


def subscribe(engine: Engine, wanted: Subscription) -> None:
    """Keep a subscription, or keep it anew; of too many the oldest goes. Two servers at once keep it once."""
    with suppress(IntegrityError), writing(engine) as connection:
        kept = {name: value for name, value in _row(wanted).items() if name not in PRESERVED}
        this = subscriptions.c.subscription == wanted.name
        if not connection.execute(update(subscriptions).where(this).values(**kept)).rowcount:
            connection.execute(subscriptions.insert().values(**_row(wanted)))
        _drop_oldest(connection, wanted)


def _row(subscription: Subscription) -> dict[str, object]:
    values = {name: value for name, value in vars(subscription).items() if name not in ("table", "is_confirmed")}
    is_confirmed = int(subscription.is_confirmed)
    return {"subscription": subscription.name, "table_id": subscription.table, "is_confirmed": is_confirmed, **values}


def _drop_oldest(connection: Connection, wanted: Subscription) -> None:
    own = (subscriptions.c.table_id == wanted.table) & (subscriptions.c.holder == wanted.holder)
    own &= subscriptions.c.way == wanted.way
    order = (subscriptions.c.at.desc(), subscriptions.c.subscription == wanted.name, subscriptions.c.subscription)
    names = list(connection.execute(select(subscriptions.c.subscription).where(own).order_by(*order)).scalars())
    for name in [name for name in names if name != wanted.name][MOST_OF_A_WAY[wanted.way] - 1 :]:
        connection.execute(delete(subscriptions).where(subscriptions.c.subscription == name))


def unsubscribe(engine: Engine, unwanted: Subscription) -> None:
    """Let go of a subscription."""
    with writing(engine) as connection:
        connection.execute(delete(subscriptions).where(subscriptions.c.subscription == unwanted.name))


def read_subscription(connection: Connection, name: str) -> Subscription | None:
    """A subscription by what it is known by."""
    row = connection.execute(select(subscriptions).where(subscriptions.c.subscription == name)).first()
    return None if row is None else _read(row._mapping)


def confirm(engine: Engine, wanted: Subscription) -> None:
    """Let somebody be called by an address that they have shown to be theirs."""
    with writing(engine) as connection:
        this = subscriptions.c.subscription == wanted.name
        connection.execute(update(subscriptions).where(this).values(is_confirmed=1))


def is_known(connection: Connection, wanted: Subscription) -> bool:
    """Whether whoever asks has shown already that an address is theirs: at any table, with the same proof."""
    same = (subscriptions.c.address == wanted.address) & (subscriptions.c["keys"] == wanted.keys)
    question = select(subscriptions.c.subscription).where(same & (subscriptions.c.way == wanted.way))
    return connection.execute(question.where(subscriptions.c.is_confirmed == 1)).first() is not None


def read_subscriptions(connection: Connection, table: str, holders: Sequence[str]) -> list[Subscription]:
    """The subscriptions of some holders at a table."""
    question = select(subscriptions).where(subscriptions.c.table_id == table)
    rows = connection.execute(question.where(subscriptions.c.holder.in_(holders)).order_by(subscriptions.c.at))
    return [_read(row._mapping) for row in rows]


def _read(row: RowMapping) -> Subscription:
    values: dict[str, Any] = dict(row)
    values.pop("subscription")
    is_confirmed = bool(values.pop("is_confirmed"))
    return Subscription(table=values.pop("table_id"), is_confirmed=is_confirmed, **values)


def claim(engine: Engine, table: str, holders: Sequence[str], number: int, at: str) -> list[Subscription]:
    """The confirmed subscriptions of holders that nobody has called for an entry yet, which the caller now does.

    However many servers want to, each is claimed by one only. Of e-mail there is only so much on a day.
    """
    with engine.connect() as connection:
        if not read_subscriptions(connection, table, holders):
            return []
    wanted = (subscriptions.c.table_id == table) & subscriptions.c.holder.in_(holders)
    wanted &= (subscriptions.c.called < number) & (subscriptions.c.is_confirmed == 1)
    with writing(engine) as connection:
        rows = connection.execute(update(subscriptions).where(wanted).values(called=number).returning(subscriptions))
        claimed = [_counted(_read(row._mapping), at[:DAY_LENGTH]) for row in rows]
        for one in claimed:
            this = subscriptions.c.subscription == one.name
            connection.execute(update(subscriptions).where(this).values(day=one.day, sent=one.sent))
    return [one for one in claimed if one.way != MAIL or one.sent <= MOST_MAILS_A_DAY]


def _counted(subscription: Subscription, day: str) -> Subscription:
    """A subscription that is called once more on a day."""
    return replace(subscription, day=day, sent=subscription.sent + 1 if subscription.day == day else 1)


def uncalled(connection: Connection, since: str) -> list[str]:
    """The tables at which something was written since a time that somebody was not called for."""
    is_new = (entries.c.table_id == subscriptions.c.table_id) & (entries.c.number > subscriptions.c.called)
    question = select(subscriptions.c.table_id).join(entries, is_new).where(entries.c.at >= since)
    return sorted(set(connection.execute(question.where(subscriptions.c.is_confirmed == 1)).scalars()))


def follow(engine: Engine, table: str, following: str) -> None:
    """Let everybody be called at the next table of the same people as at the one before."""
    with engine.connect() as connection:
        rows = connection.execute(select(subscriptions).where(subscriptions.c.table_id == table))
        before = [_read(row._mapping) for row in rows]
    for one in before:
        subscribe(engine, replace(one, table=following, called=NEVER))
