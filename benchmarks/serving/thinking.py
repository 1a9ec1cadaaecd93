"""Twenty people who each play against Archbishops: how long a round takes them, and a hint."""

import asyncio
import json
import secrets
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import httpx

from benchmarks.serving.clients import Table, address, bot, end, feel_lateness, greet, keep
from benchmarks.serving.process import serving
from benchmarks.serving.sheet import percentile, print_sheet, verdict
from rheinlaender.bots.registry import ARCHBISHOP_SECONDS

TABLES = 20
COMPUTERS = 2
THINK = (0.3, 1.5)
SETTLE, SECONDS, QUICK_SECONDS = 10.0, 60.0, 20.0
GOAL_HINT = 3.0
GOAL_ROUND = 2 * COMPUTERS * ARCHBISHOP_SECONDS


@dataclass
class Found:
    """How long rounds and hints took, in seconds, and the shares of their time that searches had."""

    rounds: list[float] = field(default_factory=list)
    hints: list[float] = field(default_factory=list)
    shares: list[float] = field(default_factory=list)
    lateness: list[float] = field(default_factory=list)


class Person:
    """Somebody who asks for a hint in every turn, takes it, and waits for two Archbishops."""

    def __init__(self, http: str, number: int, found: Found) -> None:
        self.http, self.number, self.found = http, number, found
        self.random = Random(number)
        transport = httpx.AsyncHTTPTransport(local_address=address(number))
        self.client = httpx.AsyncClient(transport=transport, timeout=60, base_url=http)

    async def play(self) -> None:
        """Play one game after the other."""
        async with self.client:
            while True:
                await self.play_game(await self.open())

    async def open(self) -> Table:
        """Open a table."""
        secret = secrets.token_urlsafe(16)
        seats = [{"kind": "person", "name": "Anna"}, *[bot("archbishop")] * COMPUTERS]
        body = {"id": secrets.token_hex(8), "secret": secret, "seats": seats, "first": "a"}
        answer = await self.client.post("/api/tables", json=body)
        answer.raise_for_status()
        return Table(self.number, answer.json()["table"], secret)

    async def play_game(self, table: Table) -> None:
        """Play until the game is over."""
        sent: float | None = None
        async with await greet(self.http, table, table.secret) as line:
            async for message in line:
                frame = json.loads(message).get("frame")
                if frame is None:
                    continue
                share = frame["entry"].get("share")
                self.found.shares += [] if share is None else [share]
                if frame["table"]["stage"] == "over":
                    return
                if frame["view"]["moves"]:
                    self.found.rounds += [] if sent is None else [time.monotonic() - sent]
                    command = await self.command(table, frame["view"])
                    sent = time.monotonic()
                    await line.send(json.dumps({"command": command}))

    async def command(self, table: Table, view: dict[str, Any]) -> dict[str, Any]:
        """A turn by the hint for it, after some thought."""
        await asyncio.sleep(self.random.uniform(*THINK))
        begin = time.monotonic()
        headers = {"Authorization": f"Bearer {table.secret}"}
        question = {"moves": [], "turn": view["turn"]}
        answer = await self.client.post(f"/api/tables/{table.id}/hint", json=question, headers=headers)
        answer.raise_for_status()
        self.found.hints.append(time.monotonic() - begin)
        hint = answer.json()
        own = next(seat for seat in view["seats"] if seat["seat"] == view["seat"])
        is_whole = hint["kind"] == "change" or not own["bastions"]
        moves = [hint["move"]] if is_whole else [hint["move"], "."]
        return {"id": secrets.token_hex(8), "name": "play", "moves": moves, "turn": view["turn"]}


async def measure(http: str, seconds: float) -> Found:
    """Let everybody play for a while."""
    found = Found()
    clients = [asyncio.ensure_future(keep(Person(http, number, found).play())) for number in range(TABLES)]
    await asyncio.sleep(SETTLE)
    for values in (found.rounds, found.hints, found.shares):
        values.clear()
    clients.append(asyncio.ensure_future(feel_lateness(found.lateness)))
    await asyncio.sleep(seconds)
    await end(clients)
    return found


def run(database: str | None, is_quick: bool) -> None:
    """Measure and show."""
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(database or f"sqlite:///{folder}/thinking.db", Path(folder)) as server,
    ):
        server.wait_for_engine()
        found = asyncio.run(measure(server.http, QUICK_SECONDS if is_quick else SECONDS))
    hint, whole = percentile(found.hints, 0.99), percentile(found.rounds, 0.99)
    share = sum(found.shares) / max(1, len(found.shares))
    rows = [
        ("hint, 50 %", f"{percentile(found.hints, 0.5):.2f} s", ""),
        ("hint, 99 %", f"{hint:.2f} s", verdict(hint, GOAL_HINT)),
        ("round of a person, 50 %", f"{percentile(found.rounds, 0.5):.2f} s", ""),
        ("round of a person, 99 %", f"{whole:.2f} s", verdict(whole, GOAL_ROUND)),
        ("share of its time that a search had, mean", f"{share:.2f}", f"{len(found.shares)} searches"),
        ("the clients' own lateness, 99 %", f"{percentile(found.lateness, 0.99):.0f} ms", "over 10 ms: a busy machine"),
    ]
    title = (
        f"{TABLES} people, each against {COMPUTERS} Archbishops: {len(found.rounds)} rounds, {len(found.hints)} hints"
    )
    print_sheet(title, ("measured", "value", "beside the goal"), rows)
