"""Passkeys in the database: keys of identities that passkeys have sealed."""

from dataclasses import dataclass

from sqlalchemy import Connection, Engine, func, select

from rheinlaender.server.store.database import writing
from rheinlaender.server.store.identities import write_again
from rheinlaender.server.store.schema import passkeys
from rheinlaender.server.values.refusals import PasskeysFull, PasskeyTaken

MOST_PASSKEYS = 10


@dataclass(frozen=True)
class Passkey:
    """A passkey, known by a digest of its name; the key of an identity that it has sealed, and when."""

    passkey: str
    identity: str
    sealed: str
    at: str


def read_passkey(connection: Connection, passkey: str) -> Passkey | None:
    """A passkey, if there is such."""
    row = connection.execute(select(passkeys).where(passkeys.c.passkey == passkey)).first()
    return None if row is None else Passkey(*row)


def read_passkeys(connection: Connection, identity: str) -> list[Passkey]:
    """The passkeys of an identity, the oldest first."""
    question = select(passkeys).where(passkeys.c.identity == identity)
    return [Passkey(*row) for row in connection.execute(question.order_by(passkeys.c.at, passkeys.c.passkey))]


def save_passkey(engine: Engine, new: Passkey) -> None:
    """Let a passkey open an identity; the same again changes nothing, and nobody takes another's."""

    def save(connection: Connection) -> None:
        known = read_passkey(connection, new.passkey)
        if known is not None and (known.identity, known.sealed) != (new.identity, new.sealed):
            raise PasskeyTaken()
        if known is None:
            connection.execute(passkeys.insert().values(**vars(new)))
        if count_passkeys(connection, new.identity) > MOST_PASSKEYS:
            raise PasskeysFull(most=MOST_PASSKEYS)

    write_again(engine, save)


def count_passkeys(connection: Connection, identity: str) -> int:
    """How many passkeys open an identity."""
    question = select(func.count()).select_from(passkeys).where(passkeys.c.identity == identity)
    return connection.execute(question).scalar_one()


def erase_passkey(engine: Engine, identity: str, passkey: str) -> None:
    """Let a passkey of an identity open it no more."""
    this = (passkeys.c.identity == identity) & (passkeys.c.passkey == passkey)
    with writing(engine) as connection:
        connection.execute(passkeys.delete().where(this))
