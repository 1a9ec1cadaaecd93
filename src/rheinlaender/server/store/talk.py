"""What is said at tables, in the database: only ever appended, numbered for those who hear it, and erasable.

A remark is durable when it is returned. Nobody can fill a table: there is a most for each speaker and for each room.
"""

import json
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from sqlalchemy import Connection, Engine, func, select
from sqlalchemy.exc import IntegrityError

from rheinlaender.server.errors import SaidEnough, TableBusy
from rheinlaender.server.store.database import writing
from rheinlaender.server.store.schema import remarks
from rheinlaender.server.store.telling import said_words, tell_servers
from rheinlaender.server.values.remark import Remark

MOST_BY_ONE, MOST_IN_A_ROOM = 300, 1500
MOST_READ = 100
"""How many remarks of each room are read at once: the newest."""
TRIES = 5
FORGOTTEN = "{}"
COLUMNS = ("room", "speaker", "seat", "parts", "at", "number", "watcher")


def write_remark(engine: Engine, table: str, remark: Remark, command: str) -> Remark:
    """Write a remark, unless its command was carried out before; as it was written, with its number."""
    for _ in range(TRIES):
        try:
            with writing(engine) as connection:
                return read_command(connection, table, command) or _append(connection, table, remark, command)
        except IntegrityError:
            continue  # another server wrote this number at the same moment
    raise TableBusy()


def _append(connection: Connection, table: str, remark: Remark, command: str) -> Remark:
    here = select(func.count(), func.max(remarks.c.watcher)).where(remarks.c.table_id == table)
    by_one, watcher = connection.execute(here.where(remarks.c.speaker == remark.speaker)).one()
    last = connection.execute(
        select(func.max(remarks.c.number)).where(remarks.c.table_id == table).where(remarks.c.room == remark.room)
    ).scalar()
    if by_one >= MOST_BY_ONE or (last or 0) >= MOST_IN_A_ROOM:
        raise SaidEnough()
    if not remark.seat and not watcher:
        watcher = (connection.execute(here).one()[1] or 0) + 1
    written = replace(remark, number=(last or 0) + 1, watcher=0 if remark.seat else watcher)
    row = {name: getattr(written, name) for name in COLUMNS} | {"parts": json.dumps(remark.parts)}
    connection.execute(remarks.insert().values(table_id=table, command=command, **row))
    tell_servers(connection, [said_words(table, written.room, written.number)])
    return written


def read_command(connection: Connection, table: str, command: str) -> Remark | None:
    """What a command that was carried out before has said."""
    found = _read(connection, table, remarks.c.command == command)
    return found[0] if found else None


def read_newest(connection: Connection, table: str, rooms: Iterable[str]) -> list[Remark]:
    """The newest that was said in some rooms, in order."""
    found: list[Remark] = []
    for room in rooms:
        newest = _read(connection, table, remarks.c.room == room, MOST_READ)
        found += reversed(newest)
    return sorted(found, key=lambda remark: remark.at)


def read_after(connection: Connection, table: str, room: str, number: int) -> list[Remark]:
    """What was said in a room after a number, in order."""
    return _read(connection, table, (remarks.c.room == room) & (remarks.c.number > number), MOST_READ)[::-1]


def _read(connection: Connection, table: str, where: Any, most: int | None = None) -> list[Remark]:
    """Remarks of a table, the newest first."""
    question = select(*(remarks.c[name] for name in COLUMNS)).where(remarks.c.table_id == table).where(where)
    rows = connection.execute(question.order_by(remarks.c.number.desc()).limit(most))
    return [Remark(**{**row._mapping, "parts": json.loads(row.parts)}) for row in rows]


def has_spoken(connection: Connection, table: str, speakers: Iterable[str]) -> bool:
    """Whether any of these has said something at a table that is not forgotten."""
    by_them = remarks.c.speaker.in_(list(speakers))
    return bool(_read(connection, table, by_them & (remarks.c.parts != FORGOTTEN), 1))


def forget_said(connection: Connection, table: str, speakers: Iterable[str], name: str = "") -> None:
    """Forget what somebody has said at a table, and wherever others have said the name; on record, as names are."""
    speakers = frozenset(speakers)
    for remark in _read(connection, table, remarks.c.parts != FORGOTTEN):
        is_named = bool(name) and name.casefold() in str(remark.parts.get("text", "")).casefold()
        if is_named or remark.speaker in speakers:
            where = (remarks.c.table_id == table) & (remarks.c.room == remark.room)
            where &= remarks.c.number == remark.number
            connection.execute(remarks.update().where(where).values(parts=FORGOTTEN))
