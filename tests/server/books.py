"""Keeping books: what players have seen and were told, against the logs in the database itself."""

import asyncio

from rheinlaender.server.store.log import Store
from rheinlaender.server.values.entry import Entry
from tests.server.player import Player


def logs(address: str, tables: list[str]) -> list[list[Entry]]:
    """The logs of tables, read from the database itself."""

    async def read() -> list[list[Entry]]:
        store = Store(address)
        await store.open()
        try:
            return [await store.entries(table) for table in tables]
        finally:
            await store.close()

    return asyncio.run(read())


def assert_all_there(player: Player, log: list[Entry]) -> None:
    """What the player has seen is the log, and every turn that was acknowledged to it is there once."""
    assert [frame["seq"] for frame in player.frames] == list(range(len(log)))
    assert [frame["entry"]["kind"] for frame in player.frames] == [entry.kind for entry in log]
    turns = [entry.parts for entry in log if entry.kind == "turn"]
    seen = [frame["entry"] for frame in player.frames if frame["entry"]["kind"] == "turn"]
    assert [turn["moves"] for turn in seen] == [turn["moves"] for turn in turns]
    assert [turn["turn"] for turn in turns] == list(range(1, len(turns) + 1))
    for command in player.carried_out:
        assert turns[command["turn"]]["moves"] == command["moves"]
    assert len(player.carried_out) == len({command["turn"] for command in player.carried_out})
