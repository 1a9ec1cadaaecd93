"""Telling: what servers on the same PostgreSQL database say to each other.

They say which table has changed and the number of its newest entry, that somebody came or went
there, or that something was said; nothing else.
"""

from collections.abc import Iterable

from sqlalchemy import Connection, text

CHANNEL = "rheinlaender"
NOTIFY = text("SELECT pg_notify(:channel, word) FROM unnest(CAST(:words AS text[])) AS word")
ENTRY_PARTS, SAID_PARTS = 2, 3


def tell_servers(connection: Connection, words: Iterable[str]) -> None:
    """Say something to all servers when the transaction is committed; where there can be only one, nothing."""
    if connection.dialect.name == "postgresql":
        connection.execute(NOTIFY, {"channel": CHANNEL, "words": list(words)})


def entry_words(table: str, number: int) -> str:
    """That a table has entries up to a number."""
    return f"{table} {number}"


def said_words(table: str, room: str, number: int) -> str:
    """That something was said at a table, by its room and its number there."""
    return f"{table} {room} {number}"


def read_said(words: str) -> tuple[str, str, int] | None:
    """The table, the room and the number of what was said, if it was that."""
    parts = words.split(" ")
    return (parts[0], parts[1], int(parts[2])) if len(parts) == SAID_PARTS else None


def read_entry_words(words: str) -> tuple[str, int] | None:
    """The table and the number of its newest entry, if it was that."""
    parts = words.split(" ")
    return (parts[0], int(parts[1])) if len(parts) == ENTRY_PARTS else None
