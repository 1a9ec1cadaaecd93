"""Honest players: they look at what a turn would do, play it, and begin again when the game is over."""

import asyncio
import json
import secrets
import time
from dataclasses import dataclass, field
from random import Random
from typing import Any

import httpx
from websockets.exceptions import ConnectionClosed

from benchmarks.serving.clients import Table, address, bot, greet

RETRY_SECONDS = 0.2


@dataclass
class Waits:
    """How long honest players waited for their turns and previews, in milliseconds, with the moment of each."""

    found: list[tuple[float, float]] = field(default_factory=list)
    failures: list[tuple[float, str]] = field(default_factory=list)

    def note(self, begin: float) -> None:
        """Note that something was answered that was asked at a time."""
        now = time.monotonic()
        self.found.append((now, 1000 * (now - begin)))

    def between(self, begin: float, end: float) -> list[float]:
        """The waits of a while."""
        return [wait for at, wait in self.found if begin <= at < end]

    def failed_between(self, begin: float, end: float) -> list[str]:
        """What went wrong in a while."""
        return [what for at, what in self.failures if begin <= at < end]


class Honest:
    """One honest player at an address of their own, with two computer players that do not search."""

    def __init__(self, http: str, number: int, think: tuple[float, float], waits: Waits) -> None:
        self.http, self.number, self.think, self.waits = http, number, think, waits
        self.random = Random(number)
        transport = httpx.AsyncHTTPTransport(local_address=address(number))
        self.client = httpx.AsyncClient(transport=transport, timeout=30)

    async def play(self) -> None:
        """Play one game after the other."""
        async with self.client:
            while True:
                try:
                    await self.play_game(await self.open())
                except (ConnectionClosed, httpx.HTTPError, OSError, TimeoutError) as error:
                    self.waits.failures.append((time.monotonic(), repr(error)))
                    await asyncio.sleep(RETRY_SECONDS)

    async def open(self) -> Table:
        """Open a table."""
        secret = secrets.token_urlsafe(16)
        seats = [{"kind": "person", "name": "Anna"}, bot("squire"), bot("knight")]
        body = {"id": secrets.token_hex(8), "secret": secret, "seats": seats, "first": "a"}
        answer = await self.client.post(f"{self.http}/api/tables", json=body)
        answer.raise_for_status()
        return Table(self.number, answer.json()["table"], secret)

    async def play_game(self, table: Table) -> None:
        """Play until the game is over."""
        line = await greet(self.http, table, table.secret)
        asked: dict[int, float] = {}
        async with line:
            async for message in line:
                frame = json.loads(message).get("frame")
                if frame is None:
                    continue
                if frame["seq"] in asked:
                    self.waits.note(asked[frame["seq"]])
                if frame["table"]["stage"] == "over":
                    return
                if frame["view"]["moves"]:
                    moves = await self.consider(table, frame["view"])
                    command = {
                        "id": secrets.token_hex(8),
                        "name": "play",
                        "moves": moves,
                        "turn": frame["view"]["turn"],
                    }
                    asked[frame["seq"] + 1] = time.monotonic()
                    await line.send(json.dumps({"command": command}))

    async def consider(self, table: Table, view: dict[str, Any]) -> list[str]:
        """A whole turn: think a while, ask what it would do."""
        await asyncio.sleep(self.random.uniform(*self.think))
        move = self.random.choice(view["moves"])["move"]
        begin = time.monotonic()
        answer = await self.client.post(
            f"{self.http}/api/tables/{table.id}/preview",
            json={"moves": [move], "turn": view["turn"]},
            headers={"Authorization": f"Bearer {table.secret}"},
        )
        answer.raise_for_status()
        self.waits.note(begin)
        return [move] if answer.json()["is_complete"] else [move, "."]
