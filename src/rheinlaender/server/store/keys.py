"""Keys of the house: each is made once, at the first start that needs it, and kept in the database for all servers."""

from collections.abc import Callable

from sqlalchemy import Connection, Engine, select
from sqlalchemy.exc import IntegrityError

from rheinlaender.server.store.database import writing
from rheinlaender.server.store.schema import keys


def kept_key(engine: Engine, name: str, make: Callable[[], str]) -> str:
    """A key by its name, made where there is none; of several servers that begin at once, one makes it for all."""
    with engine.connect() as connection:
        found = read_key(connection, name)
    if found is not None:
        return found
    try:
        with writing(engine) as connection:
            made = read_key(connection, name) or make()
            connection.execute(keys.insert().values(name=name, key=made))
            return made
    except IntegrityError:
        with engine.connect() as connection:
            return str(read_key(connection, name))


def read_key(connection: Connection, name: str) -> str | None:
    """A key that is kept, or None."""
    return connection.execute(select(keys.c.key).where(keys.c.name == name)).scalar()
