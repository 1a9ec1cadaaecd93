"""Several servers on one PostgreSQL database, and people who are spread over them."""

import asyncio
import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

import httpx

from rheinlaender.server.store import neighbours
from tests.server import asking
from tests.server.books import assert_all_there, logs
from tests.server.house import House, running
from tests.server.player import Busy, Player, bearer, bots, expect, new_id, new_secret, open_table, person
from tests.server.process import ServerProcess, serving

OPEN = {"kind": "open"}
LATE_SECONDS = 60.0
IS_LONG = bool(os.environ.get("RHEINLAENDER_LONG"))
"""Whether what takes minutes is tried too: `make server-test`."""


@contextmanager
def several(address: str, folder: Path, count: int) -> Iterator[list[ServerProcess]]:
    """So many running servers on one database."""
    with ExitStack() as running:
        yield [running.enter_context(serving(address, folder)) for _ in range(count)]


@contextmanager
def two_houses(folder: Path, address: str) -> Iterator[list[House]]:
    """Two servers in threads of the test on one database; on a busy machine one that is late has not gone."""
    with patch.object(neighbours, "GONE_SECONDS", LATE_SECONDS), ExitStack() as houses:
        yield [houses.enter_context(running(folder, database=address)) for _ in range(2)]


@dataclass
class Party:
    """A table with everybody who plays or watches there, each at another server."""

    table: str
    players: list[Player]

    @property
    def is_over(self) -> bool:
        """Whether everybody has seen the end."""
        return all(player.is_done for player in self.players)

    @property
    def acknowledged(self) -> int:
        """How many turns were acknowledged to people."""
        return sum(len(player.carried_out) for player in self.players)

    @property
    def longest_wait(self) -> float:
        """The longest time in which nothing happened at the table, as one of them saw it."""
        return max(player.longest_wait for player in self.players)

    async def play(self) -> None:
        """Play the game to its end."""
        await asyncio.gather(*(player.play() for player in self.players))


def new_party(addresses: list[str], people: int, computers: int, seed: int, **parts: Any) -> Party:
    """A table of people, each with a secret and a server of their own, computer players, and a watcher."""
    first, *others = (new_secret() for _ in range(max(1, people)))
    seats = [person("A")] if people else []
    home = addresses[seed % len(addresses)]
    table = open_table(home, first, [*seats, *[OPEN] * (people - 1), *bots(computers)], **parts)
    held = [first] if people else []
    held += [sit_down(home, table, secret, name) for name, secret in zip("BCDE", others[: people - 1], strict=False)]
    players = [Player(addresses, table, secret, seed + place) for place, secret in enumerate([*held, None], 1)]
    return Party(table, players)


def sit_down(http: str, table: str, secret: str, name: str) -> str:
    """Take an open seat with a secret."""
    command = {"id": new_id(), "name": "sit", "secret": secret, "player": name, "seat": None}
    answer = asking.post(f"{http}/api/tables/{table}/commands", json=command, headers=bearer(secret), timeout=60)
    expect(answer, 200)
    return secret


async def go_on_playing(addresses: list[str], places: tuple[int, int], seed: int, end: asyncio.Event) -> list[Party]:
    """Play one game after the other until the end is wished, and then the last one to its end."""
    parties: list[Party] = []
    while not end.is_set():
        with suppress(httpx.TransportError, Busy):
            parties.append(await asyncio.to_thread(new_party, addresses, *places, seed + 10 * len(parties)))
            await parties[-1].play()
    return parties


def check_books(address: str, parties: list[Party]) -> None:
    """All that anybody saw or was told stands in the logs once, and no turn of anybody was refused."""
    for party, log in zip(parties, logs(address, [party.table for party in parties]), strict=True):
        assert [entry.number for entry in log] == list(range(len(log)))
        for player in party.players:
            assert_all_there(player, log)
            assert player.refused == []


async def kill_in_turn(servers: list[ServerProcess], random: Random, times: int, pause: float) -> None:
    """Kill one server after the other without warning, and start it again; the others run meanwhile."""
    for _ in range(times):
        await asyncio.sleep(random.uniform(pause / 2, pause))
        server = random.choice(servers)
        await asyncio.to_thread(server.kill)
        await asyncio.sleep(random.uniform(0.0, pause / 2))
        await asyncio.to_thread(server.start)
