"""Publishing in the database: tables become public and are so no more, and somebody of theirs is seen."""

from collections.abc import Sequence

from sqlalchemy import Connection, Engine, select

from rheinlaender.server.store.database import writing
from rheinlaender.server.store.schema import lobby
from rheinlaender.server.values.entry import Entry

PUBLISHING = "public_changed"
"""The kind of entry that changes whether a table is public; its opening says it first."""


def publish(connection: Connection, table: str, entry: Entry) -> None:
    """Let a table be in the lobby, or not, as an entry of its log says."""
    if not entry.parts.get("is_public"):
        connection.execute(lobby.delete().where(lobby.c.table_id == table))
    elif not connection.execute(lobby.update().where(lobby.c.table_id == table).values(seen=entry.at)).rowcount:
        connection.execute(lobby.insert().values(table_id=table, seen=entry.at))


def note_seen(engine: Engine, seen: Sequence[str], at: str) -> None:
    """Note that somebody of these tables is there; rows are taken in an order in which no two servers wait."""
    these = lobby.c.table_id.in_(seen)
    with writing(engine) as connection:
        connection.execute(select(lobby.c.table_id).where(these).order_by(lobby.c.table_id).with_for_update()).all()
        connection.execute(lobby.update().where(these).values(seen=at))
