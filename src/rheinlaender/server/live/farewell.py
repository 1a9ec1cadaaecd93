"""Farewell: somebody deletes themselves. Their names go out of all that is shown, and nobody is kept waiting."""

import asyncio
import secrets
from collections.abc import Mapping
from contextlib import suppress

from rheinlaender.i18n import Refusal
from rheinlaender.server.contract.commands import Leave, Resign
from rheinlaender.server.errors import EntryTooNew, NoSuchTable
from rheinlaender.server.live.keeping import Keeping
from rheinlaender.server.live.live_table import LiveTable
from rheinlaender.server.live.room import Room
from rheinlaender.server.store.erasing import erase_names_of
from rheinlaender.server.store.identities import erase_identity, read_belongings
from rheinlaender.server.store.log import Store, read_kinds
from rheinlaender.server.values.entry import PLAYING, WAITING

REMATCH = "rematch"
MOST_GAMES_IN_A_ROW = 100
Holders = dict[str, set[str]]
"""The digests of somebody's secrets, by table."""


async def say_farewell(room: Room, keeping: Keeping, identity: str) -> int:
    """Take somebody's names out of all logs, let their seats go, and forget them; at how many tables they were.

    The identity goes last: whoever is interrupted can begin again.
    """
    holders = await tables_of(room.store, identity)
    for table, held in holders.items():
        await asyncio.to_thread(erase_names_of, room.store.engine, table, held)
    await keeping.look()
    for table, held in holders.items():
        with suppress(NoSuchTable, EntryTooNew):
            await let_go(await room.table(table), held)
    await asyncio.to_thread(erase_identity, room.store.engine, identity)
    return len(holders)


async def tables_of(store: Store, identity: str) -> Holders:
    """All tables at which somebody has secrets; the next games of the same people are among them."""
    found: Holders = {}
    for belonging in await store.read(lambda connection: read_belongings(connection, identity)):
        found.setdefault(belonging.table_id, set()).add(belonging.holder)
    newest: Mapping[str, set[str]] = found
    for _ in range(MOST_GAMES_IN_A_ROW):
        newest = await next_tables(store, newest, found)
        if not newest:
            break
        found |= newest
    return found


async def next_tables(store: Store, newest: Mapping[str, set[str]], known: Holders) -> Holders:
    """The tables to which some lead by a rematch, with the same secrets, where they are not known yet."""
    logs = await store.read(lambda connection: read_kinds(connection, list(newest), (REMATCH,)))
    leads = {log[0].parts["table"]: newest[table] for table, log in logs.items()}
    return {table: set(held) for table, held in leads.items() if table not in known}


async def let_go(live: LiveTable, holders: set[str]) -> None:
    """Stand up where the game has not begun, and let a computer player play where it has."""
    for holder in holders:
        held = live.table.held_by(holder)
        with suppress(Refusal):
            if live.table.stage == PLAYING and held:
                await live.command(holder, Resign(id=new_id(), name="resign"))
            for seat in held if live.table.stage == WAITING else "":
                await live.command(holder, Leave.model_validate({"id": new_id(), "name": "leave", "seat": seat}))


def new_id() -> str:
    """An id for a command."""
    return secrets.token_hex(8)
